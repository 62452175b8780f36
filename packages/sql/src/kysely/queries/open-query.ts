import { type OperationNode, ParensNode, RawNode, type SelectQueryNode, WhereNode } from 'kysely'
import {
  asTheyAre,
  keepsItsOrder,
  type ListedQuery,
  type Narrowing,
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
  const { tree, narrowing } = listed
  if (narrowing !== null) return narrowed(listed, narrowing, fields)
  return plainQuery(listed, fields) ?? wrapped(listed, subqueryOf(tree), fields)
}

/** The query itself, if it is one of plain columns and has the fields; otherwise null. */
export function plainQuery(
  { db, tree, build, narrowing }: ListedQuery,
  fields: readonly OperationNode[],
): OpenQuery | null {
  if (keepsItsOrder(tree) || narrowing !== null) return null
  const unordered = withoutOrder(tree)
  const terms = termsInPlain(unordered, fields, sameNameIn(db))
  return terms && { query: build(withOneCondition(unordered)), terms, restore: asTheyAre }
}

function narrowed(
  listed: ListedQuery,
  { fields: compared, condition }: Narrowing,
  fields: readonly OperationNode[],
): OpenQuery {
  const open = wrapped(listed, subqueryOf(listed.tree), [...fields, ...compared])
  return {
    ...open,
    query: open.query.where(condition(open.terms.slice(fields.length))),
    terms: open.terms.slice(0, fields.length),
  }
}

const subqueryOf = (tree: SelectQueryNode): SelectQueryNode =>
  keepsItsOrder(tree) ? tree : withoutOrder(tree)

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
