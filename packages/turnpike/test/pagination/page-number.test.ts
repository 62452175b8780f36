import { describe, expect, it } from 'vitest'
import { cursorPagination, limitOffsetPagination, pageNumberPagination } from '../../src/index.ts'
import { invalidPage, listOf } from './list-of.ts'

describe('page-number pagination', () => {
  const { get } = listOf(7, pageNumberPagination({ pageSize: 3 }))

  it('answers count, next, previous and the results of the page', async () => {
    expect(await get()).toEqual({ count: 7, next: '?page=2', previous: null, results: [1, 2, 3] })
    expect(await get('?page=2')).toEqual({
      count: 7,
      next: '?page=3',
      previous: '',
      results: [4, 5, 6],
    })
    expect(await get('?page=3')).toEqual({
      count: 7,
      next: null,
      previous: '?page=2',
      results: [7],
    })
  })

  it('links absolutely and keeps the other parameters; page 1 has no page parameter', async () => {
    const { get: whole } = listOf(7, pageNumberPagination({ pageSize: 3 }), {
      BASE_URL: 'https://api.example.com/',
    })
    expect(await whole('?page=2&b=x+y&a=1')).toMatchObject({
      next: 'https://api.example.com/items/?a=1&b=x+y&page=3',
      previous: 'https://api.example.com/items/?a=1&b=x+y',
    })
  })

  it('answers page 1 when the parameter is absent or empty', async () => {
    for (const query of ['', '?page=', '?page=1', '?page=01', '?page=2&page=1', '?other=2']) {
      expect(await get(query)).toMatchObject({ results: [1, 2, 3] })
    }
  })

  it('lets the last one of a repeated parameter count', async () => {
    expect(await get('?page=1&page=2')).toMatchObject({ next: '?page=3', results: [4, 5, 6] })
  })

  it('the name last leads to the last page', async () => {
    expect(await get('?page=last')).toMatchObject({ next: null, previous: '?page=2', results: [7] })
  })

  it.each([
    '0',
    '-1',
    '4',
    '1000',
    '1'.repeat(40),
    '1e308',
    '1e0',
    '%D9%A2',
    '1_0',
    '%2B1',
    '+1',
    '1%20',
    '1.0',
    '0x1',
    'LAST',
    'last%20',
    'first',
    'NaN',
    'null',
    '%00',
    '%',
    '%ff',
    '[1]',
  ])('answers 404 Invalid page. to page=%s', async (page) => {
    expect(await get(`?page=${page}`)).toEqual(invalidPage)
  })

  it('a list of one item has one page', async () => {
    expect(await listOf(1, pageNumberPagination({ pageSize: 3 })).get()).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [1],
    })
  })

  it('an empty list has one empty page', async () => {
    const empty = listOf(0, pageNumberPagination({ pageSize: 3 }))
    const page = { count: 0, next: null, previous: null, results: [] }

    expect(await empty.get()).toEqual(page)
    expect(await empty.get('?page=1')).toEqual(page)
    expect(await empty.get('?page=last')).toEqual(page)
    expect(await empty.get('?page=2')).toEqual(invalidPage)
  })
})

describe('the page size', () => {
  it('the page size is the setting PAGE_SIZE unless the style says otherwise', async () => {
    const settings = { PAGE_SIZE: 2 }

    expect(await listOf(7, pageNumberPagination(), settings).get()).toMatchObject({
      results: [1, 2],
    })
    expect(await listOf(7, pageNumberPagination({ pageSize: 4 }), settings).get()).toMatchObject({
      results: [1, 2, 3, 4],
    })
  })

  it('without a page size the list is not paginated: both settings must be set (spec, Pagination settings)', async () => {
    expect(await listOf(3, pageNumberPagination()).get('?page=9')).toEqual({ 0: 1, 1: 2, 2: 3 })
    expect(
      await listOf(3, pageNumberPagination({ pageSize: null }), { PAGE_SIZE: 2 }).get(),
    ).toEqual({ 0: 1, 1: 2, 2: 3 })
    expect(await listOf(3, null, { PAGE_SIZE: 2 }).get()).toEqual({ 0: 1, 1: 2, 2: 3 })
  })

  it('the page size cannot be chosen by the client unless a parameter is named', async () => {
    const { get } = listOf(7, pageNumberPagination({ pageSize: 3, maxPageSize: 2 }))
    expect(await get('?page_size=1&size=1&null=1')).toMatchObject({ results: [1, 2, 3] })
  })

  const chosen = listOf(
    7,
    pageNumberPagination({ pageSize: 3, pageSizeQueryParam: 'size', maxPageSize: 4 }),
  )

  it('the page size is the one that the client chooses, and is kept in the links', async () => {
    expect(await chosen.get('?size=2')).toMatchObject({
      next: '?page=2&size=2',
      results: [1, 2],
    })
    expect(await chosen.get('?size=1&page=7')).toMatchObject({ previous: '?page=6&size=1' })
    expect(await chosen.get('?size=1&size=2')).toMatchObject({ results: [1, 2] })
  })

  it('the page size is at most the maximum; the links keep what the client wrote', async () => {
    expect(await chosen.get('?size=4')).toMatchObject({ results: [1, 2, 3, 4] })
    for (const size of ['5', '1'.repeat(40)]) {
      expect(await chosen.get(`?size=${size}`)).toMatchObject({
        next: `?page=2&size=${size}`,
        results: [1, 2, 3, 4],
      })
    }
  })

  it.each(['', '0', '-1', 'many', '1.5', '1e308', '%D9%A2', '%2B2', '1_0'])(
    'the page size is the default for size=%s, without an error',
    async (size) => {
      expect(await chosen.get(`?size=${size}`)).toMatchObject({ results: [1, 2, 3] })
    },
  )

  it('the page size may be huge when there is no maximum', async () => {
    const { get } = listOf(7, pageNumberPagination({ pageSize: 3, pageSizeQueryParam: 'size' }))
    expect(await get(`?size=${'9'.repeat(40)}`)).toMatchObject({
      count: 7,
      next: null,
      results: [1, 2, 3, 4, 5, 6, 7],
    })
    expect(await get(`?size=${'9'.repeat(40)}&page=2`)).toEqual(invalidPage)
  })

  it('the page size may be chosen when there is no default', async () => {
    const { get } = listOf(3, pageNumberPagination({ pageSizeQueryParam: 'size' }))
    expect(await get('?size=2')).toMatchObject({ results: [1, 2] })
    expect(await get()).toEqual({ 0: 1, 1: 2, 2: 3 })
  })
})

describe('the parameters', () => {
  it('page and size take the parameter names of the style', async () => {
    const { get } = listOf(5, pageNumberPagination({ pageSize: 2, pageQueryParam: 'p' }))

    expect(await get('?p=2&page=9')).toMatchObject({
      next: '?p=3&page=9',
      previous: '?page=9',
      results: [3, 4],
    })
  })

  it('the last page is named by the strings of the style, compared exactly', async () => {
    const { get } = listOf(5, pageNumberPagination({ pageSize: 2, lastPageStrings: ['end', '-1'] }))

    expect(await get('?page=end')).toMatchObject({ results: [5] })
    expect(await get('?page=-1')).toMatchObject({ results: [5] })
    expect(await get('?page=last')).toEqual(invalidPage)
    expect(await get('?page=End')).toEqual(invalidPage)
  })
})

describe('the controls of page numbers', () => {
  const style = (options = {}) => pageNumberPagination({ pageSize: 1, ...options })

  it('page controls link to the pages around the current one, null for a gap', async () => {
    const url = 'http://testserver/controls/'
    const controls = await listOf(9, style()).controls('?page=5&a=1')

    expect(controls).toEqual({
      template: 'numbers',
      previous: `${url}?a=1&page=4`,
      next: `${url}?a=1&page=6`,
      pages: [
        { number: 1, url: `${url}?a=1`, isActive: false },
        null,
        { number: 4, url: `${url}?a=1&page=4`, isActive: false },
        { number: 5, url: `${url}?a=1&page=5`, isActive: true },
        { number: 6, url: `${url}?a=1&page=6`, isActive: false },
        null,
        { number: 9, url: `${url}?a=1&page=9`, isActive: false },
      ],
    })
  })

  it('page controls are shown when there is more than one page', async () => {
    expect(await listOf(0, style()).controls()).toBeNull()
    expect(await listOf(1, style()).controls()).toBeNull()
    expect(await listOf(2, style()).controls()).toMatchObject({ previous: null })
  })

  it('page controls have the template of the style; null removes them (spec, Page-number style attributes)', async () => {
    expect(await listOf(2, style({ template: 'dots' })).controls()).toMatchObject({
      template: 'dots',
    })
    expect(await listOf(2, style({ template: null })).controls()).toBeNull()
  })
})

describe('invalid page sizes', () => {
  it.each([0, -1, 1.5, Number.NaN])(
    'a page size of %s is refused when the style is made',
    (size) => {
      expect(() => pageNumberPagination({ pageSize: size })).toThrow(
        'pageSize of pageNumberPagination() must be',
      )
      expect(() => pageNumberPagination({ maxPageSize: size })).toThrow(
        'maxPageSize of pageNumberPagination() must be',
      )
      expect(() => limitOffsetPagination({ defaultLimit: size })).toThrow(
        'defaultLimit of limitOffsetPagination() must be',
      )
      expect(() => limitOffsetPagination({ maxLimit: size })).toThrow(
        'maxLimit of limitOffsetPagination() must be',
      )
      expect(() => cursorPagination({ pageSize: size })).toThrow(
        'pageSize of cursorPagination() must be',
      )
    },
  )
})
