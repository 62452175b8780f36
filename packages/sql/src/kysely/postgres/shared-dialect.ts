import { type DialectAdapter, PostgresDialect, type PostgresDialectConfig } from 'kysely'
import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'

/** The connections of a pool, in numbers. */
export interface PoolCounts {
  readonly total: number
  readonly idle: number
  /** How many wait for a connection. */
  readonly waiting: number
}

/** The counts of a pool that is not open yet. */
export const noConnections: PoolCounts = { total: 0, idle: 0, waiting: 0 }

const counts = mark<object, () => PoolCounts>()

/** Kysely's dialect over clients that send a `DriverStatement` as it is. */
export class SharedPostgresDialect extends PostgresDialect {
  readonly #counts: () => PoolCounts

  constructor(config: PostgresDialectConfig, counts: () => PoolCounts) {
    super(config)
    this.#counts = counts
  }

  override createAdapter(): DialectAdapter {
    const adapter = super.createAdapter()
    counts.set(adapter, this.#counts)
    return adapter
  }
}

/** Counts the connections of a database with that dialect; undefined if it has another one. */
export const poolCountsOf = (db: AnyDatabase): (() => PoolCounts) | undefined =>
  counts.get(db.getExecutor().adapter)
