import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
} from 'kysely'
import { columnName, isColumn, type SameName, selectedBy } from '../queries/selected-columns.ts'
import type { TableName } from '../tables/name.ts'

/** A column that a term of a query is read from, in one of these tables; none has it if empty. */
export interface ColumnSource {
  readonly tables: readonly TableName[]
  readonly column: string
}

/**
 * The column that the term is read from, through subqueries. Null for an expression, for a union,
 * and where a table is not known.
 */
export function sourceOf(
  tree: SelectQueryNode,
  term: OperationNode,
  sameName: SameName,
): ColumnSource | null {
  // A common table expression may have the name of a table.
  if (!isColumn(term) || tree.setOperations !== undefined || tree.with !== undefined) return null
  const all = tablesOf(tree)
  const named = all.filter(({ name }) => {
    const { table } = term
    return table === undefined || (name !== null && sameName(name, table.table.identifier.name))
  })
  const column = columnName(term)
  if (named.length === 0 && all.every(({ name }) => name !== null)) return { tables: [], column }
  const [only, ...others] = named
  if (only !== undefined && others.length === 0 && SelectQueryNode.is(only.node)) {
    return inSubquery(only.node, column, sameName)
  }
  const tables = named.map(({ node }) => tableNameOf(node))
  return tables.length > 0 && tables.every((table) => table !== null) ? { tables, column } : null
}

function inSubquery(tree: SelectQueryNode, name: string, sameName: SameName): ColumnSource | null {
  const { columns, hasStar, hasUnnamed } = selectedBy(tree)
  const [column, ...others] = columns.filter((one) => sameName(one.name, name))
  if (hasUnnamed || others.length > 0 || (hasStar && column !== undefined)) return null
  if (column !== undefined) return sourceOf(tree, column.expression, sameName)
  return hasStar ? sourceOf(tree, ReferenceNode.create(ColumnNode.create(name)), sameName) : null
}

interface NamedTable {
  readonly name: string | null
  readonly node: OperationNode
}

function tablesOf({ from, joins = [] }: SelectQueryNode): NamedTable[] {
  return [...(from?.froms ?? []), ...joins.map(({ table }) => table)].map((node) => {
    if (TableNode.is(node)) return { name: node.table.identifier.name, node }
    if (!AliasNode.is(node)) return { name: null, node }
    const { alias } = node
    return { name: IdentifierNode.is(alias) ? alias.name : null, node: node.node }
  })
}

/** Null for anything but a table or a view. */
function tableNameOf(node: OperationNode): TableName | null {
  if (!TableNode.is(node)) return null
  const { schema, identifier } = node.table
  return { schema: schema?.name, name: identifier.name }
}
