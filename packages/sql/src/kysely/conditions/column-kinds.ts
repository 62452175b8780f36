import {
  AliasNode,
  ExpressionWrapper,
  IdentifierNode,
  type OperationNode,
  SelectionNode,
  type SelectQueryNode,
  sql,
  WhereNode,
} from 'kysely'
import { Lru, memoizeByIdentity, UnknownField } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { driverCode } from '../outages.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { openQuery } from '../queries/open-query.ts'
import { sameNameIn } from '../queries/selected-columns.ts'
import { columnsOf, forgetColumns } from '../tables/columns.ts'
import type { ComparedColumn } from './bound-values.ts'
import { type ColumnSource, sourceOf } from './column-source.ts'
import { type ColumnKind, postgresKind, sqliteKind, type TypeRow } from './kinds.ts'
import { never } from './logic.ts'

/**
 * The kind of values in a field of a query.
 *
 * @throws ConfigurationError when the query does not have the field.
 */
export async function comparedColumn(listed: ListedQuery, field: string): Promise<ComparedColumn> {
  const { query, terms } = openQuery(listed, [listed.nodeOf(field)])
  const [term] = terms as [OperationNode]
  const tree = query.toOperationNode()
  return isSqlite(listed.db)
    ? { field, kind: await kindOnSqlite(listed.db, tree, term, field), collation: null }
    : { field, ...(await typeOnPostgres(listed.db, tree, term, field)) }
}

/** By the declared type of the table's column; an expression has none. */
async function kindOnSqlite(
  db: AnyDatabase,
  tree: SelectQueryNode,
  term: OperationNode,
  field: string,
): Promise<ColumnKind> {
  const source = sourceOf(tree, term, sameNameIn(db))
  if (source === null || isRowid.test(source.column)) return null
  const known = await kindOfColumn(db, source)
  if (known !== undefined) return known

  // A migration may have added it.
  forgetColumns(db)
  const added = await kindOfColumn(db, source)
  if (added !== undefined) return added
  // Some builds of SQLite read an unknown name as a string.
  throw unknownField(field)
}

/** Undefined if the tables have no such column. */
async function kindOfColumn(
  db: AnyDatabase,
  source: ColumnSource,
): Promise<ColumnKind | undefined> {
  const sameName = sameNameIn(db)
  for (const { schema, name } of source.tables) {
    const table = schema === undefined ? name : `${schema}.${name}`
    const columns = await columnsOf(db.withoutPlugins(), table)
    // A virtual table, or one of another database.
    if (columns.length === 0) return null
    const column = columns.find(({ name }) => sameName(name, source.column))
    if (column !== undefined) return sqliteKind(column.type)
  }
  return undefined
}

const isRowid = /^(rowid|_rowid_|oid)$/i

/** Maximum number of known types per database. */
const maxKinds = 1000

type ComparedType = Pick<ComparedColumn, 'kind' | 'collation'>

/** By statement. Databases share an adapter with their transactions. */
const knownKinds = memoizeByIdentity(
  (_adapter: object) => new Lru<string, ComparedType>({ max: maxKinds }),
)

/** Has the types of columns read again, because a migration may have changed them. */
export const forgetKinds = (db: AnyDatabase): void => knownKinds(db.getExecutor().adapter).clear()

/** PostgreSQL knows the type of any expression. No rows are read. */
async function typeOnPostgres(
  db: AnyDatabase,
  { endModifiers: _, orderBy: __, ...tree }: SelectQueryNode,
  term: OperationNode,
  field: string,
): Promise<ComparedType> {
  const alias = AliasNode.create(term, IdentifierNode.create('value'))
  const rows = {
    ...tree,
    selections: [SelectionNode.create(alias)],
    where: WhereNode.create(never),
  }
  const statement = sql<TypeRow & { collation: string | null }>`
    select type.typname, type.typcategory,
      nullif(pg_collation_for(cast(item.value as text)), '"default"') as collation
    from (select 1) as one left join ${new ExpressionWrapper(rows)} as item on true
    join pg_type as own on own.oid = pg_typeof(item.value)::oid
    join pg_type as type on type.oid = coalesce(nullif(own.typbasetype, 0), own.oid)`
  const compiled = statement.compile(db.withoutPlugins())
  const kinds = knownKinds(db.getExecutor().adapter)
  const known = kinds.get(compiled.sql)
  if (known !== undefined) return known

  const result = await db
    .withoutPlugins()
    .executeQuery(compiled)
    .catch((error: unknown) => {
      throw isUnknownColumn.test(driverCode(error) ?? '') ? unknownField(field, error) : error
    })
  const [type] = result.rows
  const compared =
    type === undefined
      ? { kind: null, collation: null }
      : { kind: postgresKind(type), collation: type.collation }
  kinds.set(compiled.sql, compared)
  return compared
}

/** Undefined column or table, ambiguous column, column that is not grouped. */
const isUnknownColumn = /^(42703|42P01|42702|42803)$/

const unknownField = (field: string, cause?: unknown) =>
  new UnknownField(
    field,
    `A list is filtered by "${field}", which neither its query nor its tables have: select it, or ` +
      'filter by another field.',
    { cause },
  )
