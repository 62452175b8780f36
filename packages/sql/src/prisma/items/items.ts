import type { Condition, ItemKey, ItemSet, Ordering } from 'turnpike'
import {
  completeOrdering,
  type Keyset,
  type KeysetWindow,
  knownOptions,
  type PlacedItems,
  requireCondition,
} from 'turnpike/kit'
import { textSearchName } from '../../kysely/conditions/full-text.ts'
import type { AnyRow } from '../../kysely/database.ts'
import type { ArgsOf, ItemOf, PrismaModel, ScalarsOf } from '../models/delegate.ts'
import { columnCondition, columnOrdering, fieldError } from './columns.ts'
import { storedEnums } from './enum-values.ts'
import type { FoundItem } from './item-reader.ts'
import type { KeyedList } from './keyed-list.ts'
import { type PrismaList, prismaList } from './list.ts'

export interface PrismaItemsOptions<Model> {
  /** Which rows: Prisma's own `where`. Default all. */
  where?: ArgsOf<Model, 'findMany'>['where']
  /** The fields to read of each, as in `findMany`: with `select` no others. */
  select?: ArgsOf<Model, 'findMany'>['select']
  /** Which relations are read, too. */
  include?: ArgsOf<Model, 'findMany'>['include']
  /** Which columns are not read. */
  omit?: ArgsOf<Model, 'findMany'>['omit']
  /** The order where a view has none: `{ created: 'desc' }`, or a list of such. By columns only. */
  orderBy?: PrismaOrder<Model> | readonly PrismaOrder<Model>[]
  /** The column, or the columns together, that are unique and never null. Default `id`. */
  key?: ItemKey<ScalarsOf<Model>>
  /** The text search configuration of PostgreSQL, as for `kyselyItems`. Default `simple`. */
  textSearch?: string
}

/** An order by columns of a model. */
export type PrismaOrder<Model> = { readonly [Field in ScalarsOf<Model>]?: 'asc' | 'desc' }

const prismaItemsOptions = knownOptions<PrismaItemsOptions<PrismaModel>>('prismaItems()', {
  where: 'optional',
  select: 'optional',
  include: 'optional',
  omit: 'optional',
  orderBy: 'optional',
  key: 'optional',
  textSearch: textSearchName,
})

/**
 * The rows of a model as an item set:
 * `prismaItems(prisma.ticket, { where: { ownerId: user.pk } })`. They are those that `findMany`
 * gives for the same `where`, with what its extensions add to it.
 *
 * Positions, counts, filters, search and orders are those of `kyselyItems`, by the names of
 * Prisma's fields, over the connections of `prismaAdapter`. The items are read by `findMany`.
 */
export function prismaItems<
  Delegate extends PrismaModel,
  const Options extends PrismaItemsOptions<Delegate> = Record<never, never>,
>(delegate: Delegate, options?: Options): ItemSet<ItemOf<Delegate, Options>> {
  prismaItemsOptions.require(options)
  return itemsIn(prismaList(delegate, options ?? {}, 'prismaItems()'))
}

/** The items of a list. */
export const itemsIn = (list: PrismaList): ItemSet<AnyRow> =>
  itemsInOrder({ ...list, condition: null, ordering: null })

interface Source extends PrismaList {
  /** The condition by columns; null if there is none. */
  readonly condition: Condition | null
  /** The ordering by columns; null means the list's own. */
  readonly ordering: Ordering | null
}

/** The rows of the set, and its condition with the values of the database. */
interface Narrowed {
  readonly rows: ItemSet<AnyRow>
  readonly condition: Condition | null
}

/** Reads the items of rows of the set. */
type ReadRows = (rows: readonly AnyRow[]) => Promise<FoundItem[]>

function itemsInOrder(source: Source): ItemSet<AnyRow> {
  const { model, readItems } = source
  const keys = source.keys.map(({ field }) => field)
  let known: { readonly list: KeyedList; readonly narrowed: Narrowed } | undefined

  /** The compiled statement is kept as long as the set and its list are the same. */
  async function narrowedOf(list: KeyedList): Promise<Narrowed> {
    if (known?.list === list) return known.narrowed
    const narrowed = await narrowedRows(source, list)
    known = { list, narrowed }
    return narrowed
  }

  async function read<Result>(work: (rows: ItemSet<AnyRow>, read: ReadRows) => Promise<Result>) {
    const list = await source.current()
    try {
      const { rows, condition } = await narrowedOf(list)
      return await work(rows, (found) => readItems(found, list, condition))
    } catch (error) {
      throw fieldError(model, error)
    }
  }

  /** Items that vanish after their keys were read make room for those behind them. */
  const placed = (window: KeysetWindow): Promise<PlacedItems<AnyRow>> =>
    read(async (rows, readRows) => {
      const found = await (rows.keyset as Keyset<AnyRow>).read(window)
      const { length } = found.items
      const read = await readRows(found.items)
      const items = read.map(({ item }) => item)
      const positionOf = (index: number) => found.positionOf(read[index]?.index ?? index)
      if (items.length === length || length < window.limit) return { ...found, items, positionOf }

      const [from, limit] = [found.positionOf(length - 1), window.limit - items.length]
      const rest = await placed({ ...window, from, includesFrom: false, limit })
      return {
        items: [...items, ...rest.items],
        positionOf: (index) =>
          index < items.length ? positionOf(index) : rest.positionOf(index - items.length),
      }
    })

  const itemsFrom = async (rows: readonly AnyRow[], readRows: ReadRows) =>
    (await readRows(rows)).map(({ item }) => item)

  return {
    count: () => read((rows) => rows.count()),
    countUpTo: (limit) => read(async (rows) => rows.countUpTo?.(limit) ?? rows.count()),
    estimate: () => read(async (rows) => rows.estimate?.() ?? null),
    slice: (offset, limit) =>
      read(async (rows, readRows) => itemsFrom(await rows.slice(offset, limit), readRows)),
    sliceAndCount: (offset, limit) =>
      read(async (rows, readRows) => {
        const { items, count } = await sliceAndCount(rows, offset, limit)
        return { items: await itemsFrom(items, readRows), count }
      }),

    orderBy: (ordering) => itemsInOrder({ ...source, ordering: columnOrdering(model, ordering) }),

    where(condition) {
      requireCondition(condition, 'The condition of where()')
      const other = columnCondition(model, condition)
      const both = source.condition === null ? other : { all: [source.condition, other] }
      return itemsInOrder({ ...source, condition: both })
    },

    keyset: {
      complete: (terms) => completeOrdering(terms, keys),
      read: (window) => placed({ ...window, ordering: columnOrdering(model, window.ordering) }),
    },
  }
}

async function narrowedRows(
  { model, condition, ordering }: Source,
  { items }: KeyedList,
): Promise<Narrowed> {
  const ordered = ordering === null ? items : items.orderBy(ordering)
  if (condition === null) return { rows: ordered, condition }
  const stored = await storedEnums(model, condition)
  return { rows: ordered.where?.(stored) ?? ordered, condition: stored }
}

/** SQLite has no cheaper way than one after the other. */
async function sliceAndCount(rows: ItemSet<AnyRow>, offset: number, limit: number) {
  if (rows.sliceAndCount !== undefined) return rows.sliceAndCount(offset, limit)
  const count = await rows.count()
  return { items: await rows.slice(offset, limit), count }
}
