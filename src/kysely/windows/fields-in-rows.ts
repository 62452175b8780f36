import type { SelectQueryNode } from 'kysely'
import { type Ordering, orderingTerm } from '../../items/ordering.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { columnName, isColumn, isOfOneTable, isStar } from '../queries/selected-columns.ts'
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

  const selections = (tree.selections ?? []).map(({ selection }) => selection)
  // A computed value may have the name of a column.
  if (!selections.every((selection) => isStar(selection) || isColumn(selection))) return null
  const read = selections.filter(isColumn).map(columnName)
  const fields = ordering.map((name) => nodeOf(orderingTerm(name).field))
  const names = fields.filter(isColumn).map(columnName)
  const areRead = names.every((name) => read.includes(name) || selections.some(isStar))
  return areRead && names.length === fields.length ? names : null
}

const isOfColumns = (tree: SelectQueryNode): boolean =>
  isOfOneTable(tree) &&
  tree.from?.froms[0]?.kind === 'TableNode' &&
  tree.groupBy === undefined &&
  tree.setOperations === undefined
