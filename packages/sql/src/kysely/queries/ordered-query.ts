import { type OperationNode, OrderByItemNode, SelectQueryNode } from 'kysely'
import type { Ordering } from 'turnpike'
import { orderingTerm } from 'turnpike/kit'
import { directionNode } from './direction.ts'
import {
  asTheyAre,
  keepsItsOrder,
  type ListedQuery,
  type OpenQuery,
  withoutOrder,
} from './listed-query.ts'
import { openQuery } from './open-query.ts'
import { termInResult } from './wrapped.ts'

/**
 * The query in an order, to which a limit can be added.
 *
 * @param ordering null: the query's own.
 * @param keyTerms are appended to it.
 * @throws ConfigurationError when the query does not have the fields.
 */
export function orderedQuery(
  listed: ListedQuery,
  ordering: Ordering | null,
  keyTerms: Ordering,
): Pick<OpenQuery, 'query' | 'restore'> {
  const { tree, build, narrowing } = listed
  const items = [...(ordering ?? []), ...keyTerms].map((name) => itemOf(listed, name))
  const own = tree.orderBy?.items ?? []
  // Its own order already ends with the key.
  if (keepsItsOrder(tree)) return around(listed, ordering === null ? own : items)
  // A union can only be ordered by its own columns, and a condition may need a subquery.
  if (tree.setOperations || narrowing)
    return around(listed, ordering === null ? [...own, ...items] : items)

  const inResult = items.map((item) => withField(item, termInResult(listed, item.orderBy)))
  const ordered = addOrder(ordering === null ? tree : withoutOrder(tree), inResult)
  return { query: build(ordered), restore: asTheyAre }
}

/** The query as a subquery, ordered by selected columns. */
function around(
  listed: ListedQuery,
  items: readonly OrderByItemNode[],
): Pick<OpenQuery, 'query' | 'restore'> {
  const fields = items.map(({ orderBy }) => orderBy)
  const { query, terms, restore } = openQuery(listed, fields)
  const ordered = items.map((item, index) => withField(item, terms[index] as OperationNode))
  return { query: listed.build(addOrder(query.toOperationNode(), ordered)), restore }
}

const addOrder = SelectQueryNode.cloneWithOrderByItems

/** The field of an ordering, as in Kysely's `orderBy`. */
function itemOf(listed: ListedQuery, name: string): OrderByItemNode {
  const { field, descending } = orderingTerm(name)
  return OrderByItemNode.create(listed.nodeOf(field), directionNode(descending))
}

const withField = (item: OrderByItemNode, orderBy: OperationNode): OrderByItemNode => ({
  ...item,
  orderBy,
})
