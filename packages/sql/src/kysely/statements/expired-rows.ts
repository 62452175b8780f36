import { type RawBuilder, sql } from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'

/** A table whose rows are good until the time in their column `expires`. */
export interface ExpiringTable {
  readonly name: string
  readonly key: string
  /** The time up to which rows have expired, in the unit of the column. */
  readonly now: () => RawBuilder<unknown>
}

/** The first of so many calls deletes expired rows. */
const callsBetweenDeletions = 100
/** Maximum number of rows that are deleted at once. */
const batch = sql.lit(1000)

/**
 * A function to call with each new row, which deletes some expired ones now and then. What it
 * fails to delete is deleted later. Rows that are being written are skipped on PostgreSQL; SQLite
 * has one writer.
 */
export function expiredRows(
  db: AnyDatabase,
  { name, key, now }: ExpiringTable,
): () => Promise<void> {
  const table = sql.table(name)
  const column = sql.ref(key)
  const locking = isSqlite(db) ? sql`` : sql`for update skip locked`
  let calls = 0

  return async () => {
    if (calls++ % callsBetweenDeletions > 0) return
    await sql`
      delete from ${table} where ${column} in (
        select ${column} from ${table} where expires <= ${now()} limit ${batch} ${locking})`
      .execute(db)
      .catch(() => {})
  }
}
