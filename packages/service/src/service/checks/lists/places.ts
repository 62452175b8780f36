import type { Ordering } from 'turnpike'
import type { Keyset, PlacedItems, Position } from 'turnpike/kit'
import { type KeyFault, keyFaultOf } from 'turnpike/kit'

/** Why pages lose or repeat items: a fault of the key, or of the ordering itself. */
export type Trouble = KeyFault | 'unstable'

/**
 * Reads the beginning of a list by position, once as a whole and once in two parts, which must give
 * the same items. Null if there is no fault.
 */
export async function troubleOf(
  keyset: Keyset<unknown>,
  ordering: Ordering,
): Promise<Trouble | null> {
  const complete = keyset.complete(ordering)
  const window = { ordering: complete, includesFrom: false, backward: false }
  const placed = await keyset.read({ ...window, from: null, limit: most })
  const fault = keyFaultOf(keyset, complete, placed)
  if (fault !== null) return fault

  const half = Math.floor(placed.items.length / 2)
  if (half === 0) return null
  const limit = placed.items.length - half
  const rest = await keyset.read({ ...window, from: placed.positionOf(half - 1), limit })
  const isStable = JSON.stringify(positions(rest)) === JSON.stringify(positions(placed).slice(half))
  return isStable ? null : 'unstable'
}

const positions = (placed: PlacedItems<unknown>): Position[] =>
  placed.items.map((_, index) => placed.positionOf(index))

/** Whether an item has no key. Ordered by the key's fields, nulls are at one of the ends. */
export async function hasNullKey(keyset: Keyset<unknown>): Promise<boolean> {
  for (const field of keyset.complete([])) {
    const ordering = keyset.complete([field])
    for (const backward of [false, true]) {
      const end = { ordering, from: null, includesFrom: false, backward, limit: 1 }
      if (keyFaultOf(keyset, ordering, await keyset.read(end)) === 'null') return true
    }
  }
  return false
}

/** Maximum number of items to read. */
const most = 100
