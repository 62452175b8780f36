import { type SelectQueryNode, sql } from 'kysely'
import { cacheableTables } from '../caching/cacheable-query.ts'
import { type AnyDatabase, type AnyQuery, isSqlite } from '../database.ts'

/**
 * About how many rows a query has, from the database's statistics, which are as old as its last
 * `analyze`; null without statistics.
 */
export const estimatedRows = (db: AnyDatabase, query: AnyQuery): Promise<number | null> =>
  isSqlite(db) ? rowsOfStatistics(db, query) : rowsOfPlan(db, query)

/**
 * The estimate of PostgreSQL's planner:
 * `Seq Scan on note  (cost=0.00..1935.00 rows=100000 width=44)`.
 */
async function rowsOfPlan(db: AnyDatabase, query: AnyQuery): Promise<number | null> {
  const compiled = query.compile()
  const { rows } = await db.executeQuery<Record<string, string>>({
    ...compiled,
    sql: `explain ${compiled.sql}`,
  })
  const [line = ''] = Object.values(rows[0] ?? {})
  const count = /\brows=(\d+) width=\d+\)$/.exec(line)?.[1]
  // The planner multiplies the rows of joins, up to 10^100 of them.
  return count === undefined ? null : Math.min(Number(count), Number.MAX_SAFE_INTEGER)
}

/**
 * SQLite stores how many entries an index had. It has statistics only for whole tables, if at all.
 */
async function rowsOfStatistics(db: AnyDatabase, query: AnyQuery): Promise<number | null> {
  const table = wholeTable(query.toOperationNode())
  if (table === null || !(await hasStatistics(db))) return null

  const { rows } = await sql<{ count: number | null }>`
    select max(cast(stat as integer)) as count from main.sqlite_stat1
    where tbl = ${table} collate nocase`.execute(db)
  return rows[0]?.count ?? null
}

async function hasStatistics(db: AnyDatabase): Promise<boolean> {
  const { rows } = await sql`
    select 1 from main.sqlite_schema where type = 'table' and name = 'sqlite_stat1'`.execute(db)
  return rows.length > 0
}

/** The parts of a query that returns all rows of a table. */
const wholeParts = new Set(['kind', 'from', 'selections', 'orderBy'])

/** The name of the table whose rows the query returns, or null. */
function wholeTable(query: SelectQueryNode): string | null {
  const parts = Object.entries(query).filter(([, part]) => part !== undefined)
  const [table, ...others] = cacheableTables(query) ?? []
  const isWhole = others.length === 0 && parts.every(([name]) => wholeParts.has(name))
  return isWhole ? (table ?? null) : null
}
