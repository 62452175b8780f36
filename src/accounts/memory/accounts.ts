import { knownOptions } from '../../errors/known-options.ts'
import { arrayItems } from '../../items/array.ts'
import { isUsername, requireEmail, requireNewUser } from '../new-user.ts'
import {
  type PasswordHasher,
  pbkdf2,
  requirePassword,
  verifyPassword,
} from '../passwords/passwords.ts'
import type { SessionUsers } from '../session-store.ts'
import { generateTokenKey } from '../token-key.ts'
import { isExpired, type TokenOptions, tokenRules } from '../token-rules.ts'
import type { Accounts, Token, TokenStore } from '../token-store.ts'
import type { Account, NewUser } from '../user.ts'
import { LastAdmin, type UserChangeOptions, type UserDirectory } from '../user-directory.ts'
import { SignInOutdated, UserNotFound, UsernameTaken } from '../user-store.ts'
import {
  type AccountRecord,
  isAdmin,
  isIn,
  newAccount,
  noPassword,
  once,
  stampOf,
} from './account-record.ts'

export interface MemoryAccountsOptions {
  /** The initial users, with the pks 1, 2, 3 and so on. Default none. */
  users?: readonly NewUser[]
  /** How passwords are hashed. Default `pbkdf2()`. */
  passwords?: PasswordHasher
  /** True: every new user gets a token, including those of `users`. Default false. */
  createTokens?: boolean
  /** The form of tokens and how long they are valid. Default 40 hex digits, forever. */
  tokens?: TokenOptions
}

/** Accounts in memory. `memorySessions` works with its users. */
export interface MemoryAccounts extends Accounts<Account> {
  users: MemoryUsers
  tokens: TokenStore<Account>
}

export interface MemoryUsers extends UserDirectory<Account>, SessionUsers<Account> {}

export const memoryAccountsOptions = knownOptions<MemoryAccountsOptions>('memoryAccounts()', {
  users: 'optional',
  passwords: 'optional',
  createTokens: 'optional',
  tokens: 'optional',
})

/**
 * Accounts that live as long as the process, for tests and experiments.
 *
 * @throws UsernameTaken, InvalidUser when one of `users` cannot be created.
 */
export function memoryAccounts(options: MemoryAccountsOptions = {}): MemoryAccounts {
  memoryAccountsOptions.require(options)
  const { users = [], passwords = pbkdf2(), createTokens = false, tokens: tokenOptions } = options
  const rules = tokenRules(tokenOptions)
  const records = new Map<string, AccountRecord>()
  const tokensByKey = new Map<string, TokenRecord>()
  const tokensByUser = new Map<number, TokenRecord>()

  function add(fields: NewUser, password: AccountRecord['password']): Account {
    if (records.has(fields.username)) throw new UsernameTaken(fields.username)

    const user = newAccount(records.size + 1, fields)
    const hasPassword = fields.password !== null
    records.set(user.username, { user, hasPassword, password, stampNumber: 1 })
    if (createTokens) replaceToken(user)
    return user
  }

  function replaceToken(user: Account): Token<Account> {
    const token = { key: generateTokenKey(rules.keyPrefix), user, created: rules.now() }
    removeToken(user.pk)
    const record = { token, lastUsed: null }
    tokensByUser.set(user.pk, record)
    tokensByKey.set(token.key, record)
    return token
  }

  function removeToken(pk: number): boolean {
    const record = tokensByUser.get(pk)
    if (record !== undefined) tokensByKey.delete(record.token.key)
    return tokensByUser.delete(pk)
  }

  const serving = (record: TokenRecord | undefined): TokenRecord | null =>
    record && !isExpired({ ...record.token, ...record }, rules) ? record : null

  function recordOf(user: Account): AccountRecord {
    const record = records.get(user.username)
    if (record?.user.pk !== user.pk) throw new UserNotFound(user)
    return record
  }

  /** @throws LastAdmin when there is no other admin and the options require one. */
  function requireOtherAdmin(record: AccountRecord, options: UserChangeOptions = {}): void {
    if (!options.keepAdmin || !isAdmin(record)) return
    if ([...records.values()].filter(isAdmin).length === 1) throw new LastAdmin(record.user)
  }

  function requireStamp(user: Account, stamp: string): void {
    const record = records.get(user.username)
    const isCurrent = record?.user.isActive && stampOf(record) === stamp
    if (!isCurrent) throw new SignInOutdated(user)
  }

  /** Stores the user in the record and in their token. */
  function keepUser(record: AccountRecord, user: Account): Account {
    record.user = Object.freeze(user)
    const token = tokensByUser.get(user.pk)
    if (token !== undefined) token.token = { ...token.token, user }
    return user
  }

  for (const fields of users) {
    const { password } = fields
    requireNewUser(fields)
    if (password !== null) requirePassword(password)
    // Hashed on first use: most tests use none of these passwords.
    add(fields, password === null ? noPassword : once(() => passwords.hash(password)))
  }

  return {
    users: {
      find: async (username) => records.get(username)?.user ?? null,

      async verify(username, password, known) {
        const record = isUsername(username) ? records.get(username) : undefined
        const passwordStamp = record === undefined ? '' : stampOf(record)
        const hash = (await record?.password()) ?? null
        // Inactive users are rejected, and a rejection always costs a hash.
        const spares = record?.user.isActive ? known : undefined
        if (!(await verifyPassword(passwords, password, hash, spares))) return null

        // The password may have changed while the hash was computed.
        if (record === undefined || (await record.password()) !== hash) return null
        return { user: record.user, passwordStamp }
      },

      async create(fields) {
        requireNewUser(fields)
        const hash = fields.password === null ? null : await passwords.hash(fields.password)
        return add(fields, async () => hash)
      },

      async setPassword(user, password, options) {
        const record = recordOf(user)
        const hash = password === null ? null : await passwords.hash(password)
        if (hash === null) requireOtherAdmin(record, options)
        record.hasPassword = hash !== null
        record.password = async () => hash
        record.stampNumber++
      },

      passwordStamp: async (user) => stampOf(recordOf(user)),

      async setActive(user, isActive, options) {
        const record = recordOf(user)
        if (!isActive) requireOtherAdmin(record, options)
        if (!isActive) record.stampNumber++
        keepUser(record, { ...record.user, isActive })
      },

      async findByPk(pk) {
        const record = [...records.values()].find(({ user }) => `${user.pk}` === pk)
        return record?.user ?? null
      },

      search(filter = {}) {
        const found = [...records.values()].map(({ user }) => user).filter(isIn(filter))
        return arrayItems(found, { key: 'pk' })
      },

      async update(user, { email, isStaff }, options) {
        if (email !== undefined) requireEmail(email)
        const record = records.get(user.username)
        if (record?.user.pk !== user.pk) return null
        if (isStaff === false) requireOtherAdmin(record, options)
        return keepUser(record, {
          ...record.user,
          ...(email !== undefined && { email }),
          ...(isStaff !== undefined && { isStaff }),
        })
      },

      async *all() {
        for (const { user } of records.values()) yield user
      },
    },

    tokens: {
      async find(key) {
        const record = serving(tokensByKey.get(key))
        if (record === null) return null
        record.lastUsed = rules.now()
        return record.token
      },

      of: async ({ pk }) => serving(tokensByUser.get(pk))?.token ?? null,

      async getOrCreate(user, verified) {
        if (verified !== undefined) requireStamp(user, verified.passwordStamp)
        return serving(tokensByUser.get(user.pk))?.token ?? replaceToken(recordOf(user).user)
      },

      regenerate: async (user) => replaceToken(recordOf(user).user),

      revoke: async ({ pk }) => removeToken(pk),
    },
  }
}

interface TokenRecord {
  token: Token<Account>
  lastUsed: Date | null
}
