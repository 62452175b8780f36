import { ValidationError } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { TranslatableMessage } from '../languages/message.ts'
import { arrayItems } from './array.ts'
import { fieldOf } from './compare.ts'
import { meets } from './conditions/meets.ts'
import type { ItemStore } from './item-store.ts'
import { type ItemKey, keyFields } from './key.ts'

export interface ArrayStoreOptions<Key extends ItemKey> {
  /** The field, or the fields together, that identify an item. Default `id`. */
  key?: Key
}

const arrayStoreOptions = knownOptions<ArrayStoreOptions<ItemKey>>('arrayStore()', {
  key: 'optional',
})

/**
 * The values that create an item: all fields, but a key of one field may be absent. It is then
 * counted up.
 */
export type NewItem<Item, Key extends ItemKey> = Key extends string
  ? Omit<Item, Key> & Partial<Item>
  : Item

/**
 * An item store that keeps its items in the array: for tests and demonstrations. A new item without
 * a key gets the highest number so far plus one; keys of several fields must be given. A changed
 * item replaces the one in the array; the previous object stays unchanged. A key that another item
 * has is a 400.
 */
export function arrayStore<Item extends object, const Key extends ItemKey = 'id'>(
  array: Item[],
  options: ArrayStoreOptions<Key> = {},
): ItemStore<Item, NewItem<Item, Key>> {
  arrayStoreOptions.require(options)
  const { key = 'id' as Key } = options
  const fields = keyFields(key)
  const [field = ''] = fields
  const isSingle = fields.length === 1
  const keyOf = (item: object) => fields.map((field) => fieldOf(item, field))
  const indexOf = (key: readonly unknown[]) =>
    array.findIndex((item) => isSameKey(keyOf(item), key))
  let greatest = greatestNumber(array, field, 0)

  function nextKey(): number {
    greatest = greatestNumber(array, field, greatest) + 1
    return greatest
  }

  return {
    items: arrayItems(array, { key }),
    ...(!isSingle && { key: fields }),

    find: async (...texts) => array[indexOf(texts)] ?? null,

    async create(values) {
      // The values and the key make up a whole item.
      const item = { ...(isSingle && { [field]: nextKey() }), ...values } as unknown as Item
      if (keyOf(item).includes(null)) {
        const named = fields.map((field) => `${field} ${fieldOf(item, field)}`).join(', ')
        throw new Error(`An item needs its whole key, not ${named}.`)
      }
      if (indexOf(keyOf(item)) >= 0) throw keyTaken(fields)

      array.push(item)
      return item
    },

    async update(item, values) {
      const index = indexOf(keyOf(item))
      if (index < 0) return null

      const updated = { ...(array[index] as Item), ...values }
      const same = indexOf(keyOf(updated))
      if (same >= 0 && same !== index) throw keyTaken(fields)
      array[index] = updated
      return updated
    },

    async destroy(item) {
      const index = indexOf(keyOf(item))
      if (index >= 0) array.splice(index, 1)
    },

    async meets(item, condition) {
      const stored = array[indexOf(keyOf(item))]
      return stored !== undefined && meets(stored, condition)
    },
  }
}

/** 400 as from a database: another item has the key. */
function keyTaken(fields: readonly string[]): ValidationError {
  const message =
    fields.length > 1
      ? new TranslatableMessage('The fields {fields} must make a unique set.', {
          fields: fields.join(', '),
        })
      : new TranslatableMessage('This field must be unique.')
  return new ValidationError(Object.fromEntries(fields.map((name) => [name, [message]])), 'unique')
}

/** Compares values in their URL form. Null equals nothing, not even itself. */
const isSameKey = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length &&
  one.every(
    (value, index) =>
      value !== null && other[index] !== null && String(value) === String(other[index]),
  )

const greatestNumber = (array: readonly object[], field: string, least: number): number =>
  array.reduce<number>((most, item) => {
    const value = fieldOf(item, field)
    return typeof value === 'number' ? Math.max(most, value) : most
  }, least)
