import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { isLocked } from './busy.ts'

/**
 * Does the work on one connection, in a transaction that holds the write lock from its beginning:
 * Kysely's migrator takes no lock on SQLite and uses no transaction there.
 *
 * Foreign keys are switched off meanwhile, which SQLite only allows outside of a transaction, and
 * checked before the end (https://www.sqlite.org/lang_altertable.html, section 7).
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
 * Brings what the write-ahead log holds into the database file and cuts the log off, so that
 * nothing which a migration has removed is left in it. If others read or write at that moment it is
 * tried again for a while, and then left to a later checkpoint.
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
    // After some errors, such as a full disk, SQLite has rolled back already.
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
}

/** Milliseconds that another process may be migrating: longer than a statement waits by itself. */
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
