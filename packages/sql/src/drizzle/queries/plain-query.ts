import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  JoinNode,
  OnNode,
  type OperationNode,
  OperatorNode,
  OrderByItemNode,
  OrderByNode,
  ReferenceNode,
  SelectionNode,
  type SelectQueryNode,
  TableNode,
  ValueNode,
  WhereNode,
} from 'kysely'
import { directionNode } from '../../kysely/queries/direction.ts'
import { type DrizzleColumn, isColumn, isEntity, isTable, tableOf } from '../entities.ts'
import type { SelectedField } from './fields.ts'
import { orderItems } from './orders.ts'
import { isCasting, type Join, type SelectConfig, type SqlDialect } from './select-query.ts'
import { chunksOf, columnNode, driverValue, isSql, isValue, rawNode, textOf } from './sql-parts.ts'

/**
 * The tree of a query that selects columns of tables by conditions, as Kysely would have it; null
 * for any other query.
 */
export function plainQuery(
  config: SelectConfig,
  fields: readonly SelectedField[],
  dialect: SqlDialect,
): SelectQueryNode | null {
  const { table, joins = [], where, orderBy = [] } = config
  const order = orderItems(orderBy)
  const isOfTables = isTable(table) && joins.every(isPlainJoin)
  if (!isOfTables || order === null || !hasOnlyPlainParts(config)) return null
  if (!fields.every(({ source }) => source !== null && isTable(source.table))) return null
  const items = order.map(({ by, descending }) =>
    isColumn(by)
      ? OrderByItemNode.create(columnNode(by, dialect), directionNode(descending))
      : null,
  )
  if (items.includes(null)) return null

  return {
    kind: 'SelectQueryNode',
    from: FromNode.create([tableNode(table)]),
    selections: fields.map((field) => selectionOf(field, joins.length === 0, dialect)),
    ...(joins.length > 0 && { joins: joins.map((join) => joinNode(join, dialect)) }),
    ...(where !== undefined && { where: WhereNode.create(conditionNode(where, dialect)) }),
    ...(items.length > 0 && { orderBy: OrderByNode.create(items as OrderByItemNode[]) }),
  }
}

/** The last ones are what Drizzle 1.0 keeps of a query that it has written. */
const plainParts = new Set([
  'withList',
  'table',
  'fields',
  'setOperators',
  'joins',
  'where',
  'orderBy',
  ...['fieldsFlat', 'setFieldsFlat', 'mapper', 'shape'],
])

const hasOnlyPlainParts = (config: SelectConfig): boolean =>
  isEmpty(config.withList) &&
  isEmpty(config.setOperators) &&
  Object.entries(config).every(
    ([name, part]) => plainParts.has(name) || part === undefined || part === false,
  )

const isEmpty = (list: unknown): boolean => list === undefined || (list as unknown[]).length === 0

const isPlainJoin = ({ table, joinType, lateral, on }: Join): boolean =>
  isTable(table) && lateral !== true && on !== undefined && ['inner', 'left'].includes(joinType)

function tableNode(table: object): OperationNode {
  const { name, originalName, schema, isAlias } = tableOf(table)
  const node =
    schema === undefined
      ? TableNode.create(originalName)
      : TableNode.createWithSchema(schema, originalName)
  return isAlias ? AliasNode.create(node, IdentifierNode.create(name)) : node
}

function selectionOf(
  { source, column }: SelectedField,
  isAlone: boolean,
  dialect: SqlDialect,
): SelectionNode {
  const cast = castOf(source as NonNullable<typeof source>, dialect)
  if (cast !== null) {
    return SelectionNode.create(
      AliasNode.create(rawNode(cast, dialect), IdentifierNode.create(column)),
    )
  }
  const qualified = columnNode(source as NonNullable<typeof source>, dialect)
  const { column: own } = qualified
  const node = isAlone ? ReferenceNode.create(own as ColumnNode) : qualified
  const isNamedSo = ColumnNode.is(own) && own.column.name === column
  return SelectionNode.create(
    isNamedSo ? node : AliasNode.create(node, IdentifierNode.create(column)),
  )
}

/** The SQL that Drizzle selects instead of a column that its codec reads as a text. */
function castOf(column: DrizzleColumn, dialect: SqlDialect): unknown {
  const cast = isCasting(dialect) ? dialect.codecs?.get(column, 'cast') : undefined
  return cast?.(column, column.dimensions) ?? null
}

const joinNode = ({ table, joinType, on }: Join, dialect: SqlDialect): JoinNode => ({
  ...JoinNode.create(joinType === 'left' ? 'LeftJoin' : 'InnerJoin', tableNode(table as object)),
  on: OnNode.create(conditionNode(on, dialect)),
})

/** An equality as Kysely has it, by which counted tables are recognised; others as raw SQL. */
function conditionNode(condition: unknown, dialect: SqlDialect): OperationNode {
  const chunks = chunksOf(condition)
  const [column, operator, value] = chunks
  if (chunks.length !== 3 || !isColumn(column) || textOf(operator) !== ' = ' || !isValue(value)) {
    return rawNode(condition, dialect)
  }
  const sent = driverValue(value, dialect)
  if (isSql(sent) || isEntity(sent, 'SQL.Aliased')) return rawNode(condition, dialect)
  return BinaryOperationNode.create(
    columnNode(column, dialect),
    OperatorNode.create('='),
    ValueNode.create(sent),
  )
}
