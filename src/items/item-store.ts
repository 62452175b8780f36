import type { ItemSet } from './item-set.ts'

/** A place where items are kept: a list that can be added to, and items that can be changed. */
export interface ItemStore<Item, Values = Partial<Item>> {
  /** All items. */
  readonly items: ItemSet<Item>

  /**
   * The fields of a key of several fields, in their order; detail views read them from the route's
   * parameters of the same names. Absent: the key is one field, from the parameter `id`.
   */
  readonly key?: readonly string[]

  /**
   * The item with this key as it stands in a URL, or null. Any text may be asked for. A key of
   * several fields is several texts: `find('1', '2')`.
   */
  find(...key: string[]): Promise<Item | null>

  /**
   * Adds an item and returns it as it was stored. A property, so that its type is compared
   * strictly.
   */
  readonly create: (values: Values) => Promise<Item>

  /** Changes the given fields and returns the item as it is now; null when it has vanished. */
  update(item: Item, values: Partial<Values>): Promise<Item | null>

  /** Removes the item. One that has vanished already is no error. */
  destroy(item: Item): Promise<void>
}
