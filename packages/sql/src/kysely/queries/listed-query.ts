import {
  createQueryId,
  createSelectQueryBuilder,
  type Expression,
  type OperationNode,
  type QueryId,
  type SelectQueryNode,
  type SqlBool,
} from 'kysely'
import { type AnyDatabase, type AnyQuery, type AnyRow, hasPlugins } from '../database.ts'
import { changesOf, type SqliteChanges } from '../sqlite/change-token.ts'
import { hasPurePlugins } from './pure-plugins.ts'
import { isSameTree } from './same-tree.ts'

/**
 * The query of a list after its plugins. Additions use the names of the database and bypass the
 * plugins.
 */
export interface ListedQuery {
  readonly db: AnyDatabase
  readonly tree: SelectQueryNode
  /**
   * A condition that is not part of the tree, because it needs a subquery; null if there is none.
   */
  readonly narrowing: Narrowing | null
  /** Shows how long results are valid; null when none may be cached. */
  readonly changes: SqliteChanges | null
  /** Whether the rows are the database's, unchanged by plugins. */
  readonly hasOwnRows: boolean
  /** The name of a field after the plugins. */
  nodeOf(field: string): OperationNode
  /** Builds on a tree, without plugins. */
  build(tree: SelectQueryNode): AnyQuery
}

/** A condition on the rows of a query. */
export interface Narrowing {
  readonly fields: readonly OperationNode[]
  /** @param terms the fields as they are written in the query. */
  condition(terms: readonly OperationNode[]): Expression<SqlBool>
}

/**
 * Computes values from a list's query, for one request.
 *
 * A plugin may restrict a query by the client: `where tenant = 7` for this request, 8 for the next.
 * Statements contain such values, so a cached statement would show one tenant's rows to another.
 * Therefore everything derived from a query (statements, counts, anchors) is derived from the tree
 * that its plugins produce for this request, and is reused only for the same tree. If `db` has a
 * plugin that may depend on more than the query, and so may treat the rows differently each time,
 * nothing is reused.
 *
 * @param keys are appended to the order of a query that keeps its own.
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
  // A plugin may recognise the query by its id when it transforms the rows.
  const queryId: QueryId = mayCache ? createQueryId() : query.compile().queryId
  const hasOwnRows = !hasPlugins(db)
  const executor = hasOwnRows ? db.getExecutor() : db.getExecutor().withoutPlugins()
  const refTo = (field: string) => db.dynamic.ref(field)
  const inOrderOf = (ordered: AnyQuery, key: string) => ordered.orderBy(refTo(key))

  return {
    db,
    tree: keepsItsOrder(tree) ? keys.reduce(inOrderOf, query).toOperationNode() : tree,
    narrowing: null,
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

/** A query without an order, to which conditions, an order, columns and a limit can be added. */
export interface OpenQuery {
  readonly query: AnyQuery
  /** The fields in its terms, valid in every clause. */
  readonly terms: readonly OperationNode[]
  /** Converts its rows to those of the original query. */
  restore(rows: AnyRow[]): AnyRow[]
}

export const asTheyAre = (rows: AnyRow[]): AnyRow[] => rows
