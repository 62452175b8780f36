import type { PlacedItems, Position } from 'turnpike/kit'

/** An item and its position. */
export interface Place<Item> {
  readonly item: Item
  readonly position: Position
}

/** The items that a keyset has read, each with its position. Fails for a list that has no keyset. */
export function placesOf<Item>(placed: PlacedItems<Item> | undefined): Place<Item>[] {
  if (placed === undefined) throw new Error('The list has no keyset.')
  return placed.items.map((item, index) => ({ item, position: placed.positionOf(index) }))
}
