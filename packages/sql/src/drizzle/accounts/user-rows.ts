import type { User } from 'turnpike'
import { isUsername } from 'turnpike/kit'
import { stampOf } from '../../kysely/accounts/signed-in.ts'
import type { PasswordRows } from '../../kysely/accounts/verify-password.ts'
import type { AnyRow } from '../../kysely/database.ts'
import type { OtherUserFields, UserFields } from './fields.ts'
import type { AccountRows } from './rows.ts'

export type UserRows = AccountRows<
  Record<keyof UserFields, string> & Record<keyof OtherUserFields, string | null>
>

/** The row of a username. Null if no user has it. */
export async function findUserRow(rows: UserRows, username: string): Promise<AnyRow | null> {
  const { db, table, fields, sent } = rows
  if (!isUsername(username)) return null
  await rows.requireUnique(fields.username)
  const query = db.selectFrom(table).selectAll()
  const named = query.where(fields.username, '=', sent(fields.username, username))
  return (await named.executeTakeFirst()) ?? null
}

/**
 * The row of an id. Null if the user does not exist.
 *
 * @param isLocked a change of the user waits for the transaction, or is seen in it. Default false.
 */
export async function readUserRow(
  { db, table, fields, sent, isSqlite }: UserRows,
  pk: unknown,
  isLocked = false,
): Promise<AnyRow | null> {
  const rows = db.selectFrom(table).selectAll().where(fields.id, '=', sent(fields.id, pk))
  // SQLite has only one writer at a time.
  const query = isLocked && !isSqlite ? rows.forShare() : rows
  return (await query.executeTakeFirst()) ?? null
}

/** All rows, by their ids. */
export async function* everyUserRow({ db, table, fields, sent }: UserRows): AsyncGenerator<AnyRow> {
  const all = db.selectFrom(table).selectAll()
  let last: unknown
  for (;;) {
    const next = last === undefined ? all : all.where(fields.id, '>', last)
    const batch = await next.orderBy(fields.id).limit(batchSize).execute()
    yield* batch
    if (batch.length < batchSize) return
    last = sent(fields.id, batch.at(-1)?.[fields.id])
  }
}

/** Users are read in batches: an open statement would block the connection for others. */
const batchSize = 500

/** The row without the password, and what each user has. */
export function userReader({ fields }: UserRows): (row: AnyRow) => User {
  return (row) => {
    const { [fields.password]: _password, [fields.deactivations]: _count, ...own } = row
    return {
      ...own,
      pk: row[fields.id],
      username: row[fields.username],
      email: (fields.email === null ? null : row[fields.email]) ?? '',
      isActive: row[fields.isActive] === true,
      isStaff: fields.isStaff !== null && row[fields.isStaff] === true,
      isAuthenticated: true,
    }
  }
}

/** The `passwordStamp` of the row's user. */
export const passwordStampOf = ({ fields }: UserRows, row: AnyRow): string =>
  stampOf({ password: row[fields.password], deactivations: Number(row[fields.deactivations]) })

/** The passwords of a table of users. */
export function passwordRows(rows: UserRows): PasswordRows<AnyRow, User> {
  const { db, table, fields, sent } = rows
  const userOf = userReader(rows)
  return {
    find: (username) => findUserRow(rows, username),
    hashOf: (row) => row[fields.password] ?? null,
    sample: (direction, sampleSize) =>
      db
        .selectFrom(table)
        .select(fields.password)
        .orderBy(fields.id, direction)
        .limit(sampleSize)
        .execute(),
    isActive: (row) => row[fields.isActive] === true,
    verified: (row) => ({ user: userOf(row), passwordStamp: passwordStampOf(rows, row) }),

    async rehash(row, hash) {
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ [fields.password]: sent(fields.password, hash) })
        .where(fields.id, '=', sent(fields.id, row[fields.id]))
        // A password changed meanwhile is not overwritten.
        .where(fields.password, '=', sent(fields.password, row[fields.password]))
        .executeTakeFirst()
      return numUpdatedRows === 0n ? null : { ...row, [fields.password]: hash }
    },
  }
}
