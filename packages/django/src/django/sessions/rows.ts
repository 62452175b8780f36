import { type RawBuilder, sql } from 'kysely'
import { type Dialect, dialectOf } from '../dialect.ts'
import type { DjangoDatabase } from '../django-database.ts'
import { readMoment, selectMoment, storedMoment } from '../moments.ts'

/** A row of `django_session`. */
export interface SessionRow {
  readonly key: string
  /** Signed; see `readSessionData`. */
  readonly data: string
  readonly expireDate: Date
}

/** The part of a user's row on which a sign-in depends. */
export interface SignInRow {
  readonly password: string
  readonly isActive: boolean
}

const table = 'django_session'

/** Rows that are read, and keys that are deleted, by one statement. */
const batch = 500

const selectRows = ({ db }: DjangoDatabase) =>
  db
    .selectFrom(table)
    .select(['session_key', 'session_data', selectMoment(db, 'expire_date').as('expire_date')])

/** A project that only issues tokens may have none, but it has a `secretKey` for simplejwt. */
export async function hasTable({ db }: DjangoDatabase): Promise<boolean> {
  // Asked first, because a failed statement would end a transaction of PostgreSQL.
  const { rows } = await tableQueries[dialectOf(db)].execute(db)
  return rows.length > 0
}

const tableQueries: Record<Dialect, RawBuilder<unknown>> = {
  sqlite: sql`select 1 from pragma_table_info(${table}) limit 1`,
  postgres: sql`select 1 where to_regclass(${table}) is not null`,
  mysql: sql`select 1 from information_schema.tables
    where table_schema = database() and table_name = ${table}`,
}

/** Null if there is no such session. */
export async function findRow(database: DjangoDatabase, key: string): Promise<SessionRow | null> {
  const row = await selectRows(database).where('session_key', '=', key).executeTakeFirst()
  return row === undefined ? null : rowOf(row)
}

/** All rows that have not expired, some at a time. */
export async function* unexpiredRows(database: DjangoDatabase): AsyncGenerator<SessionRow> {
  const moment = storedMoment(database.db, database.now())
  let last = ''
  for (;;) {
    const rows = await selectRows(database)
      .where('expire_date', '>', moment)
      .where('session_key', '>', last)
      .orderBy('session_key')
      .limit(batch)
      .execute()
    for (const row of rows) yield rowOf(row)
    last = rows.at(-1)?.session_key ?? ''
    if (rows.length < batch) return
  }
}

/** Null if there is no such user. */
export async function signInRow(
  { db, users }: DjangoDatabase,
  pk: number | string,
): Promise<SignInRow | null> {
  const row = await db
    .selectFrom(users.table)
    .select(`${users.password} as password`)
    .$if(users.isActive !== null, (query) => query.select(`${users.isActive} as is_active`))
    .where(users.pk, '=', pk)
    .executeTakeFirst()
  if (row === undefined) return null
  return { password: String(row.password), isActive: Boolean(row.is_active ?? true) }
}

/** Inserts the row if the user is active and has this password. @returns whether it was. */
export async function insertRow(
  { db, users }: DjangoDatabase,
  { key, data, expireDate }: SessionRow,
  pk: number | string,
  password: string,
): Promise<boolean> {
  const result = await db
    .insertInto(table)
    .columns(['session_key', 'session_data', 'expire_date'])
    .expression(
      db
        .selectFrom(users.table)
        .select(({ val }) => [
          val(key).as('session_key'),
          val(data).as('session_data'),
          val(storedMoment(db, expireDate)).as('expire_date'),
        ])
        .where(users.pk, '=', pk)
        .where(users.password, '=', password)
        .$if(users.isActive !== null, (query) =>
          query.where(users.isActive ?? '', '=', sql.lit(true)),
        )
        // So that ending the user's sessions afterwards finds this one.
        .$if(dialectOf(db) === 'postgres', (query) => query.forShare()),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Moves the end of a session, but not of one that was deleted, and never back. */
export async function extendRow({ db }: DjangoDatabase, key: string, until: Date): Promise<void> {
  const moment = storedMoment(db, until)
  await db
    .updateTable(table)
    .set({ expire_date: moment })
    .where('session_key', '=', key)
    .where('expire_date', '<', moment)
    .execute()
}

export async function deleteRows({ db }: DjangoDatabase, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += batch) {
    const some = keys.slice(start, start + batch)
    await db.deleteFrom(table).where('session_key', 'in', some).execute()
  }
}

/** @returns how many. */
export async function deleteExpiredRows({ db, now }: DjangoDatabase): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('expire_date', '<', storedMoment(db, now()))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const rowOf = (row: {
  session_key: string
  session_data: string
  expire_date: string | null
}): SessionRow => ({
  key: row.session_key,
  data: row.session_data,
  expireDate: readMoment(row.expire_date) ?? new Date(0),
})
