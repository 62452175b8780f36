import { describe, expect, it, onTestFinished } from 'vitest'
import type { ItemSet } from '../../../index.ts'

export interface Book {
  id: number
  title: string
  /** Null: not rated. */
  rating: number | null
}

/** Opens an item set that holds these books, in this order. */
export type OpenItems = (
  books: readonly Book[],
) => Promise<{ items: ItemSet<Book>; close(): Promise<void> }>

/**
 * What every item set keeps.
 *
 * @param nullsAreSmallest where nulls stand is the database's own choice.
 */
export function testItemSet(name: string, openItems: OpenItems, nullsAreSmallest = true): void {
  /** Numbers of books in an order in which those that are not rated stand at this end. */
  const withNulls = (nulls: number[], others: number[], atStart: boolean) =>
    atStart === nullsAreSmallest ? [...nulls, ...others] : [...others, ...nulls]

  async function open(books: readonly Book[] = library): Promise<ItemSet<Book>> {
    const { items, close } = await openItems(books)
    onTestFinished(close)
    return items
  }

  describe(`item set: ${name}`, () => {
    it('an item set counts its items', async () => {
      expect(await (await open()).count()).toBe(6)
      expect(await (await open([])).count()).toBe(0)
    })

    it('counts up to a limit', async () => {
      const { countUpTo } = await open()

      expect(await countUpTo?.(4)).toBe(4)
      expect(await countUpTo?.(6)).toBe(6)
      expect(await countUpTo?.(7)).toBe(6)
      expect(await (await open([])).countUpTo?.(7)).toBe(0)
    })

    it('slices and counts in one go as it does in two', async () => {
      const items = await open()
      if (items.sliceAndCount === undefined) return
      const windows = [
        [0, 2],
        [2, 2],
        [4, 5],
        [0, 0],
        [6, 2],
        [1_000_000, 2],
        [0, Number.MAX_SAFE_INTEGER],
        [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ] as const

      for (const set of [items, items.orderBy(['-rating', 'title']), await open([])]) {
        for (const [offset, limit] of windows) {
          expect(await set.sliceAndCount?.(offset, limit)).toEqual({
            items: await set.slice(offset, limit),
            count: await set.count(),
          })
        }
      }
    })

    it.each([
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
    ])('slices from %s, at most %s', async (offset, limit, expected) => {
      const items = await open()

      expect(idsOf(await items.slice(offset, limit))).toEqual(expected)
    })

    it('an item set gives whole items', async () => {
      const items = await open()

      expect(await items.slice(1, 1)).toEqual([library[1]])
    })

    it.each([
      [['title'], [3, 6, 2, 5, 1, 4]],
      [['-title'], [4, 1, 5, 2, 6, 3]],
      [['rating', 'id'], withNulls([2, 5], [3, 1, 4, 6], true)],
      [['-rating', 'id'], withNulls([2, 5], [1, 4, 6, 3], false)],
      [['-rating', '-id'], withNulls([5, 2], [6, 4, 1, 3], false)],
      [['rating', '-title'], withNulls([5, 2], [3, 4, 1, 6], true)],
    ])('an item set orders by %j', async (ordering, expected) => {
      const items = await open()

      expect(idsOf(await items.orderBy(ordering).slice(0, null))).toEqual(expected)
    })

    it('keeps items that are equal in the order in a fixed order, page by page', async () => {
      const books = Array.from({ length: 50 }, (_, index) => ({
        id: index + 1,
        title: 'The same',
        rating: index % 3 || null,
      }))
      const items = await open(books)

      for (const ordering of [['title'], ['-title'], ['rating'], ['-rating', 'title']]) {
        const ordered = items.orderBy(ordering)
        const pages: Book[] = []
        for (let offset = 0; offset < 50; offset += 7)
          pages.push(...(await ordered.slice(offset, 7)))

        expect(pages).toEqual(await ordered.slice(0, null))
        expect(idsOf(pages).toSorted((a, b) => a - b)).toEqual(idsOf(books))
      }
    })

    it('an item set is unchanged when another order is taken from it', async () => {
      const items = await open()
      const ordered = items.orderBy(['-title'])
      const again = ordered.orderBy(['rating', 'id'])

      expect(idsOf(await items.slice(0, 2))).toEqual([1, 2])
      expect(idsOf(await ordered.slice(0, 2))).toEqual([4, 1])
      expect(idsOf(await again.slice(0, 2))).toEqual(withNulls([2, 5], [3, 1], true).slice(0, 2))
      expect(await ordered.count()).toBe(6)
    })

    it('keeps its own order for an empty ordering', async () => {
      const items = await open()

      expect(idsOf(await items.orderBy([]).slice(0, null))).toEqual([1, 2, 3, 4, 5, 6])
    })
  })
}

export const idsOf = (books: readonly Book[]): number[] => books.map(({ id }) => id)

const library: readonly Book[] = [
  { id: 1, title: 'Persuasion', rating: 5 },
  { id: 2, title: 'Hard Times', rating: null },
  { id: 3, title: 'Emma', rating: 3 },
  { id: 4, title: 'Ulysses', rating: 5 },
  { id: 5, title: 'Northanger Abbey', rating: null },
  { id: 6, title: 'Frankenstein', rating: 5 },
]
