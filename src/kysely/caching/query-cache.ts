import type { CompiledQuery, OperationNode } from 'kysely'
import type { SqliteState } from '../sqlite/change-token.ts'
import { isPlainValue, settledTables } from './cacheable-query.ts'

/** Most results that are kept of one database. The least recently used are evicted. */
const maxResults = 1000

/** Results that are good until the database changes. */
interface Kept {
  state: string
  readonly results: Map<string, unknown>
}

const keptOf = new WeakMap<SqliteState, Kept>()

/**
 * What `read` gives for a query, kept until anything in the database changes: by this process or
 * another, and be it in another table. Reads in a transaction, and queries whose result depends on
 * more than the database, are done each time.
 *
 * @param node what the query reads.
 * @param query tells one query from another, by its text and parameters.
 */
export async function untilChanged<Result>(
  state: SqliteState | null,
  node: OperationNode,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  read: () => Promise<Result>,
): Promise<Result> {
  const key = keyOf(sql, parameters)
  const tables = settledTables(node)
  if (state === null || key === null || tables === null) return read()
  const before = state.read(tables)
  if (before === null) return read()

  const results = resultsAt(state, before)
  if (results.has(key)) return used(results, key) as Result

  const result = await read()
  if (state.isSteady()) keep(results, key, result)
  return result
}

/**
 * What was made for a query since the database changed to this state, made now when there is none;
 * null when the query's values cannot be told apart.
 */
export function keptUntilChanged<Result>(
  database: SqliteState,
  state: string,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  make: () => Result,
): Result | null {
  const key = keyOf(sql, parameters)
  if (key === null) return null
  const results = resultsAt(database, state)
  if (results.has(key)) return used(results, key) as Result

  const result = make()
  keep(results, key, result)
  return result
}

/** Results of other states are dropped: they will not come back. */
function resultsAt(database: SqliteState, state: string): Map<string, unknown> {
  const known = keptOf.get(database)
  if (known?.state === state) return known.results

  const results = new Map<string, unknown>()
  keptOf.set(database, { state, results })
  return results
}

function used(results: Map<string, unknown>, key: string): unknown {
  const result = results.get(key)
  results.delete(key)
  results.set(key, result)
  return result
}

function keep(results: Map<string, unknown>, key: string, result: unknown): void {
  const oldest = results.keys().next()
  if (results.size >= maxResults && !oldest.done) results.delete(oldest.value)
  results.set(key, result)
}

/** Null when JSON would not tell two values apart. */
function keyOf(sql: string, parameters: readonly unknown[]): string | null {
  return parameters.every(isPlainValue) ? `${sql}\n${JSON.stringify(parameters)}` : null
}
