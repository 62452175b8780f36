import type { SelectQueryBuilder, StringReference } from 'kysely'
import { changesOfItems } from '../../caching/change-token.ts'
import { mark } from '../../caching/mark.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { ItemSet } from '../../items/item-set.ts'
import { type ItemKey, keyFields } from '../../items/key.ts'
import { completeOrdering, type Ordering } from '../../items/ordering.ts'
import { cacheableTables } from '../caching/cacheable-query.ts'
import { type AnyDatabase, type AnyQuery, type AnyRow, isSqlite } from '../database.ts'
import { type ListedQuery, madeOfQuery } from '../queries/listed-query.ts'
import { orderedQuery } from '../queries/ordered-query.ts'
import { hasPurePlugins } from '../queries/pure-plugins.ts'
import { changesOf } from '../sqlite/change-token.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { joining } from '../transactions/joining.ts'
import { anchoredSlice, deepOffset, type Slice } from '../windows/anchored-slice.ts'
import { countsOf, sliceAndCountOf } from './counts.ts'
import { kyselyKeyset } from './keyset.ts'

export interface KyselyItemsOptions<Column extends string> {
  /**
   * The column, or the columns together, that are unique in the result and never null: the primary
   * key; `note.id` if `id` is ambiguous; for a query with grouping or a union, a selected column.
   * Default `id`.
   */
  key?: ItemKey<Column | 'id'>
}

const kyselyItemsOptions = knownOptions<KyselyItemsOptions<string>>('kyselyItems()', {
  key: 'optional',
})

/**
 * The rows of any select query as an item set:
 * `kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', user.pk))`.
 *
 * Every ordering ends with the primary key, in the direction of the last field, so that equal rows
 * have a stable order and an index can serve it. Nulls are where the database puts them: first
 * ascending and last descending on SQLite, the reverse on PostgreSQL.
 *
 * The plugins of the query and of `db` run for each request; those of `db` also for its rows.
 */
export function kyselyItems<Tables, Names extends keyof Tables, Row>(
  db: AnyDatabase,
  query: SelectQueryBuilder<Tables, Names, Row>,
  options: KyselyItemsOptions<StringReference<Tables, Names> | (keyof Row & string)> = {},
): ItemSet<Row> {
  kyselyItemsOptions.require(options)
  const { key = 'id' } = options
  return itemsInOrder(joining(db), query, keyFields(key), null)
}

/** @param ordering null: the query's own. */
function itemsInOrder(
  db: AnyDatabase,
  query: AnyQuery,
  keys: readonly string[],
  ordering: Ordering | null,
): ItemSet<AnyRow> {
  const made = madeOfQuery(db, query, keys, (listed) => readersOf(listed, keys, ordering))

  const items: ItemSet<AnyRow> = {
    count: async () => made().count(),
    countUpTo: async (limit) => made().countUpTo(limit),
    estimate: async () => made().estimate(),
    slice: async (offset, limit) => made().slice(offset, limit),
    // SQLite has no round trips to save.
    ...(!isSqlite(db) && {
      sliceAndCount: async (offset, limit) => made().sliceAndCount(offset, limit),
    }),

    orderBy: (other) => itemsInOrder(db, query, keys, other),

    keyset: {
      complete: (terms) => completeOrdering(terms, keys),
      read: async (window) => made().keyset.read(window),
    },
  }
  queriesInOrder.set(items, (terms) => made().inOrder(terms))
  const changes = hasPurePlugins(db) ? changesOf(db) : null
  if (changes !== null) {
    changesOfItems.set(items, {
      token: () => made().changeToken(),
      isCommitted: changes.isCommitted,
    })
  }
  return items
}

/** Reads the rows of a query with this tree. */
function readersOf(listed: ListedQuery, keys: readonly string[], ordering: Ordering | null) {
  const { db, changes, tree } = listed
  const keyTerms = ordering?.at(-1)?.startsWith('-') ? keys.map((key) => `-${key}`) : keys
  const ordered = once(() => orderedQuery(listed, ordering, keyTerms))
  const windowed = compileOnce<AnyRow>(2, (limit, offset) =>
    ordered().query.limit(limit).offset(offset),
  )
  const plain: Slice = async (offset, limit) => {
    const { rows } = await db.executeQuery(windowed(limit, offset))
    return ordered().restore(rows)
  }
  const deep = once(() => anchoredSlice(listed, { keys, keyTerms, ordering, plain }))
  const slice = (offset: number, limit: number | null) => {
    const sliced = offset < deepOffset ? plain : deep()
    return sliced(Math.min(offset, most), Math.min(limit ?? most, most))
  }
  const counts = countsOf(listed)
  const tables = changes && cacheableTables(tree)
  const number = ++lastNumber

  return {
    ...counts,
    slice,
    sliceAndCount: sliceAndCountOf(listed, ordered, { ...counts, slice }),
    keyset: kyselyKeyset(listed, keys),
    inOrder: (terms: Ordering): OrderedQuery => ({
      db,
      query: orderedQuery(listed, completeOrdering(terms, keys), []).query,
    }),
    /** Also differs per tree: another tree may have other rows of the same database. */
    changeToken() {
      const token = tables && changes ? changes.token(tables) : null
      return token && `${token} ${number}`
    },
  }
}

let lastNumber = 0

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const queriesInOrder = mark<object, (ordering: Ordering) => OrderedQuery>()

interface OrderedQuery {
  db: AnyDatabase
  query: AnyQuery
}

/** The query that reads items in this order, with its database; null for other items. */
export const queryInOrder = (items: object, ordering: Ordering): OrderedQuery | null =>
  queriesInOrder.get(items)?.(ordering) ?? null

const most = Number.MAX_SAFE_INTEGER
