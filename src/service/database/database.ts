import type { Logger } from '../../http/logger.ts'
import type { AnyDatabase } from '../../kysely/database.ts'
import type { MigrateOptions, Migrations } from '../../kysely/migrations/migrate.ts'

/** A database that is open. */
export interface Database {
  readonly db: AnyDatabase
  /** What `openDatabase` was given. */
  readonly url: string
  /** Whether the database answers, and SQLite's takes writes: rejects when it does not. */
  ping(): Promise<void>
  /** Does what `migrate` of `turnpike/kysely` does, and takes as long as it needs. */
  migrate(migrations?: Migrations, options?: MigrateOptions): Promise<string[]>
  /** Ends the connections. What is committed is on the disk. */
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  /** False: a SQLite file that is missing is an error, and is not made. Default true. */
  create?: boolean
  /**
   * True: statements of PostgreSQL and transactions of SQLite have no limit in time. Default false.
   */
  patient?: boolean
  /**
   * Milliseconds that a statement waits for a connection: one of the pool to PostgreSQL, or the one
   * that writes to SQLite, with the lock of its file. Default 2000.
   */
  connectionTimeoutMillis?: number
  /** Milliseconds after which an idle transaction of SQLite is rolled back. Default 30,000. */
  idleTransactionTimeoutMillis?: number
  /** Whether what is read of SQLite is cached until the database changes. Default true. */
  cache?: boolean
  /** Most connections to PostgreSQL. Default 10. */
  poolSize?: number
  /** Where a transaction that was rolled back for idleness is logged. Default: the console. */
  logger?: Logger
}
