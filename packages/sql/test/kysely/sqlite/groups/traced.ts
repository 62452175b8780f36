import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type SqliteDatabase, sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { type AnyDatabase, sqliteDialect } from '../../../../src/kysely/index.ts'
import type { SqliteDialectOptions } from '../../../../src/kysely/sqlite/dialect.ts'

export interface TracedOptions extends SqliteDialectOptions {
  schema?: string
  /** Default `wal`. */
  journal?: 'wal' | 'delete'
  /** Whether reads have connections of their own. Default: with a log. */
  apart?: boolean
  wrap?: (sqlite: Sqlite.Database) => SqliteDatabase
}

/** A database in a file whose writing connection records what it executes. */
export function openTraced({
  schema = 'create table note (id integer primary key, title text unique)',
  journal = 'wal',
  apart = journal === 'wal',
  wrap = (sqlite) => sqlite,
  ...options
}: TracedOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-groups-'))
  const file = join(folder, 'test.db')
  const executed: string[] = []
  const verbose = (text: unknown) => void executed.push(String(text))
  const sqlite = new Sqlite(file, { timeout: 0, verbose })
  sqlite.pragma(`journal_mode = ${journal}`)
  sqlite.pragma('foreign_keys = on')
  sqlite.exec(schema)
  const readers = apart && { openReader: () => new Sqlite(file, { readonly: true }) }
  const dialect = sqliteDialect(wrap(sqlite), { ...readers, ...options })
  const db: AnyDatabase = new Kysely({ dialect })
  onTestFinished(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  executed.length = 0

  return {
    db,
    sqlite,
    file,
    /** What the writing connection has executed, except what decides what belongs in a group. */
    executed: () => executed.filter((text) => !/^(explain|pragma|select)/i.test(text)),
    forget() {
      executed.length = 0
    },
    /** Another connection to the same file, as another process has one. */
    openOther() {
      const other = new Sqlite(file, { timeout: 0 })
      onTestFinished(() => void other.close())
      return other
    },
    write: (title: string, on: AnyDatabase = db) =>
      on.insertInto('note').values({ title }).returning('title').executeTakeFirstOrThrow(),
    titles: async (): Promise<string[]> => {
      const { rows } = await sql<{ title: string }>`select title from note order by id`.execute(db)
      return rows.map(({ title }) => title)
    },
  }
}

/** A group ends when its statements take long: for this test each reading of the clock does. */
export function setClock(millisBetweenReadings: number): void {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += millisBetweenReadings
    return now
  })
  onTestFinished(() => void clock.mockRestore())
}
