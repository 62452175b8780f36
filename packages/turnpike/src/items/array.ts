import { mark } from '../caching/mark.ts'
import { knownOptions } from '../errors/known-options.ts'
import { arrayKeyset } from './array-keyset.ts'
import { comparison } from './compare.ts'
import { refuseFullText } from './conditions/full-text.ts'
import { meets, noFullText } from './conditions/meets.ts'
import type { ItemSet } from './item-set.ts'
import type { ItemKey } from './key.ts'

export interface ArrayItemsOptions {
  /**
   * The field, or the fields together, that identify an item. Cursors order by it last. Default
   * `id`.
   */
  key?: ItemKey
}

const arrayItemsOptions = knownOptions<ArrayItemsOptions>('arrayItems()', { key: 'optional' })

/**
 * An item set over an array. It is live: items added to the array later are in the set.
 *
 * Values are ordered as by `<`: numbers and dates by size, strings by UTF-16 code units. Null and
 * absent values are the smallest, as in SQLite: first ascending, last descending. Equal items keep
 * the order of the array.
 */
export function arrayItems<Item extends object>(
  array: readonly Item[],
  options: ArrayItemsOptions = {},
): ItemSet<Item> {
  arrayItemsOptions.require(options)
  const { key = 'id' } = options
  return view({ key, array, read: () => array, sort: (found) => found })
}

/** Items of an array: which of them, and in which order. */
interface ArrayView<Item> {
  readonly key: ItemKey
  /** All items, whatever is read of them. */
  readonly array: readonly Item[]
  readonly read: () => readonly Item[]
  readonly sort: (found: readonly Item[]) => readonly Item[]
}

function view<Item extends object>({ key, array, read, sort }: ArrayView<Item>): ItemSet<Item> {
  const items: ItemSet<Item> = {
    count: async () => read().length,
    countUpTo: async (limit) => Math.min(read().length, limit),
    slice: async (offset, limit) =>
      sort(read()).slice(offset, limit === null ? undefined : offset + limit),
    orderBy: (ordering) =>
      view({ key, array, read, sort: (found) => found.toSorted(comparison(ordering)) }),
    where(condition) {
      refuseFullText(condition, noFullText)
      const met = () => read().filter((item) => meets(item, condition))
      return view({ key, array, read: met, sort })
    },
    keyset: arrayKeyset(read, key),
  }
  arrays.set(items, array)
  return items
}

const arrays = mark<object, readonly object[]>()

/** Whether the items are from an array. Their orderings may name fields that no item has. */
export const isArrayItems = (items: object): boolean => arrays.get(items) !== undefined

/**
 * The first of the fields that none of the items of an array has. Null if there is none, or no
 * items.
 */
export function fieldMissingInAll(items: object, fields: readonly string[]): string | null {
  const array = arrays.get(items) ?? []
  if (array.length === 0) return null
  const isMissing = (field: string) => !array.some((item) => Object.hasOwn(item, field))
  return fields.find(isMissing) ?? null
}
