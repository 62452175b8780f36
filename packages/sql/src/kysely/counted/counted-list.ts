import {
  AliasNode,
  BinaryOperationNode,
  CastNode,
  DataTypeNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  type SelectQueryNode,
  TableNode,
  ValueNode,
} from 'kysely'
import type { Ordering } from 'turnpike'
import { orderingTerm } from 'turnpike/kit'
import { isDescending, isDirection } from '../queries/direction.ts'
import { type ListedQuery, withoutOrder } from '../queries/listed-query.ts'
import { termsInPlain } from '../queries/plain-terms.ts'
import { columnName, isColumn, sameNameIn } from '../queries/selected-columns.ts'
import type { TableName } from '../tables/name.ts'
import type { CountedColumn, CountedDefinition } from './definition.ts'

/** The list of a query that reads all rows of one table, or those with one value in a column. */
export interface CountedList {
  readonly table: TableName
  /** Null means all rows. */
  readonly narrowed: Narrowed | null
  /** Null if the order has no counts. */
  readonly order: { readonly columns: readonly string[]; readonly isReversed: boolean } | null
}

/** The one value of a column that the rows of a list have. */
interface Narrowed {
  readonly column: string
  readonly value: ValueNode
  /** Whether the query compares it as a `bigint`, as conditions on integers do on PostgreSQL. */
  readonly isBigint: boolean
}

/**
 * Null for any other query.
 *
 * @param ordering null: the query's own.
 * @param keyTerms follow it.
 */
export function countedList(
  listed: ListedQuery,
  ordering: Ordering | null,
  keyTerms: Ordering,
): CountedList | null {
  const { tree, narrowing } = listed
  const table = tableOf(tree)
  if (table === null || narrowing !== null || !hasOnly(tree, listParts)) return null
  if ((tree.endModifiers ?? []).length > 0) return null
  const narrowed = tree.where === undefined ? null : equality(tree.where.where)
  if (narrowed === undefined || columnsIn(listed, []) === null) return null
  return { table, narrowed, order: orderOf(listed, ordering, keyTerms) }
}

const listParts = new Set(['kind', 'from', 'selections', 'where', 'orderBy', 'endModifiers'])

const hasOnly = (tree: SelectQueryNode, parts: ReadonlySet<string>) =>
  Object.entries(tree).every(([name, part]) => part === undefined || parts.has(name))

function tableOf({ from }: SelectQueryNode): TableName | null {
  const [source, ...others] = from?.froms ?? []
  if (source === undefined || others.length > 0) return null
  const node = AliasNode.is(source) ? source.node : source
  if (!TableNode.is(node)) return null
  const { schema, identifier } = node.table
  return { schema: schema?.name, name: identifier.name }
}

/** The names in the table; null when a field is something else. */
function columnsIn(listed: ListedQuery, fields: readonly OperationNode[]): string[] | null {
  const terms = termsInPlain(withoutOrder(listed.tree), fields, sameNameIn(listed.db))
  if (terms === null || !terms.every(isColumn)) return null
  return terms.map(columnName)
}

/** `owner = 7`; undefined for any other condition. A null equals nothing. */
function equality(condition: OperationNode): CountedList['narrowed'] | undefined {
  if (!BinaryOperationNode.is(condition)) return undefined
  const { leftOperand, operator, rightOperand } = condition
  if (!OperatorNode.is(operator) || operator.operator !== '=') return undefined
  const isBigint = isCastToBigint(rightOperand)
  const value = isBigint ? rightOperand.expression : rightOperand
  if (!ValueNode.is(value) || !isSingle(value.value)) return undefined
  // In a condition a name is the column of the table, whatever is selected under this name.
  if (!isColumn(leftOperand)) return undefined
  return { column: columnName(leftOperand), value, isBigint }
}

const isCastToBigint = (node: OperationNode): node is CastNode =>
  CastNode.is(node) && DataTypeNode.is(node.dataType) && node.dataType.dataType === 'bigint'

const isSingle = (value: unknown): boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ||
  value instanceof Date ||
  value instanceof Uint8Array

/**
 * Whether a group of the counters has these rows. They convert the value to the type of the column,
 * which fails for a `bigint` that the type does not have; the query only finds no rows.
 */
export const isGroupOf =
  ({ column, value, isBigint }: Narrowed) =>
  ({ name, type }: CountedColumn): boolean =>
    name === column && (!isBigint || isInteger(value.value, integerBits[type] ?? 0))

const integerBits: Readonly<Record<string, number>> = { smallint: 16, integer: 32, bigint: 64 }

const isInteger = (value: unknown, bits: number): boolean =>
  (typeof value === 'bigint' || Number.isSafeInteger(value)) &&
  BigInt.asIntN(bits, BigInt(value as number | bigint)) === BigInt(value as number | bigint)

function orderOf(
  listed: ListedQuery,
  ordering: Ordering | null,
  keyTerms: Ordering,
): CountedList['order'] {
  const own = ordering === null ? ownTerms(listed.tree.orderBy?.items ?? []) : []
  if (own === null) return null
  const terms = [...(ordering ?? []), ...keyTerms].map((name) => {
    const { field, descending } = orderingTerm(name)
    return { node: listed.nodeOf(field), descending }
  })
  const all = [...own, ...terms]
  const columns = columnsIn(
    listed,
    all.map(({ node }) => node),
  )
  if (columns === null) return null
  // A column that has occurred decides nothing: the query's own order may name the key, too.
  const deciding = all.filter((_, index) => columns.indexOf(columns[index] ?? '') === index)
  const isReversed = deciding[0]?.descending ?? false
  if (deciding.some(({ descending }) => descending !== isReversed)) return null
  return { columns: [...new Set(columns)], isReversed }
}

function ownTerms(items: readonly OrderByItemNode[]) {
  const isPlain = items.every(
    ({ orderBy, direction, nulls, collation }) =>
      isColumn(orderBy) &&
      (direction === undefined || isDirection(direction)) &&
      nulls === undefined &&
      collation === undefined,
  )
  if (!isPlain) return null
  return items.map(({ orderBy, direction }) => ({
    node: orderBy,
    descending: isDescending(direction),
  }))
}

/** The number of the order in which the counters have this list; null if they do not. */
export function orderNumber(
  { orders, key, groups }: CountedDefinition,
  { narrowed, order }: CountedList,
): number | null {
  if (order === null) return null
  const group = narrowed === null ? null : groups.find(({ name }) => name === narrowed.column)
  if (group === undefined) return null
  const columns = uniqueTo(
    // All rows of a group are equal in its column.
    order.columns.filter((name) => name !== group?.name),
    key.map(({ name }) => name),
  )
  const wanted = JSON.stringify([...(group === null ? [] : [group.name]), ...columns])
  const number = orders.findIndex((one) => JSON.stringify(one.map(({ name }) => name)) === wanted)
  return number === -1 ? null : number
}

/** The columns after the last one of the key do not matter. */
function uniqueTo(columns: readonly string[], key: readonly string[]): readonly string[] {
  if (!key.every((name) => columns.includes(name))) return columns
  return columns.slice(0, Math.max(...key.map((name) => columns.indexOf(name))) + 1)
}
