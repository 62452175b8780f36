import type { CompiledQuery, QueryResult } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { databaseOutage } from '../outages.ts'
import { giveDirectWay } from '../statements/direct.ts'
import { statementsOf } from '../statements/watch-statements.ts'
import { readingNow } from './change-token.ts'

/**
 * Reads that need not wait go the short way to a connection of their own, instead of through
 * Kysely's executor and driver. For a database of `sqliteDialect` without a log. Errors are those
 * of `outageAwareDialect`.
 */
export function giveDirectReads(db: AnyDatabase): void {
  const executor = db.getExecutor()
  const readNow = readingNow(db)
  if (readNow === null) return
  const usual = executor.executeQuery.bind(executor)

  const read = (query: CompiledQuery): QueryResult<unknown> | null => {
    try {
      return readNow(query)
    } catch (error) {
      throw databaseOutage(error) ?? error
    }
  }
  const statements = statementsOf(db)

  giveDirectWay(executor, async (query: CompiledQuery): Promise<QueryResult<unknown>> => {
    // Watched statements go the usual way, where they are watched.
    const isFollowed = statements !== undefined && statements.watch !== null
    return (isFollowed ? null : read(query)) ?? usual(query)
  })
}
