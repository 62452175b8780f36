import { describe, expect, it } from 'vitest'
import { arrayItems, pageNumberPagination, standardPaginator } from '../../src/index.ts'
import { invalidPage, listOf } from './list-of.ts'

const cut = (count: number, pageSize: number, options = {}) =>
  standardPaginator(options)(
    arrayItems(Array.from({ length: count }, (_, index) => ({ id: index + 1 }))),
    pageSize,
    { number: 'last', count: 'exact' },
  )

describe('the standard paginator', () => {
  it.each([
    [0, 5, 1],
    [1, 5, 1],
    [5, 5, 1],
    [6, 5, 2],
    [10, 5, 2],
    [11, 5, 3],
  ])('cuts %d items by %d into %d pages', async (count, pageSize, lastPage) => {
    const pages = await cut(count, pageSize)
    expect(pages).toMatchObject({ count, lastPage })
  })

  it('the standard paginator gives the items of a page', async () => {
    const pages = await cut(7, 3)

    expect(await pages.page(1)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await pages.page(2)).toEqual([{ id: 4 }, { id: 5 }, { id: 6 }])
    expect(await pages.page(3)).toEqual([{ id: 7 }])
  })

  it('the standard paginator has an empty first page of an empty set by default', async () => {
    expect(await (await cut(0, 3)).page(1)).toEqual([])
    expect(await cut(0, 3, { allowEmptyFirstPage: false })).toMatchObject({ count: 0, lastPage: 0 })
    expect(await cut(1, 3, { allowEmptyFirstPage: false })).toMatchObject({ lastPage: 1 })
  })

  it('counts an empty set and does not read it', async () => {
    const items = {
      ...arrayItems<{ id: number }>([]),
      slice: () => Promise.reject(new Error('There is nothing to read.')),
    }
    const pages = await standardPaginator()(items, 3, { number: 1, count: 'exact' })

    expect(await pages.page(1)).toEqual([])
  })

  it.each([
    [6, 1],
    [7, 1],
    [8, 2],
    [10, 2],
    [12, 2],
    [13, 3],
    [2, 1],
    [0, 1],
  ])(
    'adds up to two orphans to the page before: %d items on %d pages of 5',
    async (count, last) => {
      const pages = await cut(count, 5, { orphans: 2 })
      expect(pages).toMatchObject({ count, lastPage: last })
      expect(await pages.page(last)).toHaveLength(count - 5 * (last - 1))
    },
  )
})

describe('page-number pagination with a paginator', () => {
  it('answers 404 to every page of an empty set that has no first page', async () => {
    const paginator = standardPaginator({ allowEmptyFirstPage: false })
    const { get } = listOf(0, pageNumberPagination({ pageSize: 2, paginator }))

    for (const query of ['', '?page=1', '?page=last', '?page=0']) {
      expect(await get(query)).toEqual(invalidPage)
    }
  })

  it('shows the orphans on the last page', async () => {
    const paginator = standardPaginator({ orphans: 1 })
    const { get } = listOf(5, pageNumberPagination({ pageSize: 2, paginator }))

    expect(await get('?page=2')).toMatchObject({ count: 5, next: null, results: [3, 4, 5] })
    expect(await get('?page=3')).toEqual(invalidPage)
  })

  it('page numbers take a custom paginator', async () => {
    const paginator = async () => ({ count: 40, lastPage: 4, page: async () => [] })
    const { get } = listOf(3, pageNumberPagination({ pageSize: 10, paginator }))

    expect(await get('?page=last')).toEqual({
      count: 40,
      next: null,
      previous: '?page=3',
      results: [],
    })
  })
})
