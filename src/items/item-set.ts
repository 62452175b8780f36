import type { Keyset } from './keyset.ts'
import type { Ordering } from './ordering.ts'

/**
 * A whole list before it is cut into pages. It is a description: nothing is read until `count` or
 * `slice` is called, and neither changes it.
 */
export interface ItemSet<Item> {
  /** How many items there are. */
  count(): Promise<number>

  /**
   * At most `limit` items from position `offset` on, in the set's order. A null limit: all of them.
   */
  slice(offset: number, limit: number | null): Promise<Item[]>

  /** The same items in another order. Items that are equal in it stay in a fixed order. */
  orderBy(ordering: Ordering): ItemSet<Item>

  /** How many items there are, at most `limit`: counting stops there. Absent: `count` is asked. */
  countUpTo?(limit: number): Promise<number>

  /**
   * About how many items there are, at little cost. Null or absent: nobody knows, so they are
   * counted.
   */
  estimate?(): Promise<number | null>

  /** `slice` and `count` in one go, which must be cheaper. Absent: one is asked after the other. */
  sliceAndCount?(offset: number, limit: number): Promise<{ items: Item[]; count: number }>

  /** Reads the items by position, as cursors need. Absent: the set cannot. */
  readonly keyset?: Keyset<Item>
}
