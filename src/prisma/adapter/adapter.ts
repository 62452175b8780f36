import { mark } from '../../caching/mark.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { type AnyDatabase, isSqlite } from '../../kysely/database.ts'
import { isOfSqliteDialect } from '../../kysely/sqlite/change-token.ts'
import { oneOf } from '../../rules/text.ts'
import { capturing } from './capture.ts'
import type { PrismaAdapter } from './contract.ts'
import { sqliteArguments, type TimestampFormat } from './sqlite/arguments.ts'
import { SqliteConnection } from './sqlite/connection.ts'
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
 * A driver adapter of Prisma 7 over the connections of a Kysely on SQLite:
 * `new PrismaClient({ adapter: prismaAdapter(db) })`. Values are stored and read as by
 * `@prisma/adapter-better-sqlite3`.
 *
 * All statements of Prisma wait and fail as those of `db`, and join the transaction of the current
 * work, such as that of an atomic request. `prisma.$transaction` is then a savepoint in it.
 *
 * @throws ConfigurationError when `db` is not a Kysely over `sqliteDialect`, or an option is
 *   invalid.
 */
export function prismaAdapter(db: AnyDatabase, options: PrismaAdapterOptions = {}): PrismaAdapter {
  prismaAdapterOptions.require(options)
  requireSqlite(db)
  const toArgument = sqliteArguments(options.timestampFormat ?? 'iso8601')
  const apart: AnyDatabase = db.withoutPlugins()
  const adapter: PrismaAdapter = {
    provider: 'sqlite',
    adapterName,
    connect: async () => capturing(new SqliteConnection(apart, toArgument), toArgument),
  }
  databaseOfAdapter.set(adapter, db)
  return adapter
}

function requireSqlite(db: AnyDatabase): void {
  if (!isSqlite(db)) {
    throw new ConfigurationError(
      'prismaAdapter() needs the adapter of Prisma for PostgreSQL, too: ' +
        'prismaAdapter(db, new PrismaPg(postgresPool(db, Pool))).',
    )
  }
  if (!isOfSqliteDialect(db)) {
    throw new ConfigurationError(
      'prismaAdapter() needs the connections of a Kysely over sqliteDialect(): pass the database of ' +
        'the service, or new Kysely({ dialect: sqliteDialect(database) }).',
    )
  }
}
