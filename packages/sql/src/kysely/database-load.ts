import type { DatabaseLoad } from 'turnpike/kit'
import type { AnyDatabase } from './database.ts'
import { poolCountsOf } from './postgres/shared-dialect.ts'
import { waitingForWriter } from './sqlite/change-token.ts'

/**
 * Reads how busy a database is, for metrics.
 *
 * ```ts
 * counts.addDatabase('reports', databaseLoad(reports))
 * ```
 *
 * The load of a database with a dialect that Turnpike does not know has two nulls.
 */
export function databaseLoad(db: AnyDatabase): () => DatabaseLoad {
  return () => {
    const counts = poolCountsOf(db)?.()
    if (counts === undefined) return { connections: null, waiting: waitingForWriter(db) ?? null }
    const { total, idle, waiting } = counts
    return { connections: { total, idle }, waiting }
  }
}
