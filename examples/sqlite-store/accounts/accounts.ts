import type { DatabaseSync } from 'node:sqlite'
import { type Account, type PasswordHasher, pbkdf2, type TokenStore } from 'turnpike'
import { type Accounts, type TokenOptions, tokenRules } from 'turnpike/kit'
import { createSeal } from './seal.ts'
import { sqliteTokens } from './tokens.ts'
import { type SqliteUsers, sqliteUsers } from './users.ts'

export interface SqliteAccountsOptions {
  /** Encrypt the keys of tokens; at least 32 characters each. The first seals, all open. */
  secrets: readonly string[]
  /** How passwords are hashed. Default `pbkdf2()`. */
  passwords?: PasswordHasher
  /** The form of tokens and how long they are valid. Default 40 hex digits, forever. */
  tokens?: TokenOptions
}

export interface SqliteAccounts extends Accounts<Account> {
  users: SqliteUsers
  tokens: TokenStore<Account>
}

/** Users and their tokens. @throws ConfigurationError when an option is invalid. */
export const sqliteAccounts = (
  database: DatabaseSync,
  { secrets, passwords = pbkdf2(), tokens }: SqliteAccountsOptions,
): SqliteAccounts => ({
  users: sqliteUsers(database, passwords),
  tokens: sqliteTokens(database, createSeal(secrets), tokenRules(tokens)),
})
