import { CompiledQuery, sql } from 'kysely'
import type { Ordering } from '../../items/ordering.ts'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import { queryInOrder } from './items.ts'

/**
 * Whether the database must sort all rows to read these items in this order, because no index has
 * it. Null when the items are not from `kyselyItems`. No rows are read.
 */
export async function needsSort(items: object, ordering: Ordering): Promise<boolean | null> {
  const found = queryInOrder(items, ordering)
  if (found === null) return null
  const { sql: text, parameters } = found.query.limit(1).compile()
  return isSqlite(found.db)
    ? sortsOnSqlite(found.db, text, parameters)
    : sortsOnPostgres(found.db, text, parameters)
}

/** Rows that an index has sorted by the first fields are only sorted within ties. */
async function sortsOnSqlite(db: AnyDatabase, text: string, parameters: readonly unknown[]) {
  const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
  const { rows } = await db.withoutPlugins().executeQuery<{ detail: string }>(plan)
  return rows.some(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
}

/**
 * For a small table the planner prefers to sort. With sorting disabled it sorts only if it must.
 */
async function sortsOnPostgres(db: AnyDatabase, text: string, parameters: readonly unknown[]) {
  const plan = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
  const { rows } = await inTransaction(db.withoutPlugins(), async (transaction) => {
    await sql`set local enable_sort = off`.execute(transaction)
    await sql`set local enable_seqscan = off`.execute(transaction)
    return transaction.executeQuery<{ 'QUERY PLAN': unknown }>(plan)
  })
  return JSON.stringify(rows).includes('"Node Type":"Sort"')
}
