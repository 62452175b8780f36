import { type Ordering, orderingTerm } from './ordering.ts'

/** Orders items by their fields. */
export function comparison(ordering: Ordering): (one: object, other: object) => number {
  const terms = ordering.map(orderingTerm)
  return (one, other) => {
    for (const { field, descending } of terms) {
      const order = compareValues(fieldOf(one, field), fieldOf(other, field))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  }
}

/** Negative when the first value is smaller. Null is the smallest. */
export function compareValues(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  // Values that `<` cannot compare count as equal: such items keep their order.
  const [left, right] = [one as number, other as number]
  return Number(left > right) - Number(left < right)
}

/** The item's own value, null when it has none: `constructor` is not a field of every item. */
export const fieldOf = (item: object, field: string): unknown =>
  Object.hasOwn(item, field) ? ((item as Record<string, unknown>)[field] ?? null) : null
