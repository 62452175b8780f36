import { type NewUser, type PasswordHasher, type User, UsernameTaken } from 'turnpike'
import { requireNewUser } from 'turnpike/kit'
import type { AnyDatabase, AnyRow } from '../../kysely/database.ts'
import { inTransaction } from '../../kysely/transactions/in-transaction.ts'
import { constraintViolation } from '../../kysely/violations/constraint-violation.ts'
import { findUserRow, type UserRows, userReader } from './user-rows.ts'

export interface NewUserOptions {
  readonly passwords: PasswordHasher
  /** Further values of the row of a new user. */
  readonly newUser: (user: NewUser) => object
  /** Called in the transaction that creates a user. */
  readonly created: (user: User) => Promise<unknown>
}

/**
 * Inserts a user, with a hash of the password.
 *
 * @throws UsernameTaken when another user has the name.
 */
export async function createUser(
  rows: UserRows,
  user: NewUser,
  { passwords, newUser, created }: NewUserOptions,
): Promise<User> {
  requireNewUser(user)
  const { db, table, fields } = rows
  await rows.requireUnique(fields.username)
  const hash = user.password === null ? null : await passwords.hash(user.password)
  const values = rows.written({ ...newUser(user), ...valuesOf(rows, user, hash) }, true)
  return inTransaction(db, async () => {
    const row = await insert(rows, values, user.username).catch(async (error: unknown) => {
      throw (await constraintViolation(db, error, { table, values })) ?? error
    })
    const added = userReader(rows)(row)
    await created(added)
    return added
  })
}

function valuesOf({ fields }: UserRows, user: NewUser, hash: string | null): AnyRow {
  const { username, email = '', isActive = true, isStaff = false } = user
  const values: AnyRow = {
    [fields.username]: username,
    [fields.password]: hash,
    [fields.isActive]: isActive,
    [fields.deactivations]: 0,
  }
  // The address may also be the name of the user.
  if (fields.email !== null && fields.email !== fields.username) values[fields.email] = email
  if (fields.isStaff !== null) values[fields.isStaff] = isStaff
  return values
}

async function insert(rows: UserRows, values: AnyRow, username: string): Promise<AnyRow> {
  const db: AnyDatabase = rows.db
  // A failed statement would end the transaction of PostgreSQL.
  const insertion = db.insertInto(rows.table).values(values).returningAll()
  const row = await insertion.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  if (row !== undefined) return row
  if ((await findUserRow(rows, username)) !== null) throw new UsernameTaken(username)
  return insertion.executeTakeFirstOrThrow()
}
