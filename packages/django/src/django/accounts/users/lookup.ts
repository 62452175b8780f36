import type { AnyDatabase } from '@turnpike/sql'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { sql } from 'kysely'
import { maxEmailLength } from 'turnpike/kit'
import { dialectOf } from '../../dialect.ts'
import { type DjangoUser, isStorable, locked, selectUsers, userOf } from './rows.ts'
import type { UserTable } from './table.ts'

/**
 * The row of the user with this name; null when there is none. MySQL compares names without regard
 * to case, as Django does there.
 */
export async function rowOf(
  db: AnyDatabase,
  users: UserTable,
  username: string,
): Promise<AnyRow | null> {
  if (username === '' || username.length > 2 * maxEmailLength || !isStorable(username)) return null
  if (!users.caseInsensitive) return rowWhere(db, users, users.username, username)
  const rows = await rowsAnyCase(db, users, username)
  // If one of several were taken, a user could sign in as another with the same name in another
  // case.
  return rows.length === 1 ? (rows[0] ?? null) : null
}

/** At most two rows whose username is this one, in any case. */
export function rowsAnyCase(
  db: AnyDatabase,
  users: UserTable,
  username: string,
): Promise<readonly AnyRow[]> {
  const column = sql.ref(`${users.table}.${users.username}`)
  return (
    selectUsers(db, users)
      .where(sql<boolean>`upper(${column}) = upper(${username})`)
      // A dotless i becomes the same capital as an i. It is another name, free to be registered.
      .where(sql<boolean>`lower(${column}) = lower(${username})`)
      .limit(2)
      .execute()
  )
}

/** Null if there is no such user. */
export const rowWithPk = (
  db: AnyDatabase,
  users: UserTable,
  pk: number | string,
): Promise<AnyRow | null> => rowWhere(db, users, users.pk, pk)

/** @param text a pk as a URL has it. */
export async function rowWithPkText(
  db: AnyDatabase,
  users: UserTable,
  text: string,
): Promise<AnyRow | null> {
  const pk = pkOf(text, db, users)
  return pk === null ? null : rowWithPk(db, users, pk)
}

async function rowWhere(
  db: AnyDatabase,
  users: UserTable,
  column: string,
  value: number | string,
): Promise<AnyRow | null> {
  // PostgreSQL would fail for a number beyond 32 bits, not just find none.
  const isNumber = typeof value === 'number' && dialectOf(db) === 'postgres'
  const compared = isNumber ? sql`cast(${value} as bigint)` : sql`${value}`
  const matching = selectUsers(db, users).where(`${users.table}.${column}`, '=', compared)
  return (await matching.executeTakeFirst()) ?? null
}

/**
 * Locks the row of the user until the transaction ends.
 *
 * @returns its columns as they are stored, without the moments of `selectUsers`. Null if there is
 *   no such user.
 */
export async function lockUser(
  db: AnyDatabase,
  users: UserTable,
  { pk }: Pick<DjangoUser, 'pk'>,
): Promise<AnyRow | null> {
  const row = db.selectFrom(users.table).selectAll().where(users.pk, '=', pk)
  return (await locked(db, row).executeTakeFirst()) ?? null
}

/** All users in the order of their pks. */
export async function* allUsers(db: AnyDatabase, users: UserTable): AsyncGenerator<DjangoUser> {
  let last: unknown
  for (;;) {
    const ordered = selectUsers(db, users).orderBy(`${users.table}.${users.pk}`).limit(batchSize)
    const batch: AnyRow[] = await (last === undefined
      ? ordered
      : ordered.where(`${users.table}.${users.pk}`, '>', last)
    ).execute()
    for (const row of batch) yield userOf(row, users)
    if (batch.length < batchSize) return
    last = batch.at(-1)?.[users.pk]
  }
}

/** Users are read in batches: an open statement would block the connection for others. */
const batchSize = 500

/** The text of a URL as a pk is stored; null when no user has such a pk, or another spelling. */
function pkOf(given: string, db: AnyDatabase, { pkType }: UserTable): string | number | null {
  if (pkType === 'integer') {
    const number = Number(given)
    return /^(?:0|-?[1-9]\d{0,15})$/.test(given) && Number.isSafeInteger(number) ? number : null
  }
  if (pkType === 'text') return given.length <= 1000 && isStorable(given) ? given : null

  if (!/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/.test(given)) return null
  const digits = given.replaceAll('-', '')
  return dialectOf(db) === 'postgres'
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : digits
}
