import type { CompiledQuery, QueryResult } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { databaseOutage } from '../outages.ts'
import { giveDirectWay } from '../statements/direct.ts'
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

  giveDirectWay(executor, async (query: CompiledQuery): Promise<QueryResult<unknown>> => {
    let read: QueryResult<unknown> | null
    try {
      read = readNow(query)
    } catch (error) {
      throw databaseOutage(error) ?? error
    }
    return read ?? usual(query)
  })
}
