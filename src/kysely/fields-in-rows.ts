import type { OperationNode, SelectQueryNode } from 'kysely'
import { type Ordering, orderingTerm } from '../items/ordering.ts'
import { type AnyDatabase, type AnyQuery, hasPlugins } from './database.ts'
import { stateOf } from './sqlite/state.ts'

/**
 * The names under which the rows of a query hold the fields of an ordering as the database has them; null
 * when they do not. So it is on SQLite without plugins, for columns of one table that are read as they are.
 */
export function fieldsInRows(
  db: AnyDatabase,
  query: AnyQuery,
  ordering: Ordering,
): readonly string[] | null {
  const node = query.toOperationNode()
  if (stateOf(db) === null || hasPlugins(db) || !isOfOneTable(node)) return null

  const read = (node.selections ?? []).map(({ selection }) => columnOf(selection))
  // What is made for the row, and not read from it, may bear the name of a column.
  if (read.includes(null)) return null
  const names = ordering.map((name) => withoutTable(orderingTerm(name).field))
  return names.every((name) => read.includes(name) || read.includes('*')) ? names : null
}

const isOfOneTable = ({ from, joins, groupBy, setOperations }: SelectQueryNode): boolean =>
  from?.froms.length === 1 &&
  from.froms[0]?.kind === 'TableNode' &&
  joins === undefined &&
  groupBy === undefined &&
  setOperations === undefined

/** The column's name, `*` for all of them; null when it is something else. */
function columnOf(node: OperationNode): string | null {
  if (node.kind === 'SelectAllNode') return '*'
  if (node.kind !== 'ReferenceNode') return null
  const { column } = node as unknown as { readonly column: ColumnNode | OperationNode }
  return column.kind === 'SelectAllNode' ? '*' : ((column as ColumnNode).column?.name ?? null)
}

interface ColumnNode extends OperationNode {
  readonly column?: { readonly name: string }
}

const withoutTable = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
