import type { AnyDatabase } from '@turnpike/sql'
import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { UserNotFound } from 'turnpike'
import { LastAdmin, requireEmail, type UserChangeOptions, type UserChanges } from 'turnpike/kit'
import { lockUser, rowWithPk } from './lookup.ts'
import { type DjangoUser, locked, pkIn, userOf } from './rows.ts'
import { hasUsablePassword } from './search.ts'
import type { UserTable } from './table.ts'
import { storedBoolean, storedEmail, written } from './values.ts'

/**
 * Changes the columns of a user.
 *
 * @throws LastAdmin when `keepAdmin` is true and the user is the only administrator.
 * @throws UserNotFound when the user no longer exists.
 */
export async function changeUser(
  db: AnyDatabase,
  users: UserTable,
  user: DjangoUser,
  values: Readonly<Record<string, unknown>>,
  { keepAdmin = false }: UserChangeOptions = {},
): Promise<void> {
  await inTransaction(db, async (own) => {
    // All admins are locked first, in one order, so that of two changes the second one sees the
    // result of the first.
    const isLast = keepAdmin && (await isLastAdmin(own, users, user))
    if ((await lockUser(own, users, user)) === null) throw new UserNotFound(user)
    if (isLast) throw new LastAdmin(user)
    if (Object.keys(values).length === 0) return
    await own.updateTable(users.table).set(values).where(users.pk, '=', user.pk).execute()
  })
}

/** The user with another address or role; null when there is no such user any more. */
export async function updateUser(
  db: AnyDatabase,
  users: UserTable,
  user: DjangoUser,
  { email, isStaff }: UserChanges,
  options?: UserChangeOptions,
): Promise<DjangoUser | null> {
  if (email !== undefined) requireEmail(email)
  const values = {
    ...(email !== undefined && written(users.email, storedEmail(email))),
    ...(isStaff !== undefined && written(users.isStaff, storedBoolean(db, isStaff))),
  }
  try {
    if (Object.keys(values).length > 0) {
      await changeUser(db, users, user, values, isStaff === false ? options : {})
    }
  } catch (error) {
    if (error instanceof UserNotFound) return null
    throw error
  }
  const row = await rowWithPk(db, users, user.pk)
  return row && userOf(row, users)
}

async function isLastAdmin(
  db: AnyDatabase,
  users: UserTable,
  { pk }: DjangoUser,
): Promise<boolean> {
  if (users.isStaff === null) return false
  let admins = db
    .selectFrom(users.table)
    .select(users.pk)
    .where(users.isStaff, '=', storedBoolean(db, true))
    .where(hasUsablePassword(users))
    .orderBy(users.pk)
  if (users.isActive !== null) {
    admins = admins.where(users.isActive, '=', storedBoolean(db, true))
  }
  const [only, another] = await locked(db, admins).execute()
  return another === undefined && only !== undefined && pkIn(only, users) === pk
}
