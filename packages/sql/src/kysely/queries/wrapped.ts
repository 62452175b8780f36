import {
  AliasNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
} from 'kysely'
import { ConfigurationError } from 'turnpike'
import { type AnyRow, isSqlite } from '../database.ts'
import type { ListedQuery, OpenQuery } from './listed-query.ts'
import {
  columnName,
  isColumn,
  isOfOneTable,
  isSameColumn,
  type SameName,
  type SelectedColumn,
  sameNameIn,
  selectedBy,
} from './selected-columns.ts'

/**
 * The query as a subquery whose rows are those of a table. Fields of the conditions and the order
 * that the query does not select are added.
 *
 * @throws ConfigurationError when that would change the rows.
 */
export function wrapped(
  { db, build }: Pick<ListedQuery, 'db' | 'build'>,
  tree: SelectQueryNode,
  fields: readonly OperationNode[],
): OpenQuery {
  const sameName = sameNameIn(db)
  const added: SelectionNode[] = []
  const isMixed = isSqlite(db) && tree.setOperations !== undefined
  const itemColumn = (name: string) =>
    isMixed ? withOwnType(itemReference(name)) : itemReference(name)

  const terms = fields.map((field) => {
    const selected = selectedFor(tree, field, sameName)
    const name = nameOf(tree, field, selected, sameName)
    if (name !== null) return itemColumn(name)

    const addedName = addedColumn(added.length)
    added.push(aliased(selected?.expression ?? field, addedName))
    return itemColumn(addedName)
  })

  const inner = SelectQueryNode.cloneWithSelections(tree, added)
  const addedNames = added.map((_, index) => addedColumn(index))
  const repeats = isSqlite(db) && mayRepeatNames(tree, sameName)
  return {
    query: build(allOf(added.length > 0 ? inner : tree)),
    terms,
    restore: (rows) =>
      repeats || added.length > 0 ? rows.map((row) => restored(row, addedNames, repeats)) : rows,
  }
}

/**
 * The field in an order added to the query itself. Distinct rows and unions are ordered by the
 * names of their columns.
 *
 * @throws ConfigurationError when the field is not one of them.
 */
export function termInResult(
  { db, tree }: Pick<ListedQuery, 'db' | 'tree'>,
  field: OperationNode,
): OperationNode {
  const sameName = sameNameIn(db)
  if (canSelectMore(tree)) return withTable(tree, field, sameName)
  const name = nameOf(tree, field, selectedFor(tree, field, sameName), sameName)
  return name === null ? field : ReferenceNode.create(ColumnNode.create(name))
}

/**
 * The field with its table, if the query selects it with one. SQLite treats `id` as ambiguous when
 * two joined tables have it, even if only one is selected.
 */
function withTable(tree: SelectQueryNode, field: OperationNode, sameName: SameName): OperationNode {
  if (!isColumn(field) || field.table !== undefined || isOfOneTable(tree)) return field
  const { columns } = selectedBy(tree)
  const [column, ...others] = columns.filter(({ name }) => sameName(name, columnName(field)))
  if (column === undefined || others.length > 0 || !isColumn(column.expression)) return field
  return sameName(columnName(column.expression), columnName(field)) ? column.expression : field
}

/** The column of the result for the field; null when there is none with a known name. */
function selectedFor(
  tree: SelectQueryNode,
  field: OperationNode,
  sameName: SameName,
): SelectedColumn | null {
  if (!isColumn(field)) return null
  const ofOneTable = isOfOneTable(tree)
  const { columns } = selectedBy(tree)
  const isSame = ({ expression }: SelectedColumn, other: OperationNode) =>
    isSameColumn(expression, other, sameName, ofOneTable)
  if (field.table !== undefined) return columns.find((column) => isSame(column, field)) ?? null

  const [column, ...others] = columns.filter(({ name }) => sameName(name, columnName(field)))
  if (column === undefined) return null
  if (others.every(({ expression }) => isSame(column, expression))) return column
  throw new ConfigurationError(
    `The query of a list selects two columns named "${column.name}" and is ordered or filtered by it. ` +
      `Rename one of them: .select('note.${column.name} as note_${column.name}').`,
  )
}

/** The name of the field in the subquery; null when it must be added under a new name. */
function nameOf(
  tree: SelectQueryNode,
  field: OperationNode,
  selected: SelectedColumn | null,
  sameName: SameName,
): string | null {
  const { columns, hasStar, hasUnnamed } = selectedBy(tree)
  const isNamed = (name: string) => columns.filter((column) => sameName(column.name, name)).length
  const canAdd = canSelectMore(tree)

  if (selected !== null) {
    const isOnly = isNamed(selected.name) === 1 && !hasStar && !hasUnnamed
    return isOnly || !canAdd ? selected.name : null
  }
  const name = isColumn(field) ? columnName(field) : null
  const isOfStar = hasStar && !hasUnnamed && isOfOneTable(tree) && name && isNamed(name) === 0
  if (isOfStar) return name
  if (canAdd) return null
  if (name !== null && (hasStar || hasUnnamed)) return name
  throw notSelected(name)
}

/** An additional column would change the rows of distinct queries and unions. */
const canSelectMore = ({ setOperations, frontModifiers = [] }: SelectQueryNode): boolean =>
  setOperations === undefined && frontModifiers.length === 0

const notSelected = (name: string | null) =>
  new ConfigurationError(
    `A list is ordered or filtered by ${name === null ? 'an expression' : `"${name}"`}, which its ` +
      'query does not select. Distinct rows and unions only have the selected columns: select it, ' +
      'and set `key` of kyselyItems() to a selected column.',
  )

const aliased = (expression: OperationNode, name: string): SelectionNode =>
  SelectionNode.create(AliasNode.create(expression, IdentifierNode.create(name)))

/** `select * from (query) as item`. */
export const allOf = (tree: SelectQueryNode): SelectQueryNode => ({
  kind: 'SelectQueryNode',
  from: FromNode.create([AliasNode.create(tree, IdentifierNode.create(subquery))]),
  selections: [SelectionNode.createSelectAll()],
})

const subquery = 'item'

const itemReference = (name: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create(name), TableNode.create(subquery))

/** In a union SQLite would compare with the column type of each part in turn. */
const withOwnType = (column: ReferenceNode): RawNode => RawNode.create(['+', ''], [column])

/** Without capitals, underscores and digits, which plugins would rename. */
const addedColumn = (index: number): string => `turnpikeadded${'i'.repeat(index)}`

/** Whether two columns may have the same name. A row then has the last of them. */
function mayRepeatNames(tree: SelectQueryNode, sameName: SameName): boolean {
  const { columns, hasStar, hasUnnamed } = selectedBy(tree)
  const areAlone = isOfOneTable(tree) && columns.length === 0 && tree.selections?.length === 1
  if (hasStar || hasUnnamed) return !areAlone
  return columns.some(({ name }, index) =>
    columns.slice(index + 1).some((other) => sameName(name, other.name)),
  )
}

/** The original row. In a subquery SQLite names a second column `name` `name:1`. */
function restored(row: AnyRow, added: readonly string[], repeats: boolean): AnyRow {
  for (const name of added.toReversed()) delete row[name]
  if (!repeats) return row
  for (const name of Object.keys(row)) {
    const repeated = /^(.*):\d+$/s.exec(name)?.[1]
    if (repeated === undefined || !(repeated in row)) continue
    row[repeated] = row[name]
    delete row[name]
  }
  return row
}
