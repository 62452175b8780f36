import { type ItemKey, keyFields } from './key.ts'

/** Field names, most significant first, with `-` for descending: `['-created', 'id']`. */
export type Ordering<Field extends string = string> = readonly (Field | `-${Field}`)[]

/**
 * The field names of an item; any string when they are unknown, as in `Record<string, unknown>`.
 */
export type FieldOf<Item> = unknown extends Item
  ? string
  : [NamesOf<Item>] extends [never]
    ? string
    : NamesOf<Item>

/** For a union, the names of all members: the items of a list may differ. */
type NamesOf<Item> = Item extends unknown ? keyof Item & string : never

/** A field of an ordering without its sign. */
export interface OrderingTerm {
  field: string
  descending: boolean
}

/** `'-created'` → `{ field: 'created', descending: true }`. */
export const orderingTerm = (name: string): OrderingTerm =>
  name.startsWith('-')
    ? { field: name.slice(1), descending: true }
    : { field: name, descending: false }

/**
 * The ordering with the key appended, in the direction of its last field, so that no two items are
 * equal in it. Key fields that it already contains keep their places. Anything after the last of
 * them has no effect and is left out.
 */
export function completeOrdering(ordering: Ordering, key: ItemKey): Ordering {
  const missing = new Set(keyFields(key))
  for (const [index, name] of ordering.entries()) {
    missing.delete(orderingTerm(name).field)
    if (missing.size === 0) return ordering.slice(0, index + 1)
  }
  const isDescending = ordering.at(-1)?.startsWith('-') ?? false
  return [...ordering, ...[...missing].map((field) => (isDescending ? `-${field}` : field))]
}
