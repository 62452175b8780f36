import type { AnyDatabase } from '../kysely/database.ts'
import type { MigrateOptions, Migrations } from '../kysely/migrations.ts'

/** A database that is open. */
export interface Database {
  readonly db: AnyDatabase
  /** What `openDatabase` was given. */
  readonly url: string
  /** Whether the database answers: rejects when it does not. */
  ping(): Promise<void>
  /** Does what `migrate` of `turnpike/kysely` does, and takes as long as it needs. */
  migrate(migrations?: Migrations, options?: MigrateOptions): Promise<string[]>
  /** Ends the connections. What is committed is on the disk. */
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  /** False: a SQLite file that is missing is an error, and is not made. Default true. */
  create?: boolean
  /** True: statements on PostgreSQL may take as long as they need. Default false. */
  patient?: boolean
  /** Most connections to PostgreSQL. Default 10. */
  poolSize?: number
}
