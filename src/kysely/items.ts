import type { OrderByDirection, SelectQueryBuilder, StringReference } from 'kysely'
import type { ItemSet } from '../items/item-set.ts'
import { type Ordering, orderingTerm } from '../items/ordering.ts'
import type { AnyDatabase, AnyQuery, AnyRow } from './database.ts'
import { kyselyKeyset } from './keyset.ts'

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
): ItemSet<AnyRow> {
  return {
    async count() {
      const { count } = await db
        .selectFrom(query.clearOrderBy().as('item'))
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      // PostgreSQL counts in 64 bits, which arrive as a text.
      return Number(count)
    },

    slice: (offset, limit) =>
      cut(query.orderBy(db.dynamic.ref(key), keyDirection), offset, limit).execute(),

    orderBy(ordering) {
      const last = ordering.at(-1)
      const descending = last !== undefined && orderingTerm(last).descending
      return itemsInOrder(db, inOrder(db, query, ordering), key, descending ? 'desc' : 'asc')
    },

    keyset: kyselyKeyset(db, query, key),
  }
}

const inOrder = (db: AnyDatabase, query: AnyQuery, ordering: Ordering): AnyQuery =>
  ordering
    .map(orderingTerm)
    .reduce(
      (ordered, { field, descending }) =>
        ordered.orderBy(db.dynamic.ref(field), descending ? 'desc' : 'asc'),
      query.clearOrderBy(),
    )

function cut(query: AnyQuery, offset: number, limit: number | null): AnyQuery {
  if (offset === 0 && limit === null) return query

  // SQLite has no offset without a limit.
  const limited = query.limit(Math.min(limit ?? most, most))
  return offset === 0 ? limited : limited.offset(Math.min(offset, most))
}

const most = Number.MAX_SAFE_INTEGER
