import { type Dialect, SqliteDialect } from 'kysely'
import { consoleLogger, type Logger } from 'turnpike'
import { knownOptions, longestTimer, numberOf, orNull, trueOrFalse } from 'turnpike/kit'
import { ObservedSqliteAdapter, sqliteChanges } from './change-token.ts'
import { SqliteConnection } from './connection.ts'
import { Connections } from './connections.ts'
import { SessionDriver } from './driver.ts'
import { libraryDatabase, type OpenSqlite } from './libraries/open-sqlite.ts'
import { Readers } from './readers.ts'
import { Writer } from './writer.ts'

export interface SqliteDialectOptions {
  /**
   * Opens another, read-only connection to the same database:
   * `() => new Sqlite('notes.db', { readonly: true })`. Reads outside transactions then never wait.
   * The database must be a file with a write-ahead log. Anything else set up on the first
   * connection, such as functions, must be set up here too. Default: all share one connection.
   */
  openReader?: () => OpenSqlite
  /**
   * Milliseconds that a statement waits for the writing connection and for the lock of another
   * process. After that it fails as `SQLITE_BUSY`. Default 2000.
   */
  connectionTimeoutMillis?: number
  /**
   * Milliseconds after which an idle transaction is rolled back; null means never. Default 30,000.
   */
  idleTransactionTimeoutMillis?: number | null
  /**
   * Whether token rows, counts, positions in lists and pages of lists are cached until anything in
   * the database changes, by any process. False: every request reads them. Default true.
   */
  cache?: boolean
  /**
   * Whether single statements that arrive together share one commit on the disk. Each has the
   * result that it has alone, and none is acknowledged before that commit. Default true.
   */
  groupCommit?: boolean
  /** Logs transactions that were rolled back. Default: the console. */
  logger?: Logger
}

const milliseconds = numberOf('milliseconds', 0, longestTimer.milliseconds)

const sqliteDialectOptions = knownOptions<SqliteDialectOptions>('sqliteDialect()', {
  openReader: 'optional',
  connectionTimeoutMillis: milliseconds,
  idleTransactionTimeoutMillis: orNull(milliseconds),
  cache: trueOrFalse,
  groupCommit: trueOrFalse,
  logger: 'optional',
})

/**
 * Kysely's SQLite dialect for an open database of better-sqlite3, `node:sqlite` (`DatabaseSync`) or
 * `bun:sqlite`, with these differences: statements are prepared once; values have PostgreSQL's form
 * for the declared types (`boolean`, `json`, integers beyond 2^53 as strings); a transaction takes
 * the write lock when it begins, so that two processes wait for each other instead of failing
 * halfway; and every wait has a limit. A transaction with `setAccessMode('read only')` does not
 * take the lock.
 *
 * Open a database of better-sqlite3 with `timeout: 0`, as the others are without an option: this
 * dialect waits for other processes without blocking this one.
 *
 * @throws ConfigurationError if it is a database of another library.
 */
export function sqliteDialect(database: OpenSqlite, options: SqliteDialectOptions = {}): Dialect {
  sqliteDialectOptions.require(options)
  const {
    openReader,
    connectionTimeoutMillis = 2000,
    idleTransactionTimeoutMillis = 30_000,
    cache = true,
    groupCommit = true,
    logger = consoleLogger,
  } = options
  const sqlite = libraryDatabase(database, 'sqliteDialect()')
  const dialect = new SqliteDialect({ database: sqlite })
  const writer = new Writer(new SqliteConnection(sqlite), {
    connectionTimeoutMillis,
    groupCommit,
    logger,
  })
  const readers = openReader === undefined ? null : new Readers(openReader)
  const connections = new Connections(writer, readers)
  const changes = cache ? sqliteChanges(connections) : null

  return {
    createDriver: () => new SessionDriver(connections, { idleTransactionTimeoutMillis, logger }),
    createAdapter: () => new ObservedSqliteAdapter(connections, changes),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
