import type { Condition, ItemSet } from 'turnpike'
import {
  changesOfItems,
  completeOrdering,
  orderingTerm,
  UnknownField,
  UnreadableValue,
} from 'turnpike/kit'
import { type EncodeValue, withStoredValues } from './condition-values.ts'

/** How items are made of the rows of a query. */
export interface Naming {
  /** The name of a field's column. */
  readonly columns: ReadonlyMap<string, string>
  /** How values are compared with a field, where not as they are. */
  readonly encoders: ReadonlyMap<string, EncodeValue>
  /** The fields of the key. */
  readonly keys: readonly string[]
  /** Whether an item depends on nothing but its row. */
  readonly isPure: boolean
  // biome-ignore lint/suspicious/noExplicitAny: what reads the rows knows what they are.
  itemOf(row: any): unknown
}

/** The rows of a set as items. Orderings and conditions use the fields of the items. */
export function namedItems(rows: ItemSet<unknown>, naming: Naming): ItemSet<unknown> {
  const { itemOf, keys, isPure } = naming
  const { count, slice, where, countUpTo, estimate, sliceAndCount, keyset } = rows

  const items: ItemSet<unknown> = {
    count,
    slice: async (offset, limit) => (await slice(offset, limit)).map(itemOf),
    orderBy: (ordering) =>
      named(naming, () => rows.orderBy(ordering.map((term) => termOf(naming, term)))),
    ...(where && {
      where: (condition) => named(naming, () => where(conditionOf(naming, condition))),
    }),
    ...(countUpTo && { countUpTo }),
    ...(estimate && { estimate }),
    ...(sliceAndCount && {
      async sliceAndCount(offset, limit) {
        const page = await sliceAndCount(offset, limit)
        return { items: page.items.map(itemOf), count: page.count }
      },
    }),
    ...(keyset && {
      keyset: {
        complete: (ordering) => completeOrdering(ordering, keys),
        async read(window) {
          const ordering = window.ordering.map((term) => termOf(naming, term))
          const placed = await keyset.read({ ...window, ordering })
          return { ...placed, items: placed.items.map(itemOf) }
        },
      },
    }),
  }
  const changes = isPure ? changesOfItems.get(rows) : undefined
  if (changes !== undefined) changesOfItems.set(items, changes)
  return items
}

/** Unknown fields and values are reported when the items are read. */
function named(naming: Naming, make: () => ItemSet<unknown>): ItemSet<unknown> {
  try {
    return namedItems(make(), naming)
  } catch (error) {
    if (error instanceof UnknownField || error instanceof UnreadableValue)
      return unreadable(error, naming)
    throw error
  }
}

function unreadable(error: UnknownField | UnreadableValue, naming: Naming): ItemSet<unknown> {
  const refuse = async () => {
    throw error
  }
  const items: ItemSet<unknown> = {
    count: refuse,
    slice: refuse,
    countUpTo: refuse,
    estimate: refuse,
    orderBy: () => items,
    where: () => items,
    keyset: { complete: (ordering) => completeOrdering(ordering, naming.keys), read: refuse },
  }
  return items
}

function termOf(naming: Naming, term: string): string {
  const { field, descending } = orderingTerm(term)
  return `${descending ? '-' : ''}${columnOf(naming, field)}`
}

/** The condition with names and values of the columns. What is none is refused below. */
function conditionOf(naming: Naming, condition: Condition): Condition {
  if (typeof condition !== 'object' || condition === null) return condition
  if ('all' in condition && Array.isArray(condition.all))
    return { ...condition, all: condition.all.map((one) => conditionOf(naming, one)) }
  if ('any' in condition && Array.isArray(condition.any))
    return { ...condition, any: condition.any.map((one) => conditionOf(naming, one)) }
  if ('not' in condition) return { ...condition, not: conditionOf(naming, condition.not) }
  if (!('field' in condition)) return condition
  const encode = naming.encoders.get(condition.field)
  const stored = encode === undefined ? condition : withStoredValues(condition, encode)
  return { ...stored, field: columnOf(naming, condition.field) }
}

function columnOf({ columns }: Naming, field: string): string {
  const column = columns.get(field)
  if (column !== undefined) return column
  throw new UnknownField(
    field,
    `A list is ordered or filtered by "${field}", which its query does not select. It selects ` +
      `${[...columns.keys()].join(', ')}: select "${field}", too, or use one of these.`,
  )
}
