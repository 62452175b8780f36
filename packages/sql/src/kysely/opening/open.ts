import { knownOptions, longestTimer, numberOf, wholeNumber, withoutPassword } from 'turnpike/kit'
import type { Database, OpenDatabaseOptions } from './database.ts'
import { openPostgres } from './postgres.ts'
import { postgresPlace } from './postgres-url.ts'
import { openSqlite, sqlitePath } from './sqlite.ts'

const milliseconds = numberOf('milliseconds', 1, longestTimer.milliseconds)

const openDatabaseOptions = knownOptions<OpenDatabaseOptions>('openDatabase()', {
  create: 'optional',
  patient: 'optional',
  connectionTimeoutMillis: milliseconds,
  idleTransactionTimeoutMillis: milliseconds,
  cache: 'optional',
  groupCommit: 'optional',
  poolSize: wholeNumber({ least: 1, of: 'connections' }),
  preparedStatements: wholeNumber({ least: 0, of: 'statements' }),
  logger: 'optional',
})

/**
 * Opens a database: `sqlite:notes.db` (relative to the working directory),
 * `sqlite:/var/lib/notes.db`, `sqlite::memory:`, which lives as long as it is open, or
 * `postgres://user:password@host:5432/notes`, which is connected to on first use. Of several hosts,
 * `one:5432,two:5432`, the first one that takes writes is used.
 *
 * A missing SQLite file and its folder are created, unless `create` is false. Temporary failures,
 * such as a lost connection or a full disk, are thrown as `DatabaseUnavailable`.
 *
 * @throws ConfigurationError when an option is unknown or invalid, or `query_timeout` is invalid.
 * @throws Error when the URL has another form, or the database cannot be opened. The message says
 *   why.
 */
export function openDatabase(url: string, options: OpenDatabaseOptions = {}): Database {
  openDatabaseOptions.require(options)
  const path = sqlitePath(url)
  if (path !== null) return openSqlite(path, url, options)

  const place = postgresPlace(url)
  if (place !== null) return openPostgres(place, url, options)

  throw new Error(
    `The database URL ${withoutPassword(url)} is not supported. Write ` +
      'sqlite:notes.db, sqlite:/var/lib/notes.db or sqlite::memory: for a SQLite database, or ' +
      'postgres://user:password@host:5432/notes for PostgreSQL.',
  )
}
