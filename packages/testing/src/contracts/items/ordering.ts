import type { ItemSet, Ordering } from 'turnpike'
import type { Chapter } from '../contract.ts'
import { expectSame } from '../expect.ts'
import { type Book, idsOf, type OpenedItemSet } from './fixtures.ts'

/** In which order items come. */
export const ordering: Chapter<OpenedItemSet> = (it) => {
  for (const [terms, expected] of byTitle) {
    it(`an item set orders items by ${terms}`, async ({ items }) => {
      await expectOrder(items, terms, expected)
    })
  }

  it('an item set orders items without a value together, at the same end for all fields', async ({
    items,
  }) => {
    const [first] = await items.orderBy(['rating', 'id']).slice(0, 1)
    const nullsFirst = first?.rating === null
    const withNulls = (nulls: number[], others: number[], descending = false) =>
      nullsFirst === descending ? [...others, ...nulls] : [...nulls, ...others]

    await expectOrder(items, ['rating', 'id'], withNulls([2, 5], [3, 1, 4, 6]))
    await expectOrder(items, ['rating', '-title'], withNulls([5, 2], [3, 4, 1, 6]))
    await expectOrder(items, ['-rating', 'id'], withNulls([2, 5], [1, 4, 6, 3], true))
    await expectOrder(items, ['-rating', '-id'], withNulls([5, 2], [6, 4, 1, 3], true))
  })

  it('an item set is unchanged when another order is taken from it', async ({ items }) => {
    const ordered = items.orderBy(['-title'])
    const again = ordered.orderBy(['-id'])

    expectSame(idsOf(await items.slice(0, 2)), [1, 2], 'the first ids of the set')
    expectSame(idsOf(await ordered.slice(0, 2)), [4, 1], 'the first ids by -title')
    expectSame(idsOf(await again.slice(0, 2)), [6, 5], 'the first ids by -id')
    expectSame(await ordered.count(), 6, 'the count of the set in another order')
  })

  it('an item set keeps its own order for an empty ordering', async ({ items }) => {
    await expectOrder(items, [], [1, 2, 3, 4, 5, 6])
  })
}

const byTitle = [
  [['title'], [3, 6, 2, 5, 1, 4]],
  [['-title'], [4, 1, 5, 2, 6, 3]],
] as const

async function expectOrder(
  items: ItemSet<Book>,
  terms: Ordering,
  expected: readonly number[],
): Promise<void> {
  const found = await items.orderBy(terms).slice(0, null)
  expectSame(idsOf(found), expected, `the ids by [${terms}]`)
}
