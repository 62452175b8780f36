import type { Kysely } from 'kysely'
import type { PasswordHasher } from '../../accounts/passwords/passwords.ts'
import { type TokenOptions, tokenRules } from '../../accounts/token-rules.ts'
import type { Accounts } from '../../accounts/token-store.ts'
import type { Account } from '../../accounts/user.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { consoleLogger, type Logger } from '../../http/logger.ts'
import { argon2id } from '../../node/argon2id.ts'
import type { AnyDatabase } from '../database.ts'
import type { AccountTables } from './tables.ts'
import { tokenUses } from './token-uses.ts'
import { createTokenVault, sealingSecrets } from './token-vault.ts'
import { kyselyTokens } from './tokens.ts'
import { type KyselyUsers, kyselyUsers } from './users.ts'

export interface KyselyAccountsOptions {
  /**
   * Secrets of at least 32 characters, from somewhere else than the database: token keys are kept
   * sealed under them. The first one seals, all of them open, so that a new one can be put in
   * front.
   */
  secrets: readonly string[]
  /** How passwords are kept. Default `argon2id()`, which verifies `pbkdf2()` hashes too. */
  passwords?: PasswordHasher
  /** True: every user gets a token when created. Default false. */
  createTokens?: boolean
  /** How tokens are made, and how long they serve. Default 40 hex digits, for ever. */
  tokens?: TokenOptions
  /** Where it is told that the use of a token could not be written. Default the console. */
  logger?: Logger
}

export const kyselyAccountsOptions = knownOptions<KyselyAccountsOptions>('kyselyAccounts()', {
  secrets: { required: sealingSecrets },
  passwords: 'optional',
  createTokens: 'optional',
  tokens: 'optional',
  logger: 'optional',
})

/** Accounts in a database. `redisSessions` can follow their users. */
export interface KyselyAccounts extends Accounts<Account> {
  users: KyselyUsers
  /**
   * Writes down what is yet to be written of the last use of tokens. Call it before the database is
   * closed. There is something to write only where tokens expire when they are not used.
   */
  flush(): Promise<void>
}

/**
 * Accounts in the tables `turnpike_user` and `turnpike_token`, which `migrate(db)` makes. Plugins
 * of the database, such as one for camel case, do not apply to them.
 *
 * @throws ConfigurationError when the secrets or the options of tokens cannot be used.
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
  const tables: Kysely<AccountTables> = db.withoutPlugins()
  const rules = tokenRules(tokenOptions)
  const parts = { rules, vault: createTokenVault(secrets) }
  const uses = tokenUses(tables, rules.now, logger)
  return {
    users: kyselyUsers(tables, { passwords, newTokens: createTokens ? parts : null }),
    tokens: kyselyTokens(tables, parts, uses),
    flush: uses.flush,
  }
}
