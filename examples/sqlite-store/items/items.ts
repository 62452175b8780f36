/** The rows of a table as an item set, which views filter, search, order and paginate. */
import type { DatabaseSync } from 'node:sqlite'
import type { ItemKey, ItemSet, Ordering } from 'turnpike'
import { completeOrdering, type KeysetWindow } from 'turnpike/kit'
import { allOf, allRows, always, firstRow, identifier, type Sql, sql } from '../sql.ts'
import { itemOf, orderBy, type Row, type Table, tableOf } from './columns.ts'
import { conditionSql } from './conditions.ts'
import { behind, positionOf, reversed } from './keyset.ts'

export interface SqliteItemsOptions {
  /** The columns that identify a row. Default `id`. */
  key?: ItemKey
}

/** The rows of a table or a view. @throws ConfigurationError when there is no such table. */
export function sqliteItems<Item extends object>(
  database: DatabaseSync,
  table: string,
  { key = 'id' }: SqliteItemsOptions = {},
): ItemSet<Item> {
  // The type of the rows is the caller's word: SQLite knows only their columns.
  return itemsOf(database, tableOf(database, table, key), (row) => row as Item)
}

/**
 * The items that a function makes of rows.
 *
 * @param only which rows. Default all.
 * @param ordering the order of the set. Default that of the key.
 */
export function itemsOf<Item>(
  database: DatabaseSync,
  table: Table,
  itemFrom: (row: Row) => Item,
  only: Sql = always,
  ordering: Ordering = [],
): ItemSet<Item> {
  const complete = (by: Ordering) => completeOrdering(by, table.key)

  function rows(where: Sql, by: Ordering, limit: number, offset = 0): Row[] {
    const { text, values } = allOf([only, where])
    const statement = sql(
      `select * from ${identifier(table.name)} where ${text} ${orderBy(table, complete(by))}
        limit ? offset ?`,
      ...values,
      whole(limit),
      whole(offset),
    )
    return allRows<Row>(database, statement).map((row) => itemOf(table, row))
  }

  function countOf(source: string): number {
    const statement = sql(`select count(*) as count from (${source})`, ...only.values)
    return firstRow<{ count: number }>(database, statement)?.count ?? 0
  }
  const matching = `select 1 from ${identifier(table.name)} where ${only.text}`

  return {
    count: async () => countOf(matching),

    countUpTo: async (limit) => countOf(`${matching} limit ${whole(limit)}`),

    slice: async (offset, limit) =>
      rows(always, ordering, limit ?? Number.MAX_SAFE_INTEGER, offset).map(itemFrom),

    orderBy: (by) => itemsOf(database, table, itemFrom, only, by.length > 0 ? by : ordering),

    where(condition) {
      const both = allOf([only, conditionSql(table, condition)])
      return itemsOf(database, table, itemFrom, both, ordering)
    },

    keyset: {
      complete,
      async read({ ordering: by, from, includesFrom, backward, limit }: KeysetWindow) {
        const onward = backward ? reversed(by) : by
        const start = from === null ? always : behind(table, onward, from, includesFrom)
        const found = rows(start, onward, limit)
        return {
          items: found.map(itemFrom),
          positionOf: (index) => positionOf(found[index] as Row, by),
        }
      },
    },
  }
}

/** SQLite takes integers of 64 bits. */
const whole = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER)
