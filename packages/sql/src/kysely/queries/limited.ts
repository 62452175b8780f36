import { type Expression, sql } from 'kysely'
import { type AnyDatabase, type AnyQuery, isSqlite } from '../database.ts'

/**
 * The query with placeholders for a limit and an offset.
 *
 * SQLite looks at the value of a bare placeholder when it plans a limit, and so would plan the
 * statement again at each use. It does not look behind a sign.
 *
 * @param offset undefined: from the first row.
 */
export function limited(
  db: AnyDatabase,
  query: AnyQuery,
  limit: never,
  offset: never | undefined = undefined,
): AnyQuery {
  const written = isSqlite(db) ? signed : (value: never): Value => value
  const withLimit = query.limit(written(limit))
  return offset === undefined ? withLimit : withLimit.offset(written(offset))
}

type Value = number | Expression<number>

const signed = (value: never): Value => sql<number>`+${value}`
