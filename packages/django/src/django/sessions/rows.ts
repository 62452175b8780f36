import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
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

/** The statements of the sessions. */
export interface SessionRows {
  find(key: string): Promise<SessionRow | null>

  /** All rows that have not expired, some at a time. */
  unexpired(): AsyncIterable<SessionRow>

  /** Null: there is no such user. */
  signInOf(pk: number | string): Promise<SignInRow | null>

  /** Inserts the row if the user is active and has this password. @returns whether it was. */
  insert(row: SessionRow, pk: number | string, password: string): Promise<boolean>

  /** Moves the end of a session, but not of one that was deleted, and never back. */
  extend(key: string, until: Date): Promise<void>

  delete(keys: readonly string[]): Promise<void>

  /** @returns how many. */
  deleteExpired(): Promise<number>
}

const table = 'django_session'

/** Rows that are read, and keys that are deleted, by one statement. */
const batch = 500

export function sessionRows({ db, users, now }: DjangoDatabase): SessionRows {
  const dialect = dialectOf(db)
  const select = () =>
    db
      .selectFrom(table)
      .select(['session_key', 'session_data', selectMoment(db, 'expire_date').as('expire_date')])

  async function deleteSome(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await db.deleteFrom(table).where('session_key', 'in', keys).execute()
  }

  return {
    async find(key) {
      const row = await select().where('session_key', '=', key).executeTakeFirst()
      return row === undefined ? null : rowOf(row)
    },

    async *unexpired() {
      const moment = storedMoment(db, now())
      let last = ''
      for (;;) {
        const rows = await select()
          .where('expire_date', '>', moment)
          .where('session_key', '>', last)
          .orderBy('session_key')
          .limit(batch)
          .execute()
        for (const row of rows) yield rowOf(row)
        last = rows.at(-1)?.session_key ?? ''
        if (rows.length < batch) return
      }
    },

    async signInOf(pk) {
      const row = await db
        .selectFrom(users.table)
        .select(`${users.password} as password`)
        .$if(users.isActive !== null, (query) => query.select(`${users.isActive} as is_active`))
        .where(users.pk, '=', pk)
        .executeTakeFirst()
      if (row === undefined) return null
      return { password: String(row.password), isActive: Boolean(row.is_active ?? true) }
    },

    async insert({ key, data, expireDate }, pk, password) {
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
            .$if(dialect === 'postgres', (query) => query.forShare()),
        )
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    async extend(key, until) {
      const moment = storedMoment(db, until)
      await db
        .updateTable(table)
        .set({ expire_date: moment })
        .where('session_key', '=', key)
        .where('expire_date', '<', moment)
        .execute()
    },

    async delete(keys) {
      for (let start = 0; start < keys.length; start += batch) {
        await deleteSome(keys.slice(start, start + batch))
      }
    },

    async deleteExpired() {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('expire_date', '<', storedMoment(db, now()))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
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
