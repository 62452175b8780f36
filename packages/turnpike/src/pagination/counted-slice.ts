import type { ItemSet } from '../items/item-set.ts'
import { countFrom, listFrom } from '../items/read-results.ts'
import { type CountPolicy, isCapped, type ListCount } from './count-policy.ts'

/** The known size of a whole list. */
export interface Total extends ListCount {
  /** How many items the list has at least. */
  readonly known: number
  /** Whether it may have more items than known. */
  readonly isOpen: boolean
}

/** A slice of a list, with what is known of the whole list. */
export interface CountedSlice<Item> extends Total {
  readonly items: Item[]
}

/** At most `limit` items from `offset` on, with a count according to the policy. */
export function countedSlice<Item>(
  items: ItemSet<Item>,
  offset: number,
  limit: number,
  policy: CountPolicy,
): Promise<CountedSlice<Item>> {
  return policy === 'exact'
    ? exactSlice(items, offset, limit)
    : openSlice(items, offset, limit, policy)
}

async function exactSlice<Item>(
  items: ItemSet<Item>,
  offset: number,
  limit: number,
): Promise<CountedSlice<Item>> {
  if (items.sliceAndCount) {
    const { items: found, count } = await items.sliceAndCount(offset, limit)
    return {
      items: listFrom('sliceAndCount', found),
      ...exactly(countFrom('sliceAndCount', count)),
    }
  }
  const count = countFrom('count', await items.count())
  const found = offset < count ? await items.slice(offset, Math.min(limit, count - offset)) : []
  return { items: listFrom('slice', found), ...exactly(count) }
}

/** Reads one extra item to see whether the list continues. At its end the count is known. */
async function openSlice<Item>(
  items: ItemSet<Item>,
  offset: number,
  limit: number,
  policy: CountPolicy,
): Promise<CountedSlice<Item>> {
  const length = Math.min(limit, Number.MAX_SAFE_INTEGER - 1) + 1
  const found = listFrom('slice', await items.slice(offset, length))
  const goesOn = found.length > limit
  const isPastEnd = found.length === 0 && offset > 0
  const seen = isPastEnd ? 0 : offset + found.length

  const total =
    goesOn || isPastEnd
      ? await openTotal(items, policy, seen, isPastEnd ? offset : Number.MAX_SAFE_INTEGER)
      : exactly(seen)
  return {
    items: goesOn ? found.slice(0, limit) : found,
    ...total,
    ...(policy === 'none' && { count: null, countIs: null }),
  }
}

/**
 * The size of a whole list, as far as it is known without reading all of it.
 *
 * @param seen how many items it has at least, which may be enough.
 * @param most how many it has at most.
 */
export async function openTotal(
  items: ItemSet<unknown>,
  policy: CountPolicy,
  seen = 0,
  most = Number.MAX_SAFE_INTEGER,
): Promise<Total> {
  if (policy === 'none') return { count: null, countIs: null, known: seen, isOpen: true }
  if (isCapped(policy)) return cappedTotal(items, policy.capAt, seen)

  const estimate = policy === 'exact' ? null : ((await items.estimate?.()) ?? null)
  // The list may have become shorter since it was read.
  if (estimate === null) return exactly(Math.max(countFrom('count', await items.count()), seen))
  const count = Math.max(Math.min(countFrom('estimate', estimate), most), seen)
  return { count, countIs: 'estimated', known: seen, isOpen: true }
}

async function cappedTotal(items: ItemSet<unknown>, capAt: number, seen: number): Promise<Total> {
  const enough = capAt + 1
  const count = seen < enough ? Math.max(await countUpTo(items, enough), seen) : seen
  return count < enough
    ? exactly(count)
    : { count: capAt, countIs: 'at_least', known: count, isOpen: true }
}

const countUpTo = async (items: ItemSet<unknown>, limit: number): Promise<number> =>
  items.countUpTo
    ? countFrom('countUpTo', await items.countUpTo(limit))
    : countFrom('count', await items.count())

const exactly = (count: number): Total => ({
  count,
  countIs: 'exact',
  known: count,
  isOpen: false,
})
