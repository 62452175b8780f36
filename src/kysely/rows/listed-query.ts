import {
  createQueryId,
  createSelectQueryBuilder,
  type OperationNode,
  type QueryId,
  type SelectQueryNode,
} from 'kysely'
import { type AnyDatabase, type AnyQuery, hasPlugins } from '../database.ts'
import { changesOf, type SqliteChanges } from '../sqlite/change-token.ts'
import { hasPurePlugins } from './pure-plugins.ts'
import { isSameTree } from './same-tree.ts'

/**
 * The query of a list as its plugins have made it. What is added to it is written in the names of
 * the database, and no plugin sees it.
 */
export interface ListedQuery {
  readonly db: AnyDatabase
  readonly tree: SelectQueryNode
  /** Tells how long results are valid; null when none may be cached. */
  readonly changes: SqliteChanges | null
  /** Whether the rows are as the database gives them. */
  readonly hasOwnRows: boolean
  /** What the plugins make of the name of a field. */
  nodeOf(field: string): OperationNode
  /** Builds on a tree, without plugins. */
  build(tree: SelectQueryNode): AnyQuery
}

/**
 * What is made of a list's query, for one request.
 *
 * A plugin may narrow a query by who asks: `where tenant = 7` for this request, 8 for the next.
 * Statements hold such values, so a cached statement would show one tenant's rows to another.
 * Therefore whatever is made of a query, statements, counts and places in it, is made of the tree
 * that its plugins make for this request, and is used again only for the same tree. Where `db` has
 * a plugin that may look at more than the query, as it may again when the rows come, nothing is
 * used a second time.
 *
 * @param keys end the order of a query that keeps its own.
 */
export function madeOfQuery<Made>(
  db: AnyDatabase,
  query: AnyQuery,
  keys: readonly string[],
  make: (listed: ListedQuery) => Made,
): () => Made {
  const mayCache = hasPurePlugins(db)
  let known: { readonly tree: SelectQueryNode; readonly made: Made } | undefined

  return () => {
    const tree = query.toOperationNode()
    if (known !== undefined && isSameTree(known.tree, tree)) return known.made

    const made = make(listedQuery(db, query, tree, keys))
    if (mayCache) known = { tree, made }
    return made
  }
}

function listedQuery(
  db: AnyDatabase,
  query: AnyQuery,
  tree: SelectQueryNode,
  keys: readonly string[],
): ListedQuery {
  const mayCache = hasPurePlugins(db)
  // A plugin may know by the identity of the query what it has to do with the rows.
  const queryId: QueryId = mayCache ? createQueryId() : query.compile().queryId
  const hasOwnRows = !hasPlugins(db)
  const executor = hasOwnRows ? db.getExecutor() : db.getExecutor().withoutPlugins()
  const refTo = (field: string) => db.dynamic.ref(field)
  const inOrderOf = (ordered: AnyQuery, key: string) => ordered.orderBy(refTo(key))

  return {
    db,
    tree: keepsItsOrder(tree) ? keys.reduce(inOrderOf, query).toOperationNode() : tree,
    changes: mayCache ? changesOf(db) : null,
    hasOwnRows,

    nodeOf(field) {
      const { orderBy } = query.orderBy(refTo(field)).toOperationNode()
      return orderBy?.items.at(-1)?.orderBy ?? refTo(field).toOperationNode()
    },

    build: (queryNode) => createSelectQueryBuilder({ queryId, queryNode, executor }),
  }
}

/** Whether the order of a query decides which rows it has. */
export const keepsItsOrder = ({
  limit,
  offset,
  fetch,
  top,
  distinctOn,
}: SelectQueryNode): boolean =>
  [limit, offset, fetch, top, distinctOn].some((part) => part !== undefined)

export const withoutOrder = ({ orderBy: _, ...tree }: SelectQueryNode): SelectQueryNode => tree
