import {
  AliasNode,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  SelectAllNode,
  type SelectQueryNode,
} from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'

/** One column of a query's result. */
export interface SelectedColumn {
  readonly name: string
  /** The expression it is selected from. */
  readonly expression: OperationNode
}

/** The selections of a query. */
export interface Selected {
  /** The columns with a known name. */
  readonly columns: readonly SelectedColumn[]
  /** Whether it selects all columns of a table. */
  readonly hasStar: boolean
  /** Whether it selects something without a known name. */
  readonly hasUnnamed: boolean
}

export function selectedBy({ selections = [] }: SelectQueryNode): Selected {
  const nodes = selections.map(({ selection }): OperationNode => selection)
  const columns = nodes.map(columnOf).filter((column) => column !== null)
  const stars = nodes.filter(isStar).length
  return {
    columns,
    hasStar: stars > 0,
    hasUnnamed: columns.length + stars < nodes.length,
  }
}

/** `*` or `note.*`. */
export const isStar = (node: OperationNode): boolean =>
  SelectAllNode.is(node) || (ReferenceNode.is(node) && SelectAllNode.is(node.column))

function columnOf(selection: OperationNode): SelectedColumn | null {
  if (AliasNode.is(selection)) {
    const { alias, node } = selection
    return IdentifierNode.is(alias) ? { name: alias.name, expression: node } : null
  }
  if (!isColumn(selection)) return null
  return { name: columnName(selection), expression: selection }
}

/** A reference to one column of a table, and not to all of them. */
export interface ColumnReference extends ReferenceNode {
  readonly column: Exclude<ReferenceNode['column'], SelectAllNode>
}

export const isColumn = (node: OperationNode): node is ColumnReference =>
  ReferenceNode.is(node) && !SelectAllNode.is(node.column)

export const columnName = ({ column }: ColumnReference): string => column.column.name

/** Whether both name the same column; in a query of one table, with or without the table. */
export function isSameColumn(
  one: OperationNode,
  other: OperationNode,
  sameName: SameName,
  ofOneTable: boolean,
): boolean {
  if (!isColumn(one) || !isColumn(other)) return false
  if (!sameName(columnName(one), columnName(other))) return false
  const [table, otherTable] = [one.table?.table, other.table?.table]
  if (table === undefined || otherTable === undefined) return ofOneTable || table === otherTable
  return (
    sameName(table.identifier.name, otherTable.identifier.name) &&
    table.schema?.name === otherTable.schema?.name
  )
}

/** Whether all rows of the result come from one table or one subquery. */
export const isOfOneTable = ({ from, joins = [] }: SelectQueryNode): boolean =>
  from?.froms.length === 1 && joins.length === 0

/** Compares names as the database does: SQLite ignores the case of ASCII letters. */
export type SameName = (one: string, other: string) => boolean

export const sameNameIn = (db: AnyDatabase): SameName =>
  isSqlite(db)
    ? (one, other) => one === other || lowerCase(one) === lowerCase(other)
    : (one, other) => one === other

const lowerCase = (name: string): string => name.replace(/[A-Z]+/g, (part) => part.toLowerCase())
