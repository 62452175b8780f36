import type { ItemSet } from 'turnpike'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectSame } from '../expect.ts'
import { conditions } from './conditions.ts'
import { type Book, idsOf, library, type OpenedItemSet, ties } from './fixtures.ts'
import { byPosition } from './keyset.ts'
import { ordering } from './ordering.ts'

/**
 * The contract of every `ItemSet`.
 *
 * @param open opens a set of these books, in their order. They are at most 50.
 */
export function itemSetContract(
  open: (books: readonly Book[]) => OpenedItemSet | Promise<OpenedItemSet>,
): ContractCase[] {
  return [
    ...contract(() => open(library), counts, slices, ordering, conditions),
    ...contract(() => open([]), empty),
    ...contract(() => open(ties), fixedOrder, byPosition),
  ]
}

const counts: Chapter<OpenedItemSet> = (it) => {
  it('an item set counts its items', async ({ items }) => {
    expectSame(await items.count(), 6, 'the count')
  })

  it('an item set counts up to a limit', async ({ items }) => {
    if (items.countUpTo === undefined) return

    expectSame(await items.countUpTo(4), 4, 'the count up to 4')
    expectSame(await items.countUpTo(6), 6, 'the count up to 6')
    expectSame(await items.countUpTo(7), 6, 'the count up to 7')
  })

  it('an item set slices and counts in one go as it does in two', async ({ items }) => {
    for (const set of [items, items.orderBy(['-rating', 'title'])]) await expectSameInOneGo(set)
  })
}

const slices: Chapter<OpenedItemSet> = (it) => {
  for (const [offset, limit, expected] of cuts) {
    it(`an item set slices from ${offset}, at most ${limit ?? 'all'}`, async ({ items }) => {
      expectSame(idsOf(await items.slice(offset, limit)), expected, 'the ids of the slice')
    })
  }

  it('an item set gives whole items', async ({ items }) => {
    expectSame(await items.slice(1, 1), [library[1]], 'the second item')
  })
}

const empty: Chapter<OpenedItemSet> = (it) => {
  it('an empty item set has no items, however it is asked', async ({ items }) => {
    expectSame(await items.count(), 0, 'the count')
    expectSame(await items.slice(0, null), [], 'the slice of all items')
    if (items.countUpTo) expectSame(await items.countUpTo(7), 0, 'the count up to 7')
    await expectSameInOneGo(items)
  })
}

const fixedOrder: Chapter<OpenedItemSet> = (it) => {
  it('an item set keeps items that are equal in the order in a fixed order, page by page', async ({
    items,
  }) => {
    for (const terms of [['title'], ['-title'], ['rating'], ['-rating', 'title']]) {
      const ordered = items.orderBy(terms)
      const pages: Book[] = []
      for (let offset = 0; offset < 50; offset += 7) pages.push(...(await ordered.slice(offset, 7)))

      const all = await ordered.slice(0, null)
      expectSame(idsOf(pages), idsOf(all), `the ids on all pages by ${terms}`)
      const sorted = idsOf(pages).toSorted((one, other) => one - other)
      expectSame(sorted, idsOf(ties), `the ids on all pages by ${terms}, sorted`)
    }
  })
}

const cuts = [
  [0, 2, [1, 2]],
  [2, 2, [3, 4]],
  [4, 5, [5, 6]],
  [0, 0, []],
  [6, 2, []],
  [1_000_000, 2, []],
  [0, null, [1, 2, 3, 4, 5, 6]],
  [4, null, [5, 6]],
  [9, null, []],
  [0, Number.MAX_SAFE_INTEGER, [1, 2, 3, 4, 5, 6]],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, []],
  [5, 1e300, [6]],
] as const

async function expectSameInOneGo(items: ItemSet<Book>): Promise<void> {
  if (items.sliceAndCount === undefined) return
  const count = await items.count()
  for (const [offset, limit] of cuts) {
    if (limit === null || limit === 1e300) continue
    const expected = { items: await items.slice(offset, limit), count }
    const found = await items.sliceAndCount(offset, limit)
    expectSame(found, expected, `sliceAndCount(${offset}, ${limit})`)
  }
}
