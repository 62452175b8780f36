import { ConfigurationError } from 'turnpike'
import { knownOptions, mark, oneOf } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../../kysely/database.ts'
import { isOfSqliteDialect } from '../../kysely/sqlite/change-token.ts'
import { joining } from '../../kysely/transactions/joining.ts'
import { capturing } from './capture.ts'
import type { PrismaAdapter } from './contract.ts'
import { postgresAdapter } from './postgres/factory.ts'
import { sqliteArguments, type TimestampFormat } from './sqlite/arguments.ts'
import { PrismaSqliteConnection } from './sqlite/connection.ts'
import { adapterName } from './sqlite/queryable.ts'

export interface PrismaAdapterOptions {
  /**
   * How moments are stored: `iso8601`, as `2026-01-02T03:04:05.678+00:00`, or `unixepoch-ms`, as
   * milliseconds since 1970. Default `iso8601`, like Prisma.
   */
  timestampFormat?: TimestampFormat
}

const prismaAdapterOptions = knownOptions<PrismaAdapterOptions>('prismaAdapter()', {
  timestampFormat: oneOf(['iso8601', 'unixepoch-ms']),
})

/** The database of an adapter of `prismaAdapter`. */
export const databaseOfAdapter = mark<object, AnyDatabase>()

/**
 * A driver adapter of Prisma 7 over the connections of a Kysely on SQLite. Values are stored and
 * read as by `@prisma/adapter-better-sqlite3`.
 *
 * ```ts
 * const prisma = new PrismaClient({ adapter: prismaAdapter(db) })
 * ```
 *
 * All statements of Prisma wait and fail as those of `db`, and join the transaction of the current
 * work, such as that of an atomic request. `prisma.$transaction` is then a savepoint in it. While
 * the database cannot answer they throw `DatabaseUnavailable`. `prisma.$disconnect()` leaves the
 * connections open: they are closed by `db.destroy()`.
 *
 * @throws ConfigurationError when `db` is a transaction or not a Kysely over `sqliteDialect`, or an
 *   option is invalid.
 */
export function prismaAdapter(db: AnyDatabase, options?: PrismaAdapterOptions): PrismaAdapter

/**
 * The same for PostgreSQL, with the adapter of `@prisma/adapter-pg`.
 *
 * ```ts
 * const adapter = prismaAdapter(db, new PrismaPg(postgresPool(db, Pool)))
 * ```
 *
 * @throws ConfigurationError when the adapter does not use the connections of `db`.
 */
export function prismaAdapter(db: AnyDatabase, postgres: PrismaAdapter): PrismaAdapter

export function prismaAdapter(
  db: AnyDatabase,
  given: PrismaAdapterOptions | PrismaAdapter = {},
): PrismaAdapter {
  if (db.isTransaction) {
    throw new ConfigurationError(
      'prismaAdapter() needs the database: its statements find the transaction of the current work.',
    )
  }
  // kysely/transactions/joining.ts says how each of them gets onto the transaction of the work.
  const adapter = isSqlite(db) ? sqliteAdapter(db, given) : postgresAdapterOf(db, given)
  databaseOfAdapter.set(adapter, db)
  return adapter
}

function sqliteAdapter(
  db: AnyDatabase,
  options: PrismaAdapterOptions | PrismaAdapter,
): PrismaAdapter {
  if ('connect' in options) {
    throw new ConfigurationError(
      `prismaAdapter() was given an adapter for ${options.provider}, but db is on SQLite, which ` +
        'needs none: prismaAdapter(db).',
    )
  }
  prismaAdapterOptions.require(options)
  if (!isOfSqliteDialect(db)) {
    throw new ConfigurationError(
      'prismaAdapter() needs the connections of a Kysely over sqliteDialect(): pass the database of ' +
        'the service, or new Kysely({ dialect: sqliteDialect(database) }).',
    )
  }
  const toArgument = sqliteArguments(options.timestampFormat ?? 'iso8601')
  const apart: AnyDatabase = db.withoutPlugins()
  return {
    provider: 'sqlite',
    adapterName,
    connect: async () =>
      capturing(new PrismaSqliteConnection(apart, toArgument), toArgument, joining(apart)),
  }
}

function postgresAdapterOf(
  db: AnyDatabase,
  adapter: PrismaAdapterOptions | PrismaAdapter,
): PrismaAdapter {
  if ('connect' in adapter && adapter.provider === 'postgres') return postgresAdapter(db, adapter)
  throw new ConfigurationError(
    'prismaAdapter() needs the adapter of @prisma/adapter-pg, because db is on PostgreSQL: ' +
      'prismaAdapter(db, new PrismaPg(postgresPool(db, Pool))).',
  )
}
