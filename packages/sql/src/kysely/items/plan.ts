import { CompiledQuery, sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { inTransaction } from '../transactions/in-transaction.ts'

/** The plan of PostgreSQL as JSON, in which it sorts and reads whole tables only if it must. */
export async function planOnPostgres(db: AnyDatabase, query: CompiledQuery): Promise<string> {
  const plan = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
  const { rows } = await inTransaction(db.withoutPlugins(), async (transaction) => {
    await sql`set local enable_sort = off`.execute(transaction)
    await sql`set local enable_seqscan = off`.execute(transaction)
    return transaction.executeQuery<{ 'QUERY PLAN': unknown }>(plan)
  })
  return JSON.stringify(rows)
}
