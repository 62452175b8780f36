import type { DrizzleConfig } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type { drizzle, SqliteRemoteDatabase, SqliteRemoteResult } from 'drizzle-orm/sqlite-proxy'
import { ConfigurationError } from 'turnpike'
import type { AnyDatabase } from '../../kysely/database.ts'
import { isOfSqliteDialect } from '../../kysely/sqlite/change-token.ts'
import { joining } from '../../kysely/transactions/joining.ts'
import { callbackTo } from './callback.ts'
import { storedCodecs } from './codecs.ts'
import { type RemoteSession, useTransactionsOf } from './session.ts'

/**
 * Drizzle over the connections of a Kysely on SQLite: `drizzleSqlite(db, drizzle, { schema })` with
 * the `drizzle` of `drizzle-orm/sqlite-proxy`. The config is Drizzle's.
 *
 * All its statements wait, fail and are cached as those of `db`, and join the transaction of the
 * current work. `orm.transaction()` is asynchronous; inside a transaction it is a savepoint, and an
 * error or `tx.rollback()` undoes it. `orm.batch()` is one transaction. Integers beyond 2^53 are
 * strings before Drizzle decodes them.
 *
 * @throws ConfigurationError when `db` is not a Kysely over `sqliteDialect`.
 */
export function drizzleSqlite<Schema extends Record<string, unknown> = Record<string, never>>(
  db: AnyDatabase,
  drizzle: DrizzleProxy,
  config: DrizzleConfig<Schema> = {},
): DrizzleSqlite<Schema> {
  if (!isOfSqliteDialect(db)) {
    throw new ConfigurationError(
      'drizzleSqlite() needs the connections of a Kysely over sqliteDialect(): pass the database of ' +
        'the service, or new Kysely({ dialect: sqliteDialect(database) }).',
    )
  }
  // kysely/transactions/joining.ts says how statements get onto the transaction of the work.
  const apart: AnyDatabase = db.withoutPlugins()
  const client = callbackTo(joining(apart), db)
  // Without the second function, 0.44 and 0.45 do not read the config. 1.0 has no such function.
  const orm =
    drizzle.length === 2
      ? drizzle(client, { codecs: storedCodecs, ...config } as never)
      : drizzle(client, async () => [], config)
  useTransactionsOf(apart, Reflect.get(orm, 'session') as RemoteSession)
  return orm as DrizzleSqlite<Schema>
}

/** The function `drizzle` of `drizzle-orm/sqlite-proxy`. */
export type DrizzleProxy = typeof drizzle

/** A Drizzle database of `drizzleSqlite`. */
export type DrizzleSqlite<Schema extends Record<string, unknown> = Record<string, never>> =
  BaseSQLiteDatabase<'async', DrizzleSqliteResult, Schema> &
    Pick<SqliteRemoteDatabase<Schema>, 'batch'>

/** The result of a statement without rows. */
export interface DrizzleSqliteResult extends SqliteRemoteResult {
  /** How many rows were inserted, updated or deleted. */
  changes: number
  /** The row number of the row that was inserted last. */
  lastInsertRowid: number
}
