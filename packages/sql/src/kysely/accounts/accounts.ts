import type { Kysely } from 'kysely'
import {
  type Account,
  consoleLogger,
  type Logger,
  type PasswordHasher,
  type TokenOptions,
} from 'turnpike'
import {
  type Accounts,
  type ApiKeyOptions,
  type ApiKeyStore,
  apiKeyRules,
  knownOptions,
  tokenRules,
} from 'turnpike/kit'
import { argon2id } from 'turnpike/node'
import type { AnyDatabase } from '../database.ts'
import { joining } from '../transactions/joining.ts'
import { kyselyKeys } from './keys/api-keys.ts'
import { lastUses } from './last-uses.ts'
import type { AccountTables } from './tables.ts'
import { createTokenVault, sealingSecrets } from './token-vault.ts'
import { kyselyTokens } from './tokens.ts'
import { type KyselyUsers, kyselyUsers } from './users.ts'

export interface KyselyAccountsOptions {
  /**
   * Secrets of at least 32 characters, stored apart from the database: they seal tokens and API
   * keys. The first one seals, all of them open, so a new secret can be put in front.
   */
  secrets: readonly string[]
  /** How passwords are hashed. Default `argon2id()`, which also verifies `pbkdf2()` hashes. */
  passwords?: PasswordHasher
  /** True: every new user gets a token. Default false. */
  createTokens?: boolean
  /** The form of tokens and how long they are valid. Default 40 hex digits, forever. */
  tokens?: TokenOptions
  /** The form of API keys and how long they are valid. Default `tk_` before them, forever. */
  keys?: ApiKeyOptions
  /** Logs failures to record the use of a token or an API key. Default the console. */
  logger?: Logger
}

export const kyselyAccountsOptions = knownOptions<KyselyAccountsOptions>('kyselyAccounts()', {
  secrets: { required: sealingSecrets },
  passwords: 'optional',
  createTokens: 'optional',
  tokens: 'optional',
  keys: 'optional',
  logger: 'optional',
})

/** Accounts in a database. `redisSessions` works with their users. */
export interface KyselyAccounts extends Accounts<Account> {
  users: KyselyUsers
  keys: ApiKeyStore<Account>
  /**
   * Writes the pending last uses of API keys and tokens. Call it before the database is closed.
   * Uses of tokens are recorded only if they have an idle time.
   */
  flush(): Promise<void>
}

/**
 * Accounts in the tables `turnpike_user`, `turnpike_token` and `turnpike_api_key`, which
 * `migrate(db)` creates. Plugins of the database, such as one for camel case, do not apply to them.
 *
 * @throws ConfigurationError when the secrets or the options of tokens or API keys are invalid.
 */
export function kyselyAccounts(db: AnyDatabase, options: KyselyAccountsOptions): KyselyAccounts {
  kyselyAccountsOptions.require(options)
  const {
    secrets,
    passwords = argon2id(),
    createTokens = false,
    tokens: tokenOptions,
    keys: keyOptions,
    logger = consoleLogger,
  } = options
  const apart: Kysely<AccountTables> = db.withoutPlugins()
  const tables: Kysely<AccountTables> = joining(apart)
  const rules = tokenRules(tokenOptions)
  const parts = { rules, vault: createTokenVault(secrets) }
  const tokenTable = { table: 'turnpike_token', id: 'digest', of: 'tokens' } as const
  const tokenUses = lastUses(apart, tokenTable, rules.now, logger)
  const keyRules = apiKeyRules(keyOptions)
  const keyTable = { table: 'turnpike_api_key', id: 'id', of: 'API keys' } as const
  const keyUses = lastUses(apart, keyTable, keyRules.now, logger)
  return {
    users: kyselyUsers(tables, { passwords, newTokens: createTokens ? parts : null }),
    tokens: kyselyTokens(tables, parts, tokenUses),
    keys: kyselyKeys(tables, keyRules, createTokenVault(secrets, 'api key'), keyUses),
    async flush() {
      await Promise.all([tokenUses.flush(), keyUses.flush()])
    },
  }
}
