import type { Ordering } from './ordering.ts'

/**
 * Where an item stands in an ordering: the value of each of its fields as the database's own text,
 * null for NULL, so that microseconds and 64-bit integers survive.
 */
export type Position = readonly (string | null)[]

export interface PlacedItem<Item> {
  readonly item: Item
  readonly position: Position
}

/** Which items are read. */
export interface KeysetWindow {
  /** A complete ordering. */
  readonly ordering: Ordering
  /** Where reading begins; null: at the start, or the end when reading backward. */
  readonly from: Position | null
  /** Whether the item at `from`, if it is still there, is read too. */
  readonly includesFrom: boolean
  /** False: items after `from`, in order. True: items before it, the nearest first. */
  readonly backward: boolean
  readonly limit: number
}

/** Reads items by their position, at a cost that does not grow with it. */
export interface Keyset<Item> {
  /** The ordering with the primary key at its end, so that no two items are equal in it. */
  complete(ordering: Ordering): Ordering

  /** The items of the window with their positions. */
  read(window: KeysetWindow): Promise<PlacedItem<Item>[]>
}
