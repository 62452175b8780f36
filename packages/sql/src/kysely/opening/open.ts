import { ConfigurationError } from '../../errors/configuration-error.ts'
import { withoutPassword } from '../../errors/url-without-password.ts'
import type { Config } from '../config.ts'
import type { Database, OpenDatabaseOptions } from './database.ts'
import { openPostgres, postgresUrl } from './postgres.ts'
import { openSqlite, sqlitePath } from './sqlite.ts'

/**
 * Opens a database: `sqlite:notes.db` (relative to the working directory),
 * `sqlite:/var/lib/notes.db`, `sqlite::memory:`, which lives as long as it is open, or
 * `postgres://user:password@host:5432/notes`, which is connected to on first use.
 *
 * A missing SQLite file and its folder are created, unless `create` is false. Temporary failures,
 * such as a lost connection or a full disk, are thrown as `DatabaseUnavailable`.
 *
 * @throws Error when the URL has another form, or the database cannot be opened. The message says
 *   why.
 */
export function openDatabase(url: string, options: OpenDatabaseOptions = {}): Database {
  const path = sqlitePath(url)
  if (path !== null) return openSqlite(path, url, options)

  const server = postgresUrl(url)
  if (server !== null) return openPostgres(server, url, options)

  throw new Error(
    `The database URL ${withoutPassword(url)} is not supported. Write ` +
      'sqlite:notes.db, sqlite:/var/lib/notes.db or sqlite::memory: for a SQLite database, or ' +
      'postgres://user:password@host:5432/notes for PostgreSQL.',
  )
}

/**
 * Opens the configured database.
 *
 * @throws ConfigurationError when its URL is not supported, it cannot be opened, or it is missing
 *   and must not be created.
 */
export function openConfiguredDatabase(
  {
    databaseUrl,
    databasePoolSize,
    databaseConnectionTimeoutMs,
    databaseCache,
    databasePreparedStatements,
    databaseGroupCommit,
  }: Pick<
    Config,
    | 'databaseUrl'
    | 'databasePoolSize'
    | 'databaseConnectionTimeoutMs'
    | 'databaseCache'
    | 'databasePreparedStatements'
    | 'databaseGroupCommit'
  >,
  options?: OpenDatabaseOptions,
): Database {
  try {
    return openDatabase(databaseUrl, {
      poolSize: databasePoolSize,
      connectionTimeoutMillis: databaseConnectionTimeoutMs,
      cache: databaseCache,
      preparedStatements: databasePreparedStatements,
      groupCommit: databaseGroupCommit,
      ...options,
    })
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error })
  }
}
