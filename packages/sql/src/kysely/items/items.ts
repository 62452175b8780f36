import type { SelectQueryBuilder, StringReference } from 'kysely'
import type { ItemKey, ItemSet, Ordering } from 'turnpike'
import {
  changesOfItems,
  completeOrdering,
  keyFields,
  knownOptions,
  once,
  refuseFullText,
} from 'turnpike/kit'
import { describedQuery } from '../conditions/described-query.ts'
import { defaultTextSearch, refuseOnSqlite, textSearchName } from '../conditions/full-text.ts'
import { type AnyDatabase, type AnyQuery, type AnyRow, isSqlite } from '../database.ts'
import { madeOfQuery } from '../queries/listed-query.ts'
import { hasPurePlugins } from '../queries/pure-plugins.ts'
import { changesOf } from '../sqlite/change-token.ts'
import { joining } from '../transactions/joining.ts'
import { listOf, type NarrowableList, narrowedItems } from './narrowed-items.ts'
import { readersOf } from './readers.ts'

export interface KyselyItemsOptions<Column extends string> {
  /**
   * The column, or the columns together, that are unique in the result and never null: the primary
   * key; `note.id` if `id` is ambiguous; for a query with grouping or a union, a selected column.
   * Default `id`.
   */
  key?: ItemKey<Column | 'id'>
  /**
   * The text search configuration of PostgreSQL for full text search: `english` finds `run` for
   * `running`. An index needs the same one. Default `simple`, which compares words as they are.
   */
  textSearch?: string
}

const kyselyItemsOptions = knownOptions<KyselyItemsOptions<string>>('kyselyItems()', {
  key: 'optional',
  textSearch: textSearchName,
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
  const { key = 'id', textSearch = defaultTextSearch } = options
  return itemsOfQuery({ db: joining(db), query, keys: keyFields(key), textSearch })
}

/** The query of a list, with its options. */
interface Source {
  readonly db: AnyDatabase
  readonly query: AnyQuery
  readonly keys: readonly string[]
  readonly textSearch: string
}

/** The rows of a query as an item set. The database joins transactions itself. */
export const itemsOfQuery = (source: Source): ItemSet<AnyRow> => itemsInOrder(source, null)

/** @param ordering null: the query's own. */
function itemsInOrder(source: Source, ordering: Ordering | null): ItemSet<AnyRow> {
  const { db, query, keys } = source
  const made = madeOfQuery(db, query, keys, (listed) => readersOf(listed, keys, ordering))
  const narrowable = once(() => narrowableList(source))

  const items: ItemSet<AnyRow> = {
    count: async () => made().count(),
    countUpTo: async (limit) => made().countUpTo(limit),
    estimate: async () => made().estimate(),
    slice: async (offset, limit) => made().slice(offset, limit),
    // SQLite has no round trips to save.
    ...(!isSqlite(db) && {
      sliceAndCount: async (offset, limit) => made().sliceAndCount(offset, limit),
    }),

    orderBy: (other) => itemsInOrder(source, other),

    where(condition) {
      if (isSqlite(db)) refuseFullText(condition, refuseOnSqlite)
      return narrowedItems(narrowable(), condition, ordering)
    },

    keyset: {
      complete: (terms) => completeOrdering(terms, keys),
      read: async (window) => made().keyset.read(window),
    },
  }
  listOf.set(items, narrowable)
  const changes = hasPurePlugins(db) ? changesOf(db) : null
  if (changes !== null) {
    changesOfItems.set(items, {
      token: () => made().changeToken(),
      isCommitted: changes.isCommitted,
    })
  }
  return items
}

const narrowableList = ({ db, query, keys, textSearch }: Source): NarrowableList => ({
  db,
  keys,
  textSearch,
  described: madeOfQuery(db, query, keys, (listed) => describedQuery(listed, textSearch)),
})
