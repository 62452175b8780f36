import type { Kysely } from 'kysely'
import type { PasswordHasher } from '../accounts/passwords.ts'
import type { Accounts } from '../accounts/stores.ts'
import type { Account } from '../accounts/user.ts'
import { argon2id } from '../node/argon2id.ts'
import type { AccountTables } from './account-tables.ts'
import type { AnyDatabase } from './database.ts'
import { kyselyTokens } from './tokens.ts'
import { type KyselyUsers, kyselyUsers } from './users.ts'

export interface KyselyAccountsOptions {
  /** How passwords are kept. Default `argon2id()`, which verifies `pbkdf2()` hashes too. */
  passwords?: PasswordHasher
  /** True: every user gets a token when created. Default false. */
  createTokens?: boolean
}

/** Accounts in a database. `redisSessions` can follow their users. */
export interface KyselyAccounts extends Accounts<Account> {
  users: KyselyUsers
}

/**
 * Accounts in the tables `turnpike_user` and `turnpike_token`, which `migrate(db)` makes. Plugins of
 * the database, such as one for camel case, do not apply to them.
 */
export function kyselyAccounts(
  db: AnyDatabase,
  { passwords = argon2id(), createTokens = false }: KyselyAccountsOptions = {},
): KyselyAccounts {
  const tables: Kysely<AccountTables> = db.withoutPlugins()
  return {
    users: kyselyUsers(tables, { passwords, createTokens }),
    tokens: kyselyTokens(tables),
  }
}
