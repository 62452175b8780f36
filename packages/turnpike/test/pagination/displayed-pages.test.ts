import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayedPages } from '../../src/pagination/displayed-pages.ts'

describe('the page numbers that controls show', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [3, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, 3, null, 6]],
    [2, 6, [1, 2, 3, null, 6]],
    [3, 6, [1, 2, 3, 4, 5, 6]],
    [4, 6, [1, 2, 3, 4, 5, 6]],
    [5, 6, [1, null, 4, 5, 6]],
    [6, 6, [1, null, 4, 5, 6]],
    [1, 9, [1, 2, 3, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [6, 9, [1, null, 5, 6, 7, 8, 9]],
    [5, 8, [1, null, 4, 5, 6, 7, 8]],
    [50, 99, [1, null, 49, 50, 51, null, 99]],
    [99, 99, [1, null, 97, 98, 99]],
  ])('controls show the pages for page %d of %d', (current, last, pages) => {
    expect(displayedPages(current, last)).toEqual(pages)
  })

  const positions = fc
    .integer({ min: 1, max: 500 })
    .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)))

  it('controls show the first, the last, the current page and its neighbours, in order', () => {
    fc.assert(
      fc.property(positions, ([current, last]) => {
        const numbers = displayedPages(current, last).filter((page) => page !== null)

        const needed = [1, current - 1, current, current + 1, last]
        for (const page of needed.filter((page) => page >= 1 && page <= last)) {
          expect(numbers).toContain(page)
        }
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
        expect(numbers.every((page) => page >= 1 && page <= last)).toBe(true)
      }),
    )
  })

  it('controls have a gap exactly where numbers are not consecutive, and no gap hides a single page', () => {
    fc.assert(
      fc.property(positions, ([current, last]) => {
        const pages = displayedPages(current, last)
        for (const [index, page] of pages.entries()) {
          const [before, after] = [pages[index - 1] ?? null, pages[index + 1] ?? null]
          if (page === null) expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(2)
          else if (before !== null) expect(page).toBe(before + 1)
        }
      }),
    )
  })

  it('controls show few numbers, however many pages there are', () => {
    expect(displayedPages(5_000_000, 10_000_000)).toHaveLength(7)
    expect(displayedPages(1, Number.MAX_SAFE_INTEGER)).toHaveLength(5)
  })
})
