import {
  AliasNode,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  type SelectModifierNode,
  type SelectQueryNode,
  TableNode,
} from 'kysely'
import {
  type ColumnReference,
  columnName,
  isColumn,
  isOfOneTable,
  isSameColumn,
  isStar,
  type SameName,
  selectedBy,
} from './selected-columns.ts'

/**
 * The terms of the fields in a query of plain columns, valid in every clause. Null for any other
 * query, or when a field has no term valid in all clauses.
 *
 * In `order by` a name means the selected value, in `where` the column of the table. So a selected
 * name is written as the column it is selected from.
 */
export function termsInPlain(
  tree: SelectQueryNode,
  fields: readonly OperationNode[],
  sameName: SameName,
): OperationNode[] | null {
  if (!isPlain(tree)) return null
  const terms = fields.map((field) => termOf(tree, field, sameName))
  return terms.includes(null) ? null : (terms as OperationNode[])
}

function termOf(
  tree: SelectQueryNode,
  field: OperationNode,
  sameName: SameName,
): OperationNode | null {
  if (!isColumn(field)) return null
  if (field.table !== undefined) return field

  const ofOneTable = isOfOneTable(tree)
  const { columns } = selectedBy(tree)
  const [column, ...others] = columns.filter(({ name }) => sameName(name, columnName(field)))
  if (column === undefined) return field
  const { expression } = column
  const isOne = others.every((other) =>
    isSameColumn(other.expression, expression, sameName, ofOneTable),
  )
  if (!isOne || !isColumn(expression)) return null

  const isItself = sameName(columnName(expression), columnName(field))
  if (isItself && (ofOneTable || expression.table === undefined)) return field
  return inOwnName(tree, expression)
}

/** The column with its table: alone, the name may refer to another selected value. */
function inOwnName(tree: SelectQueryNode, column: ColumnReference): OperationNode | null {
  if (column.table !== undefined) return column
  const [table] = isOfOneTable(tree) ? (tree.from?.froms ?? []) : []
  const name = table === undefined ? null : tableName(table)
  return name && ReferenceNode.create(column.column, name)
}

function tableName(table: OperationNode): TableNode | null {
  if (TableNode.is(table)) return table
  const isNamed = AliasNode.is(table) && IdentifierNode.is(table.alias)
  return isNamed ? TableNode.create((table.alias as IdentifierNode).name) : null
}

/** The parts of a query that selects columns of rows by conditions. */
const plainParts = new Set(['kind', 'from', 'selections', 'joins', 'where', 'with', 'endModifiers'])

function isPlain(tree: SelectQueryNode): boolean {
  const { from, selections = [], endModifiers = [] } = tree
  return (
    Object.entries(tree).every(([name, part]) => part === undefined || plainParts.has(name)) &&
    (from?.froms ?? []).every((table) => tableName(table) !== null) &&
    selections.every(({ selection }) => isPlainSelection(selection)) &&
    endModifiers.every(isOfKysely)
  )
}

function isPlainSelection(selection: OperationNode): boolean {
  if (!AliasNode.is(selection)) return isStar(selection) || isColumn(selection)
  return IdentifierNode.is(selection.alias) && isColumn(selection.node)
}

/** Such as `for update`, but not SQL of the application. */
const isOfKysely = (modifier: OperationNode): boolean =>
  (modifier as SelectModifierNode).rawModifier === undefined
