import { comparison, fieldOf } from './compare.ts'
import type { ItemKey } from './key.ts'
import type { Keyset, Position } from './keyset.ts'
import { completeOrdering, type Ordering, orderingTerm } from './ordering.ts'

/** Reads an array by position, in the order of `arrayItems`. */
export function arrayKeyset<Item extends object>(
  read: () => readonly Item[],
  key: ItemKey,
): Keyset<Item> {
  return {
    complete: (ordering) => completeOrdering(ordering, key),

    async read({ ordering, from, includesFrom, backward, limit }) {
      const compare = comparison(ordering)
      const compareOnward = backward ? (a: object, b: object) => -compare(a, b) : compare
      const start = from && itemAt(from, ordering)

      const items = read()
        .filter((item) => start === null || compareOnward(item, start) > (includesFrom ? -1 : 0))
        .sort(compareOnward)
        .slice(0, limit)
      return { items, positionOf: (index) => positionOf(items[index] as Item, ordering) }
    },
  }
}

const positionOf = (item: object, ordering: Ordering): Position =>
  ordering.map((name) => textOf(fieldOf(item, orderingTerm(name).field)))

/** An object with the values of a position, for comparison. */
const itemAt = (position: Position, ordering: Ordering): object =>
  Object.fromEntries(
    ordering.map((name, index) => [orderingTerm(name).field, readValue(position[index] ?? null)]),
  )

/** Values without a JSON form are marked by a letter in front. */
function textOf(value: unknown): string | null {
  if (value === null) return null
  if (value instanceof Date) return `d${value.getTime()}`
  if (typeof value === 'bigint') return `i${value}`
  const isInJson = typeof value !== 'number' || Number.isFinite(value)
  return isInJson ? `j${JSON.stringify(value)}` : `n${value}`
}

function readValue(text: string | null): unknown {
  if (text === null) return null
  const rest = text.slice(1)
  if (text.startsWith('d')) return new Date(Number(rest))
  if (text.startsWith('i')) return BigInt(rest)
  return text.startsWith('n') ? Number(rest) : JSON.parse(rest)
}
