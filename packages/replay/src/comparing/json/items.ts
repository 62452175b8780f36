import type { Comparison } from '../comparison.ts'
import { canonicalNumber } from './numbers.ts'
import type { JsonNode } from './read-json.ts'

/** How the items of two lists belong together. */
export interface Arrangement {
  /** How the lists differ as a whole; null if they do not. */
  readonly kind: 'number of items' | 'order of items' | 'other items' | null
  /** The items to compare with those of the first list; null if none are. */
  readonly others: readonly JsonNode[] | null
}

/**
 * Which items of two lists are compared. Those with ids are compared with the item of the same id.
 * If the lists have different things, only that is a difference: their fields would be a dozen
 * more, all of one cause.
 */
export function arrangementOf(
  comparison: Comparison,
  items: readonly JsonNode[],
  others: readonly JsonNode[],
): Arrangement {
  if (items.length !== others.length) return { kind: 'number of items', others: null }
  const ids = idsOf(items)
  const otherIds = idsOf(others)
  if (ids === null || otherIds === null) return { kind: null, others }

  const isSame = (id: string, other = '') => id === other || comparison.created.areSame(id, other)
  const isMoved = ids.some((id, index) => !isSame(id, otherIds[index]))
  // A list of one is a thing whose id has changed, as far as anyone can see.
  if (!isMoved || items.length === 1) return { kind: null, others }

  const places = new Map(otherIds.map((id, index) => [id, index]))
  if (!ids.every((id) => places.has(id))) return { kind: 'other items', others: null }
  const ordered = ids.map((id) => others[places.get(id) ?? 0] as JsonNode)
  return { kind: 'order of items', others: ordered }
}

/** The ids of all items; null when some have none, or the same. */
function idsOf(items: readonly JsonNode[]): string[] | null {
  const ids = new Set<string>()
  for (const item of items) {
    const id = idOf(item)
    if (id === null || ids.has(id)) return null
    ids.add(id)
  }
  return [...ids]
}

function idOf(item: JsonNode): string | null {
  if (item.type !== 'object') return null
  for (const name of ['id', 'pk', 'uuid']) {
    const [, value] = item.entries.find(([key]) => key === name) ?? []
    if (value?.type === 'string') return value.value
    if (value?.type === 'number') return canonicalNumber(value.text)
  }
  return null
}
