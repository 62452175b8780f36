import { type SelectQueryBuilder, sql } from 'kysely'
import { type AnyDatabase, type AnyRow, isSqlite, lookup } from '../database.ts'
import { takesDirectWay } from './direct.ts'
import { gatheredLookup, type TextsLookup } from './gathered-lookup.ts'
import { keepPrepared } from './prepared.ts'

/**
 * Finds the row with one of some digests.
 *
 * @param rows the query of all rows, each with its digest.
 * @param column the column of the digest in the query: `token.digest`.
 * @param count how many digests each look-up has.
 */
export function digestLookup<Row extends { digest: string }>(
  db: AnyDatabase,
  rows: SelectQueryBuilder<AnyRow, AnyRow, Row>,
  column: string,
  count: number,
): TextsLookup<Row> {
  const alone = lookup<unknown, Row>(db, rows.where(column, 'in', Array(count).fill('')))
  // SQLite has no round trips to save.
  if (isSqlite(db)) return alone

  const anyOf = rows.where(sql<boolean>`${sql.ref(column)} = any(cast(${''} as text[]))`).compile()
  keepPrepared(anyOf.sql, { inTransactions: true })
  const gathered = gatheredLookup<Row>(
    async (digests) => {
      const query = { ...anyOf, parameters: [`{${digests.join()}}`] }
      const { rows } = await db.executeQuery<Row>(query)
      return rows
    },
    ({ digest }) => digest,
  )
  // In a transaction the row may be that transaction's own.
  return (...digests) =>
    takesDirectWay(db.getExecutor()) ? gathered(...digests) : alone(...digests)
}
