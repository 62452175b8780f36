import type { Kysely } from 'kysely'
import type { PasswordHasher } from '../../accounts/passwords/passwords.ts'
import { type TokenOptions, tokenRules } from '../../accounts/token-rules.ts'
import type { Accounts } from '../../accounts/token-store.ts'
import type { Account } from '../../accounts/user.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { consoleLogger, type Logger } from '../../http/logger.ts'
import { argon2id } from '../../node/argon2id.ts'
import type { AnyDatabase } from '../database.ts'
import { joining } from '../transactions/joining.ts'
import type { AccountTables } from './tables.ts'
import { tokenUses } from './token-uses.ts'
import { createTokenVault, sealingSecrets } from './token-vault.ts'
import { kyselyTokens } from './tokens.ts'
import { type KyselyUsers, kyselyUsers } from './users.ts'

export interface KyselyAccountsOptions {
  /**
   * Secrets of at least 32 characters, stored apart from the database: they seal the token keys.
   * The first one seals, all of them open, so a new secret can be put in front.
   */
  secrets: readonly string[]
  /** How passwords are hashed. Default `argon2id()`, which also verifies `pbkdf2()` hashes. */
  passwords?: PasswordHasher
  /** True: every new user gets a token. Default false. */
  createTokens?: boolean
  /** The form of tokens and how long they are valid. Default 40 hex digits, forever. */
  tokens?: TokenOptions
  /** Logs failures to record the use of a token. Default the console. */
  logger?: Logger
}

export const kyselyAccountsOptions = knownOptions<KyselyAccountsOptions>('kyselyAccounts()', {
  secrets: { required: sealingSecrets },
  passwords: 'optional',
  createTokens: 'optional',
  tokens: 'optional',
  logger: 'optional',
})

/** Accounts in a database. `redisSessions` works with their users. */
export interface KyselyAccounts extends Accounts<Account> {
  users: KyselyUsers
  /**
   * Writes the pending last uses of tokens. Call it before the database is closed. Uses are
   * recorded only if tokens have an idle time.
   */
  flush(): Promise<void>
}

/**
 * Accounts in the tables `turnpike_user` and `turnpike_token`, which `migrate(db)` creates. Plugins
 * of the database, such as one for camel case, do not apply to them.
 *
 * @throws ConfigurationError when the secrets or the token options are invalid.
 */
export function kyselyAccounts(db: AnyDatabase, options: KyselyAccountsOptions): KyselyAccounts {
  kyselyAccountsOptions.require(options)
  const {
    secrets,
    passwords = argon2id(),
    createTokens = false,
    tokens: tokenOptions,
    logger = consoleLogger,
  } = options
  const apart: Kysely<AccountTables> = db.withoutPlugins()
  const tables: Kysely<AccountTables> = joining(apart)
  const rules = tokenRules(tokenOptions)
  const parts = { rules, vault: createTokenVault(secrets) }
  const uses = tokenUses(apart, rules.now, logger)
  return {
    users: kyselyUsers(tables, { passwords, newTokens: createTokens ? parts : null }),
    tokens: kyselyTokens(tables, parts, uses),
    flush: uses.flush,
  }
}
