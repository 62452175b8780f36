import type { SelectQueryNode } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { fieldsOf, type SelectedField } from './fields.ts'
import { plainQuery } from './plain-query.ts'
import { type DrizzleQuery, selectQuery } from './select-query.ts'
import { wholeQuery } from './whole-query.ts'

/** A query of Drizzle as a tree of Kysely, and its fields. */
export interface ReadQuery {
  readonly tree: SelectQueryNode
  readonly fields: readonly SelectedField[]
  /** By the name of a table: false if its columns may all be null because of a join. */
  readonly isJoined: Readonly<Record<string, boolean>> | undefined
}

/**
 * Reads a query as it is now, and does not change it.
 *
 * @throws ConfigurationError when it is not a select query, or does not select the key.
 */
export function readQuery(
  query: object,
  kind: 'pg' | 'sqlite',
  keys: readonly string[],
): ReadQuery {
  const select = selectQuery(query, kind)
  const fields = fieldsOf(select.config.fields, select.dialect)
  const missing = keys.find((key) => !fields.some(({ name }) => name === key))
  if (missing !== undefined) {
    throw new ConfigurationError(
      `The query of drizzleItems() does not select its key "${missing}": set key to one of its ` +
        `fields, ${fields.map(({ name }) => name).join(', ')}, or select "${missing}", too.`,
    )
  }
  const tree =
    plainQuery(select.config, fields, select.dialect) ??
    wholeQuery(selectQuery(written(query as DrizzleQuery), kind), fields, keys)
  return { tree, fields, isJoined: select.isJoined }
}

/** The query that Drizzle has written: in 1.0 its dialect needs what is then among its parts. */
function written(query: DrizzleQuery): DrizzleQuery {
  query.getSQL()
  return query
}
