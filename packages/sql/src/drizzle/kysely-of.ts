import { Kysely, type SqliteDatabase } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { memoizeByIdentity } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../kysely/database.ts'
import { hasProperties } from '../kysely/has-properties.ts'
import { outageAwareDialect } from '../kysely/outage-dialect.ts'
import { kyselyOverClient, kyselyOverPool, transactionOn } from '../kysely/postgres/connections.ts'
import type { GivenClient, GivenPool } from '../kysely/postgres/dialect.ts'
import { databaseOfPool } from '../kysely/postgres/sharing/shared-pools.ts'
import { sqliteDialect } from '../kysely/sqlite/dialect.ts'
import { isEntity } from './entities.ts'
import { databaseOfCallback } from './sqlite/callback.ts'

/** A database of Drizzle, or its transaction: what `drizzle()` returns, or the `tx` in it. */
export interface DrizzleDatabase {
  select(...given: never[]): unknown
}

/**
 * The Kysely over the same connections as a database of Drizzle, for accounts, statements and
 * transactions beside it. The same one each time, so that what is cached is shared. For a
 * transaction `tx` of Drizzle it is that transaction.
 *
 * @throws ConfigurationError for other drivers than those of `drizzleSqlite`, node-postgres,
 *   better-sqlite3, node:sqlite and bun:sqlite.
 */
export function kyselyOf(orm: DrizzleDatabase): AnyDatabase {
  const kind = kindOf(orm)
  const session: unknown = Reflect.get(orm, 'session')
  const client: unknown = hasProperties(session) ? Reflect.get(session, 'client') : undefined
  const db = hasProperties(client) ? databaseOf(orm, client, kind) : null
  if (db === null) throw unknownDriver()
  if (isSqlite(db) === (kind === 'sqlite')) return db
  throw new ConfigurationError(
    'The database of Drizzle has a dialect that does not fit its client: use the drizzle() of ' +
      'drizzle-orm/node-postgres for PostgreSQL, or drizzleSqlite() for SQLite.',
  )
}

/** Whether the database of Drizzle writes the SQL of PostgreSQL or of SQLite. */
function kindOf(orm: DrizzleDatabase): 'pg' | 'sqlite' {
  const dialect: unknown = hasProperties(orm) ? Reflect.get(orm, 'dialect') : undefined
  if (isEntity(dialect, 'PgDialect')) return 'pg'
  if (isEntity(dialect, 'SQLiteDialect')) return 'sqlite'
  throw unknownDriver()
}

/** Null if the client is of a driver that is not known. */
function databaseOf(orm: object, client: object, kind: 'pg' | 'sqlite'): AnyDatabase | null {
  const known = databaseOfCallback.get(client) ?? databaseOfPool.get(client)
  if (known !== undefined) return known
  const isTransaction = transactions.some((kind) => isEntity(orm, kind))
  if (kind === 'pg' && has(client, 'query')) {
    if (isTransaction) return transactionOn(client as GivenClient)
    const isPool = 'totalCount' in client
    return isPool ? kyselyOverPool(client as GivenPool) : kyselyOverClient(client as GivenClient)
  }
  if (!isOfSqlite(client)) return null
  if (isTransaction) throw synchronous()
  return sqliteOver(client)
}

/** Their classes: of 0.44 and 0.45, and of 1.0. */
const transactions = [
  'PgTransaction',
  'SQLiteTransaction',
  'PgAsyncTransaction',
  'SQLiteAsyncTransaction',
]

const has = (object: object, ...methods: readonly string[]): boolean =>
  methods.every((method) => typeof Reflect.get(object, method) === 'function')

const isOfSqlite = (client: object): client is SqliteDatabase =>
  has(client, 'prepare', 'exec', 'close')

const sqliteOver = memoizeByIdentity(
  (database: SqliteDatabase): AnyDatabase =>
    new Kysely({ dialect: outageAwareDialect(sqliteDialect(database)) }),
)

const synchronous = () =>
  new ConfigurationError(
    'The transactions of this SQLite driver of Drizzle are synchronous, so that lists and stores ' +
      'cannot be used in them: make the database with drizzleSqlite(), whose transactions wait.',
  )

const unknownDriver = () =>
  new ConfigurationError(
    '@turnpike/sql/drizzle does not know the driver of this Drizzle database. For PostgreSQL use ' +
      'drizzle-orm/node-postgres with a Pool of pg or postgresPool(); for SQLite use drizzleSqlite(), ' +
      'or the drizzle() of drizzle-orm/better-sqlite3 or bun-sqlite.',
  )
