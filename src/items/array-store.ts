import { arrayItems } from './array.ts'
import type { ItemStore } from './item-store.ts'

export interface ArrayStoreOptions<Key extends string> {
  /** The field that identifies an item. Default `id`. */
  key?: Key
}

/** What is needed to add an item: everything but its key, which is counted up when absent. */
export type NewItem<Item, Key extends string> = Omit<Item, Key> & Partial<Item>

/**
 * An item store that keeps its items in the array: for tests and demonstrations. A new item without
 * a key gets the number after the greatest that any item has had. A changed item replaces the one in
 * the array; the object before it stays as it was.
 */
export function arrayStore<Item extends object, Key extends string = 'id'>(
  array: Item[],
  { key = 'id' as Key }: ArrayStoreOptions<Key> = {},
): ItemStore<Item, NewItem<Item, Key>> {
  const keyOf = (item: object) => (item as Record<string, unknown>)[key]
  const indexOf = (text: string) => array.findIndex((item) => String(keyOf(item)) === text)
  let greatest = greatestNumber(array.map(keyOf), 0)

  function nextKey(): number {
    greatest = greatestNumber(array.map(keyOf), greatest) + 1
    return greatest
  }

  return {
    items: arrayItems(array, { key }),

    find: async (text) => array[indexOf(text)] ?? null,

    async create(values) {
      // The values and a key are all the fields of an item.
      const item = { [key]: nextKey(), ...values } as unknown as Item
      const taken = String(keyOf(item))
      if (indexOf(taken) >= 0) throw new Error(`There is already an item with the ${key} ${taken}.`)

      array.push(item)
      return item
    },

    async update(item, values) {
      const index = indexOf(String(keyOf(item)))
      if (index < 0) return null

      const updated = { ...(array[index] as Item), ...values }
      array[index] = updated
      return updated
    },

    async destroy(item) {
      const index = indexOf(String(keyOf(item)))
      if (index >= 0) array.splice(index, 1)
    },
  }
}

const greatestNumber = (values: readonly unknown[], least: number): number =>
  values.reduce<number>(
    (most, value) => (typeof value === 'number' ? Math.max(most, value) : most),
    least,
  )
