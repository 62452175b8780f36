import type { OperationNode } from 'kysely'
import { sourceOf } from '../conditions/column-source.ts'
import { documentForm } from '../conditions/full-text.ts'
import { openQuery } from '../queries/open-query.ts'
import { sameNameIn } from '../queries/selected-columns.ts'
import { quotedName, type TableName } from '../tables/name.ts'
import { listOf, type NarrowableList } from './narrowed-items.ts'
import { planOnPostgres } from './plan.ts'

/** The index that a full text search of one field needs. */
export interface FullTextIndex {
  /** Whether PostgreSQL has one that it can use. */
  readonly exists: boolean
  /** The statement that creates it; null when the field is not a column of a table. */
  readonly statement: string | null
}

/**
 * The index for full text searches of a field. Null when the items are not from `kyselyItems`. No
 * rows are read.
 *
 * @throws ConfigurationError on SQLite, and when the query does not have the field.
 */
export async function fullTextIndexOf(items: object, field: string): Promise<FullTextIndex | null> {
  const list = listOf.get(items)?.()
  if (list === undefined) return null
  const searched = await list.described().narrow({ field, operator: 'fullText', value: 'word' })
  const { query } = openQuery(searched, [])
  const plan = await planOnPostgres(list.db, query.compile())
  return {
    exists: /"Index Cond":"(?:[^"\\]|\\.)*@@/.test(plan),
    statement: await statementFor(list, field),
  }
}

async function statementFor(
  { db, textSearch, described }: NarrowableList,
  field: string,
): Promise<string | null> {
  const { listed, columnOf } = described()
  const { query, terms } = openQuery(listed, [listed.nodeOf(field)])
  const source = sourceOf(query.toOperationNode(), terms[0] as OperationNode, sameNameIn(db))
  const [table, ...others] = source?.tables ?? []
  if (source === null || table === undefined || others.length > 0) return null
  const { kind } = await columnOf(field)
  const [before, after] = documentForm(kind, textSearch)
  return `create index on ${named(table)} using gin (${before}${shortName(source.column)}${after})`
}

const named = ({ schema, name }: TableName): string =>
  schema === undefined ? shortName(name) : `${shortName(schema)}.${shortName(name)}`

const shortName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : quotedName(name)
