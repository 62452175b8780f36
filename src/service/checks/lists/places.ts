import type { Keyset, PlacedItem } from '../../../items/keyset.ts'
import { type Ordering, orderingTerm } from '../../../items/ordering.ts'

/** Why cursors lose or repeat items: what is wrong with the key, or with the order itself. */
export type Trouble = 'null-key' | 'repeated-key' | 'unstable-order'

/**
 * Reads the beginning of a list by position, once as a whole and once in two parts, which must give the
 * same items. Null: nothing is wrong with it.
 */
export async function troubleOf(
  keyset: Keyset<unknown>,
  ordering: Ordering,
): Promise<Trouble | null> {
  const complete = keyset.complete(ordering)
  const window = { ordering: complete, includesFrom: false, backward: false }
  const placed = await keyset.read({ ...window, from: null, limit: most })

  const keys = keysOf(placed, complete, keyset.complete([]))
  if (keys.some((key) => key.includes(null))) return 'null-key'
  if (new Set(keys.map((key) => JSON.stringify(key))).size < keys.length) return 'repeated-key'

  const half = Math.ceil(placed.length / 2)
  const middle = placed[half - 1]
  if (middle === undefined) return null
  const limit = placed.length - half
  const rest = await keyset.read({ ...window, from: middle.position, limit: Math.max(limit, 1) })
  const isSame =
    JSON.stringify(positionsOf(rest.slice(0, limit))) ===
    JSON.stringify(positionsOf(placed.slice(half)))
  return isSame ? null : 'unstable-order'
}

const positionsOf = (placed: readonly PlacedItem<unknown>[]) =>
  placed.map(({ position }) => position)

/** The values of the key, which are a part of each position in a complete ordering. */
function keysOf(placed: readonly PlacedItem<unknown>[], ordering: Ordering, key: Ordering) {
  const fields = ordering.map((name) => orderingTerm(name).field)
  const indexes = key.map((name) => fields.indexOf(orderingTerm(name).field))
  return positionsOf(placed).map((position) => indexes.map((index) => position[index] ?? null))
}

/** How many items are read at most. */
const most = 100
