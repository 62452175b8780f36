import type { Logger } from 'turnpike'
import type { AnyDatabase } from '../database.ts'
import type { MigrateOptions } from '../migrations/migrate.ts'
import type { Migrations } from '../migrations/migration-sets.ts'

/** An open database. */
export interface Database {
  readonly db: AnyDatabase
  /** The URL given to `openDatabase`. */
  readonly url: string
  /** Rejects when the database does not answer, or a SQLite database cannot be written. */
  ping(): Promise<void>
  /** Like `migrate` of `@turnpike/sql`, without time limits. */
  migrate(migrations?: Migrations, options?: MigrateOptions): Promise<string[]>
  /** Closes the connections. Everything committed is on the disk. */
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  /** False: a missing SQLite file is an error and is not created. Default true. */
  create?: boolean
  /**
   * True: no time limits for statements of PostgreSQL and transactions of SQLite. Default false.
   */
  patient?: boolean
  /**
   * Milliseconds that a statement waits for a connection: one of the PostgreSQL pool, or the
   * writing connection of SQLite with the lock of its file. Default 2000.
   */
  connectionTimeoutMillis?: number
  /** Milliseconds after which an idle transaction of SQLite is rolled back. Default 30,000. */
  idleTransactionTimeoutMillis?: number
  /** Whether reads of SQLite are cached until the database changes. Default true. */
  cache?: boolean
  /** Whether single writes to SQLite that arrive together share a commit. Default true. */
  groupCommit?: boolean
  /** Maximum number of connections to PostgreSQL. Default 10. */
  poolSize?: number
  /**
   * Maximum number of statements that each connection to PostgreSQL keeps prepared; 0: none.
   * Default 100.
   */
  preparedStatements?: number
  /** Logs idle transactions that were rolled back. Default: the console. */
  logger?: Logger
}
