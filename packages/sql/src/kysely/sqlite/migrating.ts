import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { isLocked } from './busy.ts'

/**
 * Does the work on one connection, in a transaction that holds the write lock from the start:
 * Kysely's migrator uses neither a lock nor a transaction on SQLite.
 *
 * Foreign keys are switched off meanwhile, which SQLite allows only outside transactions, and
 * checked at the end (https://www.sqlite.org/lang_altertable.html, section 7).
 */
export const migratingSqlite = <Result>(
  db: AnyDatabase,
  work: (db: AnyDatabase) => Promise<Result>,
): Promise<Result> =>
  db.connection().execute(async (db) => {
    // A plugin for camel case would rename the columns of the pragmas.
    const plain = db.withoutPlugins()
    const enforced = await enforcesForeignKeys(plain)
    await enforceForeignKeys(plain, false)
    try {
      return await transaction(plain, () => work(db))
    } finally {
      await enforceForeignKeys(plain, enforced)
    }
  })

/**
 * Moves the write-ahead log into the database file and truncates it, so that nothing removed by a
 * migration is left in it. If others read or write at that moment, retries for a while and then
 * leaves it to a later checkpoint.
 */
export async function emptyLog(db: AnyDatabase): Promise<void> {
  for (let attempt = 1; attempt <= 20; attempt++) {
    const checkpoint = sql<{ busy: number }>`pragma wal_checkpoint(truncate)`
    const { rows } = await checkpoint.execute(db.withoutPlugins())
    if (rows[0]?.busy !== 1) return
    await sleep(50)
  }
}

async function transaction<Result>(db: AnyDatabase, work: () => Promise<Result>): Promise<Result> {
  await begin(db)
  try {
    const result = await work()
    await checkForeignKeys(db)
    await sql`commit`.execute(db)
    return result
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
}

/** Milliseconds that another process may take to migrate: longer than a statement waits. */
const patience = 60_000

async function begin(db: AnyDatabase): Promise<void> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      await sql`begin immediate`.execute(db)
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error
    }
  }
}

async function enforcesForeignKeys(db: AnyDatabase): Promise<boolean> {
  const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)
  return rows[0]?.foreign_keys === 1
}

const enforceForeignKeys = (db: AnyDatabase, enforced: boolean) =>
  (enforced ? sql`pragma foreign_keys = on` : sql`pragma foreign_keys = off`).execute(db)

async function checkForeignKeys(db: AnyDatabase): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    db,
  )
  const [violation] = rows
  if (violation === undefined) return
  throw new Error(
    `The migrations leave ${rows.length} rows with broken references, the first one in ` +
      `${violation.table} to ${violation.parent}; nothing was changed.`,
  )
}
