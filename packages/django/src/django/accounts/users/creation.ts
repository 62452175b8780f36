import type { AnyDatabase } from '@turnpike/sql'
import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { type NewUser, type PasswordHasher, UsernameTaken } from 'turnpike'
import { requireNewUser } from 'turnpike/kit'
import { dialectOf } from '../../dialect.ts'
import type { DjangoDatabase } from '../../django-database.ts'
import { storedMoment } from '../../moments.ts'
import { rowOf, rowsAnyCase } from './lookup.ts'
import { type DjangoUser, userOf } from './rows.ts'
import type { UserTable } from './table.ts'
import { newUuid, storedBoolean, storedEmail, storedPassword, written } from './values.ts'

export interface UserCreation {
  readonly passwords: PasswordHasher
  /** Further values of the row of a new user. */
  readonly newUser: (user: NewUser) => Readonly<Record<string, unknown>>
}

/** The new user. @throws UsernameTaken when another user has the name. */
export async function createUser(
  { db, now }: DjangoDatabase,
  users: UserTable,
  { passwords, newUser }: UserCreation,
  user: NewUser,
): Promise<DjangoUser> {
  requireNewUser(user)
  const { username, email = '', isActive = true, isStaff = false } = user
  const values = {
    ...written(users.isSuperuser, storedBoolean(db, false)),
    ...written(users.created, storedMoment(db, now())),
    ...written(users.isActive, storedBoolean(db, isActive)),
    ...written(users.isStaff, storedBoolean(db, isStaff)),
    ...written(users.email, storedEmail(email)),
    // The default of a UUIDField is in Python.
    ...(users.pkType === 'uuid' && { [users.pk]: newUuid() }),
    ...newUser(user),
    [users.username]: username,
    [users.password]: await storedPassword(passwords, user.password),
  }
  return inTransaction(db, async (own) => {
    await insert(own, users, values, username)
    const row = await rowOf(own, users, username)
    if (row === null) throw new Error(`The new user ${username} was not stored.`)
    return userOf(row, users)
  })
}

async function insert(
  db: AnyDatabase,
  users: UserTable,
  values: Readonly<Record<string, unknown>>,
  username: string,
): Promise<void> {
  if (users.caseInsensitive && (await rowsAnyCase(db, users, username)).length > 0) {
    throw new UsernameTaken(username)
  }
  const insertion = db.insertInto(users.table).values(values)
  if (dialectOf(db) !== 'mysql') {
    // A failed statement would end the transaction of PostgreSQL.
    const { numInsertedOrUpdatedRows } = await insertion
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 0n) return
    if ((await rowOf(db, users, username)) !== null) throw new UsernameTaken(username)
  }
  await insertion.execute().catch(async (error: unknown) => {
    const isTaken = dialectOf(db) === 'mysql' && (await rowOf(db, users, username)) !== null
    throw isTaken ? new UsernameTaken(username, { cause: error }) : error
  })
}
