import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyDatabase, sqliteDialect } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import { Kysely, type LogEvent } from 'kysely'

export interface RecordedSqlite {
  /** Path of the database. */
  readonly file: string
  /** The connection of `db`. */
  readonly sqlite: Sqlite.Database
  /** Another connection to the same file, as another process has one. */
  readonly other: Sqlite.Database
  readonly db: AnyDatabase
  /** The statements that `db` has sent, without those that look once for a table's counters. */
  readonly sent: string[]
  close(): Promise<void>
}

/**
 * A SQLite database in a file of its own, with what the statements make.
 *
 * @param options apart: whether `db` reads on a connection of its own, as that of the service does.
 *   cache: whether what `db` reads is cached.
 */
export function openRecordedSqlite(
  statements: string,
  { apart = false, cache = true } = {},
): RecordedSqlite {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  const file = join(folder, 'test.db')
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = wal')
  sqlite.exec(statements)
  const other = new Sqlite(file)
  const sent: string[] = []
  const log = ({ query }: LogEvent): void => {
    if (!looksForCounters.test(query.sql)) sent.push(query.sql)
  }
  const openReader = () => new Sqlite(file, { readonly: true })
  const dialect = sqliteDialect(sqlite, { cache, ...(apart && { openReader }) })
  const db: AnyDatabase = new Kysely({ dialect, log })

  return {
    file,
    sqlite,
    other,
    db,
    sent,
    async close() {
      await db.destroy()
      other.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const looksForCounters =
  /^select \(select schema_version|^select 1 from main\.sqlite_schema where type = 'table'/
