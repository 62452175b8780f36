import type { Kysely } from 'kysely'
import { type Account, type NewUser, type PasswordHasher, UsernameTaken } from 'turnpike'
import { requireNewUser } from 'turnpike/kit'
import { inTransaction } from '../transactions/in-transaction.ts'
import { type AccountTables, accountOf } from './tables.ts'
import { insertToken, type TokenParts } from './tokens.ts'

export interface NewUserOptions {
  passwords: PasswordHasher
  /** The parts that create a token for each new user. With null, users get none. */
  newTokens: TokenParts | null
}

/**
 * Inserts a user, with a hash of the password, and maybe a token.
 *
 * @throws UsernameTaken when another user has the name.
 */
export async function createUser(
  db: Kysely<AccountTables>,
  fields: NewUser,
  { passwords, newTokens }: NewUserOptions,
): Promise<Account> {
  requireNewUser(fields)
  const { username, email = '', isActive = true, isStaff = false } = fields
  const password = fields.password === null ? null : await passwords.hash(fields.password)

  return inTransaction(db, async (db) => {
    const row = await db
      .insertInto('turnpike_user')
      .values(({ lit }) => ({
        username,
        email,
        password,
        is_active: lit(isActive),
        is_staff: lit(isStaff),
        created: new Date().toISOString(),
      }))
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new UsernameTaken(username)

    if (newTokens !== null) await insertToken(db, newTokens, row.id)
    return accountOf(row)
  })
}
