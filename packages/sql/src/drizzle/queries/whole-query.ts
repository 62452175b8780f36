import {
  AliasNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  OrderByItemNode,
  OrderByNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  type SelectQueryNode,
} from 'kysely'
import { directionNode } from '../../kysely/queries/direction.ts'
import { isEntity } from '../entities.ts'
import type { SelectedField } from './fields.ts'
import { orderedField, orderItems } from './orders.ts'
import {
  isCasting,
  type SelectConfig,
  type SelectQuery,
  type Sql,
  type SqlDialect,
} from './select-query.ts'
import { writtenByDrizzle } from './sql-parts.ts'

/**
 * Any query as a subquery whose columns have the names of the fields:
 * `select … from (with rows (…) as (<Drizzle's SQL>) select * from rows) as item`.
 *
 * Its order stays inside if it decides which rows there are, with the key appended. The rows keep
 * it by the fields that it orders by, or else by their numbers.
 */
export function wholeQuery(
  { config, dialect }: SelectQuery,
  fields: readonly SelectedField[],
  keys: readonly string[],
): SelectQueryNode {
  const { setOperators } = config
  const last = setOperators.at(-1) ?? config
  const own = last.orderBy ?? []
  const order = orderItems(own)?.map((item) => ({ ...item, field: orderedField(fields, item) }))
  const byFields = order?.every(({ field }) => field !== undefined) ? order : null
  const isKept = byFields === null || [config, ...setOperators].some(decidesRows)
  const inner = isKept
    ? withOrder(config, dialect, orderWithKey(config, own, fields, keys, dialect))
    : withOrder(config, dialect, [])

  const isNumbered = byFields === null
  const names = fields.map(({ column }) => dialect.escapeName(column)).join(', ')
  const all = isNumbered ? `*, row_number() over () as ${position}` : '*'
  const { sqlFragments, parameters } = writtenByDrizzle(
    dialect.buildSelectQuery({ ...inner, useSelectionCastCodecs: isCasting(dialect) }),
    dialect,
  )
  const item = RawNode.create(
    sqlFragments.map((fragment, index) => {
      const begin = index === 0 ? `(with ${rows} (${names}) as (` : ''
      const end = index === sqlFragments.length - 1 ? `) select ${all} from ${rows})` : ''
      return begin + fragment + end
    }),
    parameters,
  )
  const items = isNumbered
    ? [orderItem(position, false)]
    : byFields.map(({ field, descending }) => orderItem(field?.column ?? '', descending))

  return {
    kind: 'SelectQueryNode',
    from: FromNode.create([AliasNode.create(item, IdentifierNode.create('item'))]),
    selections: fields.map(({ column }) => SelectionNode.create(reference(column))),
    ...(items.length > 0 && { orderBy: OrderByNode.create(items) }),
  }
}

/** A name that no table has: SQLite would take the table for the query itself. */
const rows = 'turnpikerows'

/** The number of a row in the query's own order. */
const position = 'turnpikeposition'

const reference = (column: string) => ReferenceNode.create(ColumnNode.create(column))

const orderItem = (column: string, descending: boolean) =>
  OrderByItemNode.create(reference(column), directionNode(descending))

/** Whether the order of a query, or of a part of a union, decides which rows it has. */
const decidesRows = ({
  limit,
  offset,
  distinct,
}: {
  readonly limit?: unknown
  readonly offset?: unknown
  readonly distinct?: unknown
}): boolean => limit !== undefined || offset !== undefined || distinctOn(distinct) !== null

const distinctOn = (distinct: unknown): readonly unknown[] | null =>
  typeof distinct === 'object' && distinct !== null
    ? ((distinct as { on: unknown[] }).on as readonly unknown[])
    : null

/** The order, and the key by the numbers of its columns. */
function orderWithKey(
  config: SelectConfig,
  own: readonly unknown[],
  fields: readonly SelectedField[],
  keys: readonly string[],
  dialect: SqlDialect,
): readonly unknown[] {
  const { raw } = partsOf(config, dialect)
  const first = own.length === 0 ? (distinctOn(config.distinct) ?? []) : own
  const numbers = keys.map((key) => fields.findIndex(({ name }) => name === key) + 1)
  return [...first, ...numbers.map((number) => raw(`${number}`))]
}

function withOrder(
  config: SelectConfig,
  _dialect: SqlDialect,
  orderBy: readonly unknown[],
): SelectConfig {
  const { setOperators } = config
  const last = setOperators.at(-1)
  if (last === undefined) return { ...config, orderBy }
  return { ...config, setOperators: [...setOperators.slice(0, -1), { ...last, orderBy }] }
}

/** Drizzle's own classes, of which the application may have another copy. */
function partsOf(config: SelectConfig, dialect: SqlDialect) {
  const sql = dialect.buildSelectQuery({ ...config, orderBy: [], setOperators: [] })
  const text = sql.queryChunks.find((chunk) => isEntity(chunk, 'StringChunk')) as object
  const SqlClass = sql.constructor as new (chunks: unknown[]) => Sql
  const Text = text.constructor as new (text: string) => object
  return { raw: (written: string) => new SqlClass([new Text(written)]) }
}
