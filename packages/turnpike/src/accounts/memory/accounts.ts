import { knownOptions } from '../../errors/known-options.ts'
import { type ApiKeyOptions, apiKeyRules } from '../keys/api-key-rules.ts'
import type { ApiKeyStore } from '../keys/api-key-store.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { pbkdf2 } from '../passwords/passwords.ts'
import { type TokenOptions, tokenRules } from '../token-rules.ts'
import type { Accounts } from '../token-store.ts'
import type { Account, NewUser } from '../user.ts'
import type { AccountRecord } from './account-record.ts'
import { memoryKeys } from './keys.ts'
import { memoryTokens } from './tokens.ts'
import { type MemoryUsers, memoryUsers } from './users.ts'

export interface MemoryAccountsOptions {
  /** The initial users, with the pks 1, 2, 3 and so on. Default none. */
  users?: readonly NewUser[]
  /** How passwords are hashed. Default `pbkdf2()`. */
  passwords?: PasswordHasher
  /** True: every new user gets a token, including those of `users`. Default false. */
  createTokens?: boolean
  /** The form of tokens and how long they are valid. Default 40 hex digits, forever. */
  tokens?: TokenOptions
  /** The form of API keys and how long they are valid. Default `tk_` before them, forever. */
  keys?: ApiKeyOptions
}

/** Accounts in memory. `memorySessions` can follow its users. */
export interface MemoryAccounts extends Accounts<Account> {
  users: MemoryUsers
  keys: ApiKeyStore<Account>
}

export const memoryAccountsOptions = knownOptions<MemoryAccountsOptions>('memoryAccounts()', {
  users: 'optional',
  passwords: 'optional',
  createTokens: 'optional',
  tokens: 'optional',
  keys: 'optional',
})

/**
 * Accounts that live as long as the process, for tests and experiments.
 *
 * @throws UsernameTaken, InvalidUser when one of `users` cannot be created.
 */
export function memoryAccounts(options: MemoryAccountsOptions = {}): MemoryAccounts {
  memoryAccountsOptions.require(options)
  const {
    users = [],
    passwords = pbkdf2(),
    createTokens = false,
    tokens: tokenOptions,
    keys: keyOptions,
  } = options
  const records = new Map<string, AccountRecord>()
  const { tokens, issue } = memoryTokens(records, tokenRules(tokenOptions))
  const onCreated = createTokens ? issue : () => {}
  return {
    users: memoryUsers(records, { users, passwords, onCreated }),
    tokens,
    keys: memoryKeys(records, apiKeyRules(keyOptions)),
  }
}
