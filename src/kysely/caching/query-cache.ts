import type { CompiledQuery, OperationNode } from 'kysely'
import type { ChangeToken } from '../../caching/change-token.ts'
import type { SqliteChanges } from '../sqlite/change-token.ts'
import { cacheableTables, isPlainValue } from './cacheable-query.ts'

/** Most results that are cached of one database. The least recently used are evicted. */
const maxResults = 1000

/** Results that are valid while the database has the token. */
interface Cache {
  readonly token: ChangeToken
  readonly results: Map<string, unknown>
}

const caches = new WeakMap<SqliteChanges, Cache>()

/**
 * The result of a query, cached until anything in the database changes, by any process and in any
 * table. Queries in a transaction, and those whose result depends on more than the database, are
 * read each time.
 *
 * @param node the query as a tree.
 * @param query the query as text and parameters, by which its result is cached.
 */
export async function cachedResult<Result>(
  changes: SqliteChanges | null,
  node: OperationNode,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  read: () => Promise<Result>,
): Promise<Result> {
  const key = keyOf(sql, parameters)
  const tables = cacheableTables(node)
  if (changes === null || key === null || tables === null) return read()
  const before = changes.token(tables)
  if (before === null) return read()

  const results = resultsAt(changes, before)
  if (results.has(key)) return used(results, key) as Result

  const result = await read()
  if (changes.isCommitted()) keep(results, key, result)
  return result
}

/**
 * What was made for a query since the last change of the database, else what is made now; null when
 * the query has values by which nothing can be cached.
 */
export function cachedAt<Result>(
  changes: SqliteChanges,
  token: ChangeToken,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  make: () => Result,
): Result | null {
  const key = keyOf(sql, parameters)
  if (key === null) return null
  const results = resultsAt(changes, token)
  if (results.has(key)) return used(results, key) as Result

  const result = make()
  keep(results, key, result)
  return result
}

/** Results of other tokens are dropped: no token comes back. */
function resultsAt(changes: SqliteChanges, token: ChangeToken): Map<string, unknown> {
  const known = caches.get(changes)
  if (known?.token === token) return known.results

  const results = new Map<string, unknown>()
  caches.set(changes, { token, results })
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
