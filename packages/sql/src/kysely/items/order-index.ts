import { CompiledQuery } from 'kysely'
import type { Ordering } from 'turnpike'
import { completeOrdering } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { orderedQuery } from '../queries/ordered-query.ts'
import { listOf } from './narrowed-items.ts'
import { planOnPostgres } from './plan.ts'

/**
 * Whether the database must sort all rows to read these items in this order, because no index has
 * it. Null when the items are not from `kyselyItems`. No rows are read.
 */
export async function needsSort(items: object, ordering: Ordering): Promise<boolean | null> {
  const list = listOf.get(items)?.()
  if (list === undefined) return null
  const { db, keys, condition } = list
  const described = list.described()
  const listed = condition === undefined ? described.listed : await described.narrow(condition)
  const { query } = orderedQuery(listed, completeOrdering(ordering, keys), [])
  const { sql: text, parameters } = query.limit(1).compile()
  return isSqlite(db) ? sortsOnSqlite(db, text, parameters) : sortsOnPostgres(db, text, parameters)
}

/** Whether the items are from `kyselyItems`. */
export const isKyselyItems = (items: object): boolean => listOf.get(items) !== undefined

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
  const plan = await planOnPostgres(db, CompiledQuery.raw(text, [...parameters]))
  return plan.includes('"Node Type":"Sort"')
}
