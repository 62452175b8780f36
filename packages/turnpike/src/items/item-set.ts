import type { Condition } from './conditions/condition.ts'
import type { Keyset } from './keyset.ts'
import type { Ordering } from './ordering.ts'

/**
 * A whole list before it is split into pages. It is a description: nothing is read until `count` or
 * `slice` is called, and neither changes it.
 */
export interface ItemSet<Item> {
  /** How many items there are. */
  count(): Promise<number>

  /** At most `limit` items from position `offset` on, in the set's order. Null means no limit. */
  slice(offset: number, limit: number | null): Promise<Item[]>

  /** The same items in another order. Items that are equal in it have a stable order. */
  orderBy(ordering: Ordering): ItemSet<Item>

  /**
   * Those items of the set that meet the condition, in the same order. Absent: views of the set can
   * have no filters, no search, no permissions with a scope and no parent. Reading them throws an
   * `UnreadableValue` for a value that cannot be one of its field, and a `ConfigurationError` for a
   * field that the items do not have.
   */
  where?(condition: Condition): ItemSet<Item>

  /** How many items there are, counting only up to `limit`. Absent, `count` is used. */
  countUpTo?(limit: number): Promise<number>

  /**
   * About how many items there are, at little cost. Null or absent: unknown, so they are counted.
   */
  estimate?(): Promise<number | null>

  /** `slice` and `count` in one cheaper operation. Absent, one is called after the other. */
  sliceAndCount?(offset: number, limit: number): Promise<{ items: Item[]; count: number }>

  /** Reads the items by position, as cursors need. Absent if that is not supported. */
  readonly keyset?: Keyset<Item>
}
