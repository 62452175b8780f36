import type { CompiledQuery, OperationNode } from 'kysely'
import { type ChangeToken, memoizeByIdentity, tokenCache } from 'turnpike/kit'
import type { SqliteChanges } from '../sqlite/change-token.ts'
import { cacheableTables, isPlainValue } from './cacheable-query.ts'

/** Maximum number of cached results per database. */
const maxResults = 1000

const cacheOf = memoizeByIdentity((_changes: SqliteChanges) => tokenCache<unknown>(maxResults))

/** A query used as a cache key. */
type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/**
 * The result of a query, cached until anything in the database changes, by any process and in any
 * table. Not cached: queries in a transaction, and those whose result depends on more than the
 * database.
 *
 * @param changes null: nothing is cached.
 * @param node the query as a tree.
 * @param query the query as text and parameters.
 */
export async function cachedResult<Result extends number>(
  changes: SqliteChanges | null,
  node: OperationNode,
  query: Query,
  read: () => Promise<Result>,
): Promise<Result> {
  const key = keyOf(query)
  const tables = cacheableTables(node)
  if (changes === null || key === null || tables === null) return read()
  const token = changes.token(tables)
  if (token === null) return read()

  const results = cacheOf(changes)(token)
  const cached = results.get(key)
  if (cached !== undefined) return cached as Result

  const result = await read()
  if (changes.isCommitted()) results.set(key, result)
  return result
}

/**
 * The value created for a query since the last change of the database, or a new one. Null when the
 * query has values that cannot be part of a key.
 */
export function cachedAt<Result extends object>(
  changes: SqliteChanges,
  token: ChangeToken,
  query: Query,
  make: () => Result,
): Result | null {
  const key = keyOf(query)
  if (key === null) return null
  const results = cacheOf(changes)(token)
  const cached = results.get(key)
  if (cached !== undefined) return cached as Result

  const result = make()
  results.set(key, result)
  return result
}

/** Null when JSON would write two values alike. */
const keyOf = ({ sql, parameters }: Query): string | null =>
  parameters.every(isPlainValue) ? `${sql}\n${JSON.stringify(parameters)}` : null
