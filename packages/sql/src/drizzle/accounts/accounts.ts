import {
  ConfigurationError,
  consoleLogger,
  type Logger,
  type NewUser,
  type PasswordHasher,
  type TokenOptions,
  type User,
} from 'turnpike'
import { type Accounts, knownOptions, tokenRules } from 'turnpike/kit'
import { argon2id } from 'turnpike/node'
import { notedUses } from '../../kysely/accounts/last-uses.ts'
import { createTokenVault, sealingSecrets } from '../../kysely/accounts/token-vault.ts'
import { outsideTransactions } from '../../kysely/transactions/scope.ts'
import type { DrizzleDatabase } from '../kysely-of.ts'
import {
  type DrizzleUser,
  type Fits,
  type MappedTable,
  mappingOf,
  type OtherTokenFields,
  type OtherUserFields,
  type TableIn,
  type TokenFields,
  type UserFields,
} from './fields.ts'
import { accountRows } from './rows.ts'
import type { TokenRows } from './token-rows.ts'
import { drizzleTokens } from './tokens.ts'
import { type DrizzleUsers, drizzleUsers } from './users.ts'

export interface DrizzleAccountsOptions<Users, Tokens> {
  /**
   * The table of the users, with the fields `id`, `username`, `password`, `isActive` and
   * `deactivations`, and maybe `email` and `isStaff`; or the table with the names of those that
   * differ: `{ table: people, username: 'email', password: 'passwordHash' }`.
   */
  users: Users
  /**
   * The table of the tokens, with the fields `digest`, `userId`, `sealed`, `secretId` and
   * `created`, and maybe `lastUsed`; or the table with the names of those that differ.
   */
  tokens: Tokens
  /**
   * Secrets of at least 32 characters, stored apart from the database: they seal tokens. The first
   * one seals, all of them open, so a new secret can be put in front.
   */
  secrets: readonly string[]
  /** How passwords are hashed. Default `argon2id()`, which also verifies `pbkdf2()` hashes. */
  passwords?: PasswordHasher
  /** Further values of the row of a new user. Default none. */
  newUser?: (user: NewUser) => Partial<InsertOf<Users>>
  /** True: every new user gets a token. Default false. */
  createTokens?: boolean
  /** The form of tokens and how long they are valid. Default 40 hex digits, forever. */
  tokenOptions?: TokenOptions
  /** Logs failures to record the use of a token. Default the console. */
  logger?: Logger
}

type InsertOf<Users> = TableIn<Users>['$inferInsert']

const drizzleAccountsOptions = knownOptions<DrizzleAccountsOptions<object, object>>(
  'drizzleAccounts()',
  {
    users: 'required',
    tokens: 'required',
    secrets: { required: sealingSecrets },
    passwords: 'optional',
    newUser: 'optional',
    createTokens: 'optional',
    tokenOptions: 'optional',
    logger: 'optional',
  },
)

/** Accounts in tables of the application. */
export interface DrizzleAccounts<U extends User> extends Accounts<U> {
  users: DrizzleUsers<U>
  /** Writes the pending last uses of tokens. Call it before the database is closed. */
  flush(): Promise<void>
}

/**
 * Accounts in the application's own tables of a Drizzle schema. A user has all fields of its row
 * but the password. Tokens and passwords are stored as by `kyselyAccounts`.
 *
 * @throws ConfigurationError when a table lacks a field, or an option is invalid.
 */
export function drizzleAccounts<
  const Users extends MappedTable<UserFields & OtherUserFields>,
  const Tokens extends MappedTable<TokenFields & OtherTokenFields>,
>(
  orm: DrizzleDatabase,
  options: DrizzleAccountsOptions<Users, Tokens> & {
    readonly users: Fits<Users, UserFields>
    readonly tokens: Fits<Tokens, TokenFields>
  },
): DrizzleAccounts<DrizzleUser<Users>> {
  drizzleAccountsOptions.require(options)
  const { secrets, passwords = argon2id(), newUser = () => ({}), createTokens = false } = options
  const rules = tokenRules(options.tokenOptions)
  const users = accountRows(
    orm,
    mappingOf('users', options.users, userFields, ['email', 'isStaff'] as const),
  )
  const tokens: TokenRows = accountRows(
    orm,
    mappingOf('tokens', options.tokens, tokenFields, ['lastUsed'] as const),
  )
  if (rules.idleSeconds !== null && tokens.fields.lastUsed === null) {
    throw new ConfigurationError(
      `Tokens with idleSeconds need a field lastUsed in the table ${tokens.table}: add it, or name ` +
        "another one: tokens: { table, lastUsed: '…' }.",
    )
  }
  const uses = usesOf(tokens, rules.now, options.logger ?? consoleLogger)
  const tokenStore = drizzleTokens(users, tokens, { rules, vault: createTokenVault(secrets), uses })
  const accounts: DrizzleAccounts<User> = {
    users: drizzleUsers(users, {
      passwords,
      newUser,
      created: async (user) => createTokens && tokenStore.getOrCreate(user),
    }),
    tokens: tokenStore,
    flush: () => uses.flush(),
  }
  return accounts as unknown as DrizzleAccounts<DrizzleUser<Users>>
}

const userFields = ['id', 'username', 'password', 'isActive', 'deactivations'] as const

const tokenFields = ['digest', 'userId', 'sealed', 'secretId', 'created'] as const

function usesOf(tokens: TokenRows, now: () => Date, logger: Logger) {
  const { db, table, fields, moment } = tokens
  const field = fields.lastUsed ?? ''
  return notedUses({
    of: 'tokens',
    logger,
    isWritten: !db.isTransaction,
    write: (digests) =>
      outsideTransactions(() =>
        db
          .updateTable(table)
          .set({ [field]: tokens.sent(field, moment(field, now())) })
          .where(fields.digest, 'in', digests)
          .execute(),
      ),
  })
}
