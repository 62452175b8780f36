import { ConfigurationError } from 'turnpike'
import type { AnyDatabase } from '../../database.ts'
import { scopeOf, TransactionOver } from '../../transactions/scope.ts'
import type { PostgresResult } from '../client.ts'
import type { StatementConfig } from '../driver-statement.ts'
import { type PoolCounts, poolCountsOf } from '../shared-dialect.ts'
import { holdConnection } from './held-client.ts'
import { ScopeClient, sendIn } from './scope-client.ts'
import type { SharedClient } from './shared-client.ts'
import { databaseOfPool } from './shared-pools.ts'
import { answered, type Callback, type QueryParameters, readQuery } from './statement.ts'
import { transactionCommand } from './transaction-command.ts'

/** The class `Pool` of `pg`. */
// biome-ignore lint/suspicious/noExplicitAny: its options are not used.
export type PostgresPoolClass<Pool extends object> = new (config?: any) => Pool

/**
 * A `Pool` of `pg` over the connections of a Kysely, for libraries that take one: they share its
 * connections, limits and errors. In the transaction of the current work, such as that of an atomic
 * request, their statements are part of it, and their transactions are savepoints.
 *
 * ```ts
 * import { drizzle } from 'drizzle-orm/node-postgres'
 * import { Pool } from 'pg'
 *
 * const orm = drizzle({ client: postgresPool(db, Pool), schema })
 * ```
 *
 * `end()` leaves the connections open: they are closed by `db.destroy()`.
 *
 * @param db that of the service, or one over `postgresDialect(pool)`.
 * @throws ConfigurationError when `db` is a transaction or has another dialect.
 */
export function postgresPool<Pool extends object>(
  db: AnyDatabase,
  Pool: PostgresPoolClass<Pool>,
): Pool {
  const counts = poolCountsOf(db)
  if (counts === undefined) {
    throw new ConfigurationError(
      'postgresPool() needs the db of a service on PostgreSQL, or a Kysely with ' +
        'postgresDialect(pool).',
    )
  }
  if (db.isTransaction) {
    throw new ConfigurationError(
      'postgresPool() needs the database: its statements find the transaction of the current work.',
    )
  }
  if (typeof Pool !== 'function' || typeof Pool.prototype?.connect !== 'function') {
    throw new ConfigurationError(
      "postgresPool() needs the class of pg: import { Pool } from 'pg'; postgresPool(db, Pool).",
    )
  }
  const pool = new (sharedPool(db, Pool as unknown as PostgresPoolClass<object>, counts))()
  databaseOfPool.set(pool, db)
  return pool as Pool
}

/** A class of pools, as libraries ask for `instanceof Pool`. */
function sharedPool(db: AnyDatabase, Pool: PostgresPoolClass<object>, counts: () => PoolCounts) {
  return class KyselyPool extends Pool {
    #isEnded = false

    get totalCount(): number {
      return counts().total
    }

    get idleCount(): number {
      return counts().idle
    }

    get waitingCount(): number {
      return counts().waiting
    }

    query(...given: QueryParameters): Promise<PostgresResult> | undefined {
      const { config, callback } = readQuery(given)
      return answered(this.#query(config), callback)
    }

    connect(callback?: Connected): Promise<SharedClient> | undefined {
      const connected = this.#connect()
      if (callback === undefined) return connected
      connected.then(
        (client) => process.nextTick(callback, null, client, client.release.bind(client)),
        (error: unknown) => process.nextTick(callback, error, undefined, () => {}),
      )
      return undefined
    }

    end(callback?: Callback<void>): Promise<void> | undefined {
      return answered(this.#end(), callback)
    }

    async #query(config: StatementConfig): Promise<PostgresResult> {
      this.#requireOpen()
      const command = transactionCommand(config.text ?? '')
      if (command !== null && command.kind !== 'set') {
        throw new Error('A transaction needs a client of its own: await pool.connect().')
      }
      const scope = scopeOf(db)
      if (scope !== null) return sendIn(scope, config)
      const client = await holdConnection(db)
      try {
        return (await client.query(config)) as PostgresResult
      } finally {
        client.release()
      }
    }

    async #connect(): Promise<SharedClient> {
      this.#requireOpen()
      const scope = scopeOf(db)
      if (scope === null) return holdConnection(db)
      if (!scope.isOpen) throw new TransactionOver()
      return new ScopeClient(db, scope)
    }

    async #end(): Promise<void> {
      if (this.#isEnded) throw new Error('Called end on pool more than once')
      this.#isEnded = true
    }

    #requireOpen(): void {
      if (this.#isEnded) throw new Error('Cannot use a pool after calling end on the pool')
    }
  }
}

type Connected = (
  error: unknown,
  client: SharedClient | undefined,
  release: (error?: Error | boolean) => void,
) => void
