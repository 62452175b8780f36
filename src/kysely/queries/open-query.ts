import { type OperationNode, ParensNode, RawNode, type SelectQueryNode, WhereNode } from 'kysely'
import {
  asTheyAre,
  keepsItsOrder,
  type ListedQuery,
  type OpenQuery,
  withoutOrder,
} from './listed-query.ts'
import { termsInPlain } from './plain-terms.ts'
import { sameNameIn } from './selected-columns.ts'
import { wrapped } from './wrapped.ts'

/**
 * The query with room for conditions and an order. A query of plain columns is unchanged. Any other
 * becomes a subquery: a condition next to its own would apply before its windows, groups and
 * limits, and would not see what it selects.
 *
 * @param fields the fields of the conditions and the order.
 * @throws ConfigurationError when the query does not have them.
 */
export function openQuery(listed: ListedQuery, fields: readonly OperationNode[]): OpenQuery {
  const { tree } = listed
  if (keepsItsOrder(tree)) return wrapped(listed, tree, fields)

  const unordered = withoutOrder(tree)
  const terms = termsInPlain(unordered, fields, sameNameIn(listed.db))
  if (terms === null) return wrapped(listed, unordered, fields)
  return { query: listed.build(withOneCondition(unordered)), terms, restore: asTheyAre }
}

/** Raw SQL may contain an `or`, which would swallow a condition added with `and`. */
function withOneCondition(tree: SelectQueryNode): SelectQueryNode {
  const { where } = tree
  if (where === undefined || !hasRawSql(where)) return tree
  return { ...tree, where: WhereNode.create(ParensNode.create(where.where)) }
}

function hasRawSql(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  return RawNode.is(part as OperationNode) || Object.values(part).some(hasRawSql)
}
