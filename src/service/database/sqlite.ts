import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import type { AnyDatabase } from '../../kysely/database.ts'
import { migrate } from '../../kysely/migrations/migrate.ts'
import { outageAwareDialect } from '../../kysely/outage-dialect.ts'
import { sqliteDialect } from '../../kysely/sqlite/dialect.ts'
import type { Database, OpenDatabaseOptions } from './database.ts'
import { requirePackage } from './optional-package.ts'

/** The path in `sqlite:notes.db`, or null when the URL is that of another database. */
export const sqlitePath = (url: string): string | null =>
  /^sqlite:(?!\/\/)(.+)$/.exec(url)?.[1] ?? null

/**
 * A commit is on the disk before it is acknowledged (`synchronous = full`), readers never wait for
 * the writer (write-ahead log, and connections of their own), and foreign keys hold.
 */
export function openSqlite(
  path: string,
  url: string,
  {
    create = true,
    patient = false,
    connectionTimeoutMillis,
    idleTransactionTimeoutMillis,
    cache = true,
    logger,
  }: OpenDatabaseOptions,
): Database {
  if (!create) requireFile(path, url)
  const sqlite = openFile(path, url)
  const dialect = sqliteDialect(sqlite, {
    ...(hasLog(sqlite) && { openReader: readersOf(path) }),
    ...(connectionTimeoutMillis !== undefined && { connectionTimeoutMillis }),
    ...(idleTransactionTimeoutMillis !== undefined && { idleTransactionTimeoutMillis }),
    cache,
    ...(patient && { idleTransactionTimeoutMillis: null }),
    ...(logger && { logger }),
  })
  const db: AnyDatabase = new Kysely({ dialect: outageAwareDialect(dialect) })

  return {
    db,
    url,
    async ping() {
      // Takes the write lock: a service that cannot write is not ready.
      await db.transaction().execute((db) => sql`select 1`.execute(db))
    },
    migrate: (migrations, options) => migrate(db, migrations, options),
    async close() {
      await db.destroy()
      // Kysely closes only what it has used.
      sqlite.close()
    },
  }
}

/** Milliseconds that another process may hold a lock while the file is opened. */
const openTimeout = 5000

/** Earlier versions can damage a database with a write-ahead log that several processes use. */
const oldestSqlite = '3.51.3'

/** Milliseconds in which a reader waits for another process that repairs the log after a crash. */
const readerTimeout = 2000

const library = () => requirePackage('better-sqlite3@13', 'SQLite') as typeof Sqlite

function openFile(path: string, url: string): Sqlite.Database {
  const SqliteDatabase = library()
  try {
    if (path !== ':memory:') makeFile(path)
    const sqlite = new SqliteDatabase(path, { timeout: openTimeout })
    try {
      requireVersion(sqlite)
      sqlite.pragma('journal_mode = wal')
      sqlite.pragma('synchronous = full')
      sqlite.pragma('foreign_keys = on')
      // From now on the dialect waits for locks: SQLite would stop the whole process meanwhile.
      sqlite.pragma('busy_timeout = 0')
    } catch (error) {
      sqlite.close()
      throw error
    }
    return sqlite
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${url} cannot be opened: ${reason}.`, { cause: error })
  }
}

/** Opens connections that read the file, from wherever this process works then. */
function readersOf(path: string): () => Sqlite.Database {
  const SqliteDatabase = library()
  const file = resolve(path)
  return () =>
    new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: readerTimeout })
}

/** A database in memory has none, and only its own connection knows it. */
const hasLog = (sqlite: Sqlite.Database) =>
  sqlite.pragma('journal_mode', { simple: true }) === 'wal'

function requireFile(path: string, url: string): void {
  if (path === ':memory:' || existsSync(path)) return
  throw new Error(
    `The database ${url} does not exist. Correct its URL, or make it with: turnpike migrate`,
  )
}

/**
 * For its owner alone: it holds what signs users in. SQLite gives its log files the same rights.
 */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  closeSync(openSync(path, 'a', 0o600))
}

function requireVersion(sqlite: Sqlite.Database): void {
  const version = String(sqlite.prepare('select sqlite_version()').pluck().get())
  if (sortable(version) >= sortable(oldestSqlite)) return
  throw new Error(
    `better-sqlite3 has SQLite ${version}, and ${oldestSqlite} is the oldest that is safe here: ` +
      'update better-sqlite3',
  )
}

/** As text: numeric collation would load that of all languages, at every start. */
const sortable = (version: string) =>
  version
    .split('.')
    .map((part) => part.padStart(4, '0'))
    .join('.')
