import type { OrderByDirection, SelectQueryBuilder, StringReference } from 'kysely'
import type { ItemSet } from '../items/item-set.ts'
import { completeOrdering, type Ordering, orderingTerm } from '../items/ordering.ts'
import { tellVersion } from '../items/version.ts'
import { anchoredSlice, type Slice } from './anchored-slice.ts'
import { compileOnce } from './compile-once.ts'
import { countsOf, sliceAndCountOf } from './counts.ts'
import { type AnyDatabase, type AnyQuery, type AnyRow, hasPlugins } from './database.ts'
import { kyselyKeyset } from './keyset.ts'
import { settledTables } from './settled-query.ts'
import { stateOf } from './sqlite/state.ts'

export interface KyselyItemsOptions<Column extends string> {
  /** The column of the primary key, `note.id` where `id` alone is ambiguous. Default `id`. */
  key?: Column | 'id'
}

/**
 * The rows of any select query as an item set:
 * `kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', user.pk))`.
 *
 * Every order ends in the primary key, in the direction of the last field, so that equal rows have a
 * fixed order and an index can serve it. Nulls stand where the database puts them: first ascending
 * and last descending on SQLite, the other way round on PostgreSQL.
 *
 * @throws Error when the query has a limit or an offset, which belong to the page.
 */
export function kyselyItems<Tables, Names extends keyof Tables, Row>(
  db: AnyDatabase,
  query: SelectQueryBuilder<Tables, Names, Row>,
  { key = 'id' }: KyselyItemsOptions<StringReference<Tables, Names>> = {},
): ItemSet<Row> {
  const { limit, offset } = query.toOperationNode()
  if (limit !== undefined || offset !== undefined) {
    throw new Error(
      'kyselyItems() needs a query without limit and offset: each page has its own. ' +
        "Put the query into a subquery: db.selectFrom(query.as('latest')).selectAll().",
    )
  }

  return itemsInOrder(db, query, key, 'asc')
}

/** The rows in the order of the query, those that are equal in it by key. */
function itemsInOrder(
  db: AnyDatabase,
  query: AnyQuery,
  key: string,
  keyDirection: OrderByDirection,
): DatabaseItems {
  const ordered = query.orderBy(db.dynamic.ref(key), keyDirection)
  const windowed = compileOnce<AnyRow>(2, (limit, offset) => ordered.limit(limit).offset(offset))
  const plain: Slice = async (offset, limit) =>
    (await db.executeQuery(windowed(limit, offset))).rows
  const sliced = anchoredSlice(db, query, { key, keyDirection, plain })

  const slice: ItemSet<AnyRow>['slice'] = (offset, limit) =>
    sliced(Math.min(offset, most), Math.min(limit ?? most, most))
  const counts = countsOf(db, query.clearOrderBy())
  const sliceAndCount = sliceAndCountOf(db, ordered, { ...counts, slice })

  const items: DatabaseItems = {
    ...counts,
    slice,
    ...(sliceAndCount && { sliceAndCount }),

    orderBy(ordering) {
      const last = ordering.at(-1)
      const descending = last !== undefined && orderingTerm(last).descending
      return itemsInOrder(db, inOrder(db, query, ordering), key, descending ? 'desc' : 'asc')
    },

    keyset: kyselyKeyset(db, query, key),

    [inDatabase]: (terms) => ({ db, query: inOrder(db, query, completeOrdering(terms, key)) }),
  }
  tellVersionOf(items, db, query)
  return items
}

/** Results of plugins may depend on anything, and those of such a query on more than the tables. */
function tellVersionOf(items: object, db: AnyDatabase, query: AnyQuery): void {
  const state = stateOf(db)
  const tables = settledTables(query.toOperationNode())
  if (state === null || tables === null || hasPlugins(db)) return
  tellVersion(items, { read: () => state.read(tables), isSteady: state.isSteady })
}

const inDatabase = Symbol('the query of items in an order')

/** Items of a database, which tell what is asked of it. */
interface DatabaseItems extends ItemSet<AnyRow> {
  [inDatabase](ordering: Ordering): OrderedQuery
}

interface OrderedQuery {
  db: AnyDatabase
  query: AnyQuery
}

/** The query that reads items in this order, with its database; null when they come from none. */
export const queryInOrder = (items: object, ordering: Ordering): OrderedQuery | null =>
  inDatabase in items ? (items as DatabaseItems)[inDatabase](ordering) : null

const inOrder = (db: AnyDatabase, query: AnyQuery, ordering: Ordering): AnyQuery =>
  ordering
    .map(orderingTerm)
    .reduce(
      (ordered, { field, descending }) =>
        ordered.orderBy(db.dynamic.ref(field), descending ? 'desc' : 'asc'),
      query.clearOrderBy(),
    )

const most = Number.MAX_SAFE_INTEGER
