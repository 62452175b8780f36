import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { outageAwareDialect } from '../outage-dialect.ts'
import { sqliteDialect } from '../sqlite/dialect.ts'
import { giveDirectReads } from '../sqlite/direct-reads.ts'
import type { LibraryDatabase } from '../sqlite/libraries/library.ts'
import type { Database, OpenDatabaseOptions } from './database.ts'
import { pragma, type SqliteLibrary, sqliteLibrary } from './sqlite-library.ts'

/** The path in `sqlite:notes.db`; null for URLs of other databases. */
export const sqlitePath = (url: string): string | null =>
  /^sqlite:(?!\/\/)(.+)$/.exec(url)?.[1] ?? null

/**
 * Opens a SQLite database. Commits are on the disk before they are acknowledged
 * (`synchronous = full`), readers never wait for the writer (write-ahead log and separate
 * connections), and foreign keys are enforced.
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
    groupCommit = true,
    logger,
  }: OpenDatabaseOptions,
): Database {
  if (!create) requireFile(path, url)
  const library = sqliteLibrary()
  const sqlite = openFile(library, path, url)
  const isOnDisk = hasLog(sqlite)
  const dialect = sqliteDialect(sqlite, {
    ...(isOnDisk && { openReader: readersOf(library, path) }),
    ...(connectionTimeoutMillis !== undefined && { connectionTimeoutMillis }),
    ...(idleTransactionTimeoutMillis !== undefined && { idleTransactionTimeoutMillis }),
    cache,
    // In memory there is no commit to wait for.
    groupCommit: groupCommit && isOnDisk,
    ...(patient && { idleTransactionTimeoutMillis: null }),
    ...(logger && { logger }),
  })
  const db: AnyDatabase = new Kysely({ dialect: outageAwareDialect(dialect) })
  giveDirectReads(db)

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
      // Kysely closes only connections that it has used.
      sqlite.close()
    },
  }
}

/** Milliseconds that another process may hold a lock while the file is opened. */
const openTimeout = 5000

/** Earlier versions can damage a write-ahead log shared by several processes. */
const oldestSqlite = '3.51.3'

/** Milliseconds that a reader waits for another process to repair the log after a crash. */
const readerTimeout = 2000

function openFile(library: SqliteLibrary, path: string, url: string): LibraryDatabase {
  try {
    if (path !== ':memory:') makeFile(path)
    const sqlite = library.open(path, { timeout: openTimeout })
    try {
      requireVersion(library, sqlite)
      pragma(sqlite, 'journal_mode = wal')
      pragma(sqlite, 'synchronous = full')
      pragma(sqlite, 'foreign_keys = on')
      // From now on the dialect waits for locks: SQLite would block the whole process meanwhile.
      pragma(sqlite, 'busy_timeout = 0')
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

/** Opens reading connections, whatever the working directory is by then. */
function readersOf(library: SqliteLibrary, path: string): () => LibraryDatabase {
  const file = resolve(path)
  return () => library.open(file, { isReader: true, timeout: readerTimeout })
}

/** A database in memory has no log and belongs to a single connection. */
const hasLog = (sqlite: LibraryDatabase) => pragma(sqlite, 'journal_mode') === 'wal'

function requireFile(path: string, url: string): void {
  if (path === ':memory:' || existsSync(path)) return
  throw new Error(
    `The database ${url} does not exist. Correct its URL, or create it with: turnpike migrate`,
  )
}

/**
 * Creates the file, accessible only to its owner, because it holds credentials. SQLite gives its
 * log files the same permissions.
 */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  closeSync(openSync(path, 'a', 0o600))
}

function requireVersion({ name }: SqliteLibrary, sqlite: LibraryDatabase): void {
  const [row] = sqlite.prepare('select sqlite_version() as version').all([])
  const { version } = row as { version: string }
  if (sortable(version) >= sortable(oldestSqlite)) return
  throw new Error(
    `${name} has SQLite ${version}, but ${oldestSqlite} is the oldest safe version: ${
      name === 'better-sqlite3' ? 'update it' : 'npm install better-sqlite3@13'
    }`,
  )
}

/** As text: numeric collation would load the data of all languages at every start. */
const sortable = (version: string) =>
  version
    .split('.')
    .map((part) => part.padStart(4, '0'))
    .join('.')
