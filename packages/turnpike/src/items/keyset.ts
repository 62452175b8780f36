import { type Ordering, orderingTerm } from './ordering.ts'

/**
 * Where an item stands in an ordering: the value of each field as the database's own text, null for
 * NULL, so that microseconds and 64-bit integers survive.
 */
export type Position = readonly (string | null)[]

/** An item with its position in the order of its list. */
export interface PlacedItem<Item> {
  readonly item: Item
  readonly position: Position
}

/** Which items to read. */
export interface KeysetWindow {
  /** A complete ordering. */
  readonly ordering: Ordering
  /** Where reading begins; null means at the start, or at the end when reading backward. */
  readonly from: Position | null
  /** Whether to include the item at `from`, if it still exists. */
  readonly includesFrom: boolean
  /** False: items after `from`, in order. True: items before it, the nearest first. */
  readonly backward: boolean
  readonly limit: number
}

/** Reads items by their position, at a cost that does not grow with it. */
export interface Keyset<Item> {
  /** The ordering with the key appended, so that no two items are equal in it. */
  complete(ordering: Ordering): Ordering

  /**
   * The items of the window with their positions.
   *
   * @throws UnreadablePosition when `from` does not fit the fields any more.
   */
  read(window: KeysetWindow): Promise<PlacedItem<Item>[]>
}

/** A fault in a key through which some items would never be read. */
export type KeyFault = 'null' | 'repeated'

/**
 * Looks for two items in the same position, and for items without a key. Items that are equal in a
 * complete ordering are neighbours, so none can hide behind the end of a page.
 */
export function keyFaultOf(
  keyset: Pick<Keyset<unknown>, 'complete'>,
  ordering: Ordering,
  placed: readonly PlacedItem<unknown>[],
): KeyFault | null {
  const fields = ordering.map((name) => orderingTerm(name).field)
  const key = keyset.complete([]).map((name) => fields.indexOf(orderingTerm(name).field))
  // Without an object for each item: this is done for each page.
  let before: Position | undefined
  for (let number = 0; number < placed.length; number++) {
    const { position } = placed[number] as PlacedItem<unknown>
    for (let index = 0; index < key.length; index++) {
      if (position[key[index] as number] === null) return 'null'
    }
    if (before !== undefined && isSame(before, position)) return 'repeated'
    before = position
  }
  return null
}

/** Compares from the end: the values of the key differ most often. */
function isSame(one: Position, other: Position): boolean {
  for (let index = one.length - 1; index >= 0; index--) {
    if (one[index] !== other[index]) return false
  }
  return true
}
