import type { OperationNode, SelectQueryNode } from 'kysely'
import type { Ordering } from 'turnpike'
import { orderingTerm } from 'turnpike/kit'
import type { ListedQuery } from '../queries/listed-query.ts'
import {
  columnName,
  isColumn,
  isOfOneTable,
  type SelectedColumn,
  selectedBy,
} from '../queries/selected-columns.ts'
import { isOfSqliteDialect } from '../sqlite/change-token.ts'
import { directWayOf } from '../statements/direct.ts'

/**
 * The names under which the rows of a query contain the fields of an ordering in the database's own
 * form; null when they do not. This holds only with `sqliteDialect` and the service's PostgreSQL,
 * without plugins, and for plain columns of a single table.
 */
export function fieldsInRows(
  { db, tree, hasOwnRows, nodeOf }: ListedQuery,
  ordering: Ordering,
): readonly string[] | null {
  const isKnown = isOfSqliteDialect(db) || directWayOf(db.getExecutor()) !== undefined
  if (!isKnown || !hasOwnRows || !isOfColumns(tree)) return null

  const { columns, hasStar, hasUnnamed } = selectedBy(tree)
  // A computed value may have the name of a column.
  if (hasUnnamed || !columns.every(({ expression }) => isColumn(expression))) return null
  const read = columns.map(({ name }) => name)
  const fields = ordering.map((name) => nodeOf(orderingTerm(name).field))
  if (columns.some(isRenamed) && (hasStar || !areUnambiguous(read, fields))) return null

  const names = fields.filter(isColumn).map(columnName)
  const areRead = names.every((name) => read.includes(name) || hasStar)
  return areRead && names.length === fields.length ? names : null
}

/** Whether a column is selected under another name. */
const isRenamed = ({ name, expression }: SelectedColumn): boolean =>
  isColumn(expression) && columnName(expression) !== name

/** Whether each field is named as in the rows: with its table, it is named as in the table. */
const areUnambiguous = (names: readonly string[], fields: readonly OperationNode[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length &&
  fields.every((field) => isColumn(field) && field.table === undefined)

const isOfColumns = (tree: SelectQueryNode): boolean =>
  isOfOneTable(tree) &&
  tree.from?.froms[0]?.kind === 'TableNode' &&
  tree.groupBy === undefined &&
  tree.setOperations === undefined
