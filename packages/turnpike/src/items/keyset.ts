import { type Ordering, orderingTerm } from './ordering.ts'

/**
 * Where an item stands in an ordering: the value of each field as the database's own text, null for
 * NULL, so that microseconds and 64-bit integers survive.
 */
export type Position = readonly (string | null)[]

/** Items in the order of a list, and their positions. */
export interface PlacedItems<Item> {
  readonly items: Item[]
  /** The position of the item with this index, made when it is asked for: a page needs two. */
  positionOf(index: number): Position
  /** Default: found by comparing all positions. */
  readonly likeness?: PositionLikeness
}

/** What the positions of neighbours have in common. */
export interface PositionLikeness {
  /** Whether two of them are the same. */
  readonly isRepeated: boolean
  /** The indexes of the ordering's fields in which a position has null. */
  readonly nullFields: ReadonlySet<number>
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
   * The items of the window with their positions. Read backward, the last one comes first.
   *
   * @throws UnreadablePosition when `from` does not fit the fields any more.
   */
  read(window: KeysetWindow): Promise<PlacedItems<Item>>
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
  placed: PlacedItems<unknown>,
): KeyFault | null {
  const { isRepeated, nullFields } = placed.likeness ?? likenessOf(placed, ordering)
  const key = nullFields.size === 0 ? [] : keyset.complete([])
  const fields = ordering.map((name) => orderingTerm(name).field)
  if (key.some((name) => nullFields.has(fields.indexOf(orderingTerm(name).field)))) return 'null'
  return isRepeated ? 'repeated' : null
}

function likenessOf(placed: PlacedItems<unknown>, ordering: Ordering): PositionLikeness {
  const positions = placed.items.map((_, index) => placed.positionOf(index))
  return positionLikeness(
    positions.length,
    ordering.length,
    (item, field) => positions[item]?.[field] ?? null,
  )
}

/**
 * Compares positions by their values, each of which is asked for once.
 *
 * @param valueAt a value of a position; null for NULL. Others are compared by `===`.
 */
export function positionLikeness(
  items: number,
  fields: number,
  valueAt: (item: number, field: number) => unknown,
): PositionLikeness {
  const nullFields = new Set<number>()
  const before: unknown[] = []
  let isRepeated = false
  for (let item = 0; item < items; item++) {
    let isSame = item > 0
    for (let field = 0; field < fields; field++) {
      const value = valueAt(item, field)
      if (value === null) nullFields.add(field)
      if (value === before[field]) continue
      before[field] = value
      isSame = false
    }
    if (isSame) isRepeated = true
  }
  return { isRepeated, nullFields }
}
