import { Kysely, PostgresDialect, type SqliteDatabase, Transaction } from 'kysely'
import { mark } from '../caching/mark.ts'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type AnyDatabase, isSqlite } from '../kysely/database.ts'
import { outageAwareDialect } from '../kysely/outage-dialect.ts'
import { type PostgresTypeParsers, postgresTypes } from '../kysely/postgres/types.ts'
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
  const client: unknown = isObject(session) ? Reflect.get(session, 'client') : undefined
  const db = isObject(client) ? databaseOf(orm, client) : null
  if (db === null) throw unknownDriver()
  if (isSqlite(db) === (kind === 'sqlite')) return db
  throw new ConfigurationError(
    'The database of Drizzle has a dialect that does not fit its client: use the drizzle() of ' +
      'drizzle-orm/node-postgres for PostgreSQL, or drizzleSqlite() for SQLite.',
  )
}

/** Whether the database of Drizzle writes the SQL of PostgreSQL or of SQLite. */
function kindOf(orm: DrizzleDatabase): 'pg' | 'sqlite' {
  const dialect: unknown = isObject(orm) ? Reflect.get(orm, 'dialect') : undefined
  if (isEntity(dialect, 'PgDialect')) return 'pg'
  if (isEntity(dialect, 'SQLiteDialect')) return 'sqlite'
  throw unknownDriver()
}

/** Null: the client is of a driver that is not known. */
function databaseOf(orm: object, client: object): AnyDatabase | null {
  const known = databaseOfCallback.get(client) ?? databaseOfPool.get(client)
  if (known !== undefined) return known
  const isTransaction = ['PgTransaction', 'SQLiteTransaction'].some((kind) => isEntity(orm, kind))
  if (isOfPg(client)) return isTransaction ? transactionOn(client) : postgresOver(client)
  if (!isOfSqlite(client)) return null
  if (isTransaction) throw synchronous()
  return sqliteOver(client)
}

/** The Kysely of pools that are made of one. */
export const databaseOfPool = mark<object, AnyDatabase>()

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

/** What is used of a pool or a client of `pg`. */
interface PgClient {
  connect(): Promise<PgConnection>
  query: unknown
  /** A pool has it, a client has none. */
  readonly totalCount?: number
}

interface PgConnection {
  query(statement: object): Promise<never>
  getTypeParser: PostgresTypeParsers['getTypeParser']
  release?(error?: unknown): void
}

const has = (object: object, ...methods: readonly string[]): boolean =>
  methods.every((method) => typeof Reflect.get(object, method) === 'function')

const isOfPg = (client: object): client is PgClient => has(client, 'connect', 'query', 'end', 'on')

const isOfSqlite = (client: object): client is SqliteDatabase => has(client, 'prepare', 'exec')

const sqliteOver = memoizeByIdentity(
  (database: SqliteDatabase): AnyDatabase => new Kysely({ dialect: sqliteDialect(database) }),
)

const postgresOver = memoizeByIdentity((client: PgClient): AnyDatabase => {
  const connect = client.totalCount === undefined ? inTurn(client as never) : () => client.connect()
  return new Kysely({ dialect: dialectOver(connect) })
})

/** The transaction of a connection that Drizzle holds. It ends with that of Drizzle. */
const transactionOn = memoizeByIdentity((client: PgClient): AnyDatabase => {
  const dialect = dialectOver(inTurn(client as never))
  const executor = new Kysely({ dialect }).getExecutor()
  return new Transaction({ executor, dialect, config: { dialect }, driver: {} as never })
})

/** Statements have values in the form of the service's, whatever the pool has set. */
const dialectOver = (connect: () => Promise<PgConnection>) => {
  const pool = {
    async connect() {
      const connection = await connect()
      const types = postgresTypes({
        getTypeParser: (...type) => connection.getTypeParser(...type),
      })
      return {
        query: (text: string, values: readonly unknown[]) =>
          connection.query({ text, values: [...values], types }),
        release: (error?: unknown) => connection.release?.(error),
      }
    },
    // It belongs to the application.
    end: async () => {},
  }
  return outageAwareDialect(new PostgresDialect({ pool: pool as never }))
}

/** One connection, which its users get one after the other. */
function inTurn(connection: PgConnection): () => Promise<PgConnection> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = last
    last = promise
    await before
    return {
      query: (statement) => connection.query(statement),
      getTypeParser: (...type) => connection.getTypeParser(...type),
      release: () => resolve(),
    }
  }
}

const synchronous = () =>
  new ConfigurationError(
    'The transactions of this SQLite driver of Drizzle are synchronous, so that lists and stores ' +
      'cannot be used in them: make the database with drizzleSqlite(), whose transactions wait.',
  )

const unknownDriver = () =>
  new ConfigurationError(
    'turnpike/drizzle does not know the driver of this Drizzle database. For PostgreSQL use ' +
      'drizzle-orm/node-postgres with a Pool of pg or postgresPool(); for SQLite use drizzleSqlite(), ' +
      'or the drizzle() of drizzle-orm/better-sqlite3 or bun-sqlite.',
  )
