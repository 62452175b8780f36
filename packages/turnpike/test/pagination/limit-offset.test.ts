import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  arrayItems,
  createApi,
  type ItemSet,
  limitOffsetPagination,
  routes,
} from '../../src/index.ts'
import { listOf } from './list-of.ts'

describe('limit/offset pagination', () => {
  const { get } = listOf(7, limitOffsetPagination({ defaultLimit: 3 }))

  it('answers count, next, previous and the results of the window', async () => {
    expect(await get('?limit=2&offset=3')).toEqual({
      count: 7,
      next: '?limit=2&offset=5',
      previous: '?limit=2&offset=1',
      results: [4, 5],
    })
  })

  it('window links always carry the limit in use, and no offset where it would be 0 or less', async () => {
    expect(await get()).toMatchObject({ next: '?limit=3&offset=3', previous: null })
    expect(await get('?offset=3')).toMatchObject({
      next: '?limit=3&offset=6',
      previous: '?limit=3',
    })
    expect(await get('?offset=1')).toMatchObject({ previous: '?limit=3' })
    expect(await get('?offset=4')).toMatchObject({ previous: '?limit=3&offset=1' })
  })

  it('a window ends where the items end', async () => {
    expect(await get('?limit=2&offset=4')).toMatchObject({
      next: '?limit=2&offset=6',
      results: [5, 6],
    })
    expect(await get('?limit=2&offset=5')).toMatchObject({ next: null, results: [6, 7] })
    expect(await get('?limit=2&offset=6')).toMatchObject({ next: null, results: [7] })
    expect(await get('?limit=7')).toMatchObject({ next: null, results: [1, 2, 3, 4, 5, 6, 7] })
    expect(await get('?limit=6')).toMatchObject({ next: '?limit=6&offset=6' })
  })

  it('a window at or beyond the total is empty, with the way back', async () => {
    expect(await get('?offset=7')).toEqual({
      count: 7,
      next: null,
      previous: '?limit=3&offset=4',
      results: [],
    })
    expect(await get('?offset=100')).toMatchObject({
      next: null,
      previous: '?limit=3&offset=97',
      results: [],
    })
    expect(await listOf(0, limitOffsetPagination({ defaultLimit: 3 })).get()).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
  })

  it('keeps the other parameters, and lets the last one of a repeated parameter count', async () => {
    expect(await get('?z=1&limit=9&limit=2&offset=9&offset=2&a=%20')).toEqual({
      count: 7,
      next: '?a=+&limit=2&offset=4&z=1',
      previous: '?a=+&limit=2&z=1',
      results: [3, 4],
    })
  })

  it.each(['', '0', '-1', 'many', '2.5', '1e308', '%D9%A2', '1_0', '%2B1', '+1', '%00'])(
    'takes the default for limit=%s, and 0 for such an offset',
    async (text) => {
      expect(await get(`?limit=${text}`)).toMatchObject({ results: [1, 2, 3] })
      expect(await get(`?limit=2&offset=${text}`)).toMatchObject({
        previous: null,
        results: [1, 2],
      })
    },
  )

  it('limit and offset take numbers of any length', async () => {
    const huge = '9'.repeat(40)

    expect(await get(`?limit=${huge}`)).toMatchObject({
      next: null,
      results: [1, 2, 3, 4, 5, 6, 7],
    })
    expect(await get(`?limit=${huge}&offset=5`)).toMatchObject({ results: [6, 7] })
    expect(await get(`?offset=${huge}`)).toMatchObject({
      next: null,
      previous: '?limit=3&offset=9007199254740988',
      results: [],
    })
    expect(await get(`?limit=${huge}&offset=${huge}`)).toMatchObject({ next: null, results: [] })
  })
})

it('a window reads no more items than there are, and none at or beyond the end', async () => {
  const read: [offset: number, limit: number | null][] = []
  const items = arrayItems(Array.from({ length: 7 }, (_, index) => ({ id: index + 1 })))
  const watched: ItemSet<{ id: number }> = {
    ...items,
    slice(offset, limit) {
      read.push([offset, limit])
      return items.slice(offset, limit)
    },
  }
  const api = createApi({ DEFAULT_PAGINATION_CLASS: limitOffsetPagination() })
  const client = testClient(routes(api, { '/': api.listView({ items: watched }) }))

  await client.get('/?limit=3')
  await client.get(`/?limit=${'9'.repeat(40)}&offset=5`)
  expect(read.splice(0)).toEqual([
    [0, 3],
    [5, 2],
  ])

  await client.get('/?limit=3&offset=7')
  await client.get('/?limit=3&offset=8')
  expect(read).toEqual([])
})

describe('the limit', () => {
  it('the limit is the setting PAGE_SIZE unless the style says otherwise', async () => {
    const settings = { PAGE_SIZE: 2 }

    expect(await listOf(7, limitOffsetPagination(), settings).get()).toMatchObject({
      next: '?limit=2&offset=2',
      results: [1, 2],
    })
    expect(
      await listOf(7, limitOffsetPagination({ defaultLimit: 4 }), settings).get(),
    ).toMatchObject({ results: [1, 2, 3, 4] })
  })

  it('without a limit the list is not paginated until the client gives one', async () => {
    const none = listOf(3, limitOffsetPagination())
    expect(await none.get('?offset=1')).toEqual({ 0: 1, 1: 2, 2: 3 })
    expect(await none.get('?limit=2')).toMatchObject({ results: [1, 2] })

    const off = listOf(3, limitOffsetPagination({ defaultLimit: null }), { PAGE_SIZE: 2 })
    expect(await off.get()).toEqual({ 0: 1, 1: 2, 2: 3 })
    expect(await off.get('?limit=2')).toMatchObject({ results: [1, 2] })
  })

  it('the limit of the client is at most the maximum, which the links then carry', async () => {
    const { get } = listOf(7, limitOffsetPagination({ defaultLimit: 2, maxLimit: 4 }))

    expect(await get('?limit=4')).toMatchObject({ next: '?limit=4&offset=4' })
    expect(await get('?limit=5')).toMatchObject({
      next: '?limit=4&offset=4',
      results: [1, 2, 3, 4],
    })
    expect(await get(`?limit=${'9'.repeat(40)}`)).toMatchObject({ results: [1, 2, 3, 4] })
  })

  it('the default limit is not cut by the maximum', async () => {
    const { get } = listOf(7, limitOffsetPagination({ defaultLimit: 5, maxLimit: 2 }))
    expect(await get()).toMatchObject({ results: [1, 2, 3, 4, 5] })
  })

  it('the limit cannot be chosen when its parameter is null; the links do not carry it', async () => {
    const { get } = listOf(7, limitOffsetPagination({ defaultLimit: 3, limitQueryParam: null }))
    expect(await get('?limit=1&offset=3&null=1')).toEqual({
      count: 7,
      next: '?limit=1&null=1&offset=6',
      previous: '?limit=1&null=1',
      results: [4, 5, 6],
    })
  })
})

describe('the parameters', () => {
  it('limit and offset take the parameter names of the style', async () => {
    const style = { defaultLimit: 3, limitQueryParam: 'take', offsetQueryParam: 'skip' }
    const { get } = listOf(7, limitOffsetPagination(style))

    expect(await get('?take=2&skip=3&limit=1&offset=1')).toEqual({
      count: 7,
      next: '?limit=1&offset=1&skip=5&take=2',
      previous: '?limit=1&offset=1&skip=1&take=2',
      results: [4, 5],
    })
  })

  it('an offset beyond the greatest one allowed is 404', async () => {
    const { get } = listOf(7, limitOffsetPagination({ defaultLimit: 2, maxOffset: 4 }))

    expect(await get('?offset=4')).toMatchObject({ results: [5, 6] })
    expect(await get('?offset=5')).toEqual({
      status: 404,
      detail: 'Invalid offset: the maximum is 4.',
    })
    expect(await get(`?offset=${'9'.repeat(40)}`)).toMatchObject({ status: 404 })
  })
})

describe('the controls of windows', () => {
  const url = 'http://testserver/controls/'
  const style = (options = {}) => limitOffsetPagination({ defaultLimit: 2, ...options })
  /** `number:offset` of each link, the active one in brackets, `…` for a gap. */
  async function shown(count: number, query: string): Promise<string> {
    const controls = await listOf(count, style()).controls(query)
    const labels = controls?.pages.map((page) => {
      if (page === null) return '…'
      const label = `${page.number}:${new URL(page.url).searchParams.get('offset') ?? ''}`
      return page.isActive ? `[${label}]` : label
    })
    return labels?.join(' ') ?? 'none'
  }

  it('number the windows; the first one has no offset', async () => {
    expect(await shown(10, '')).toBe('[1:] 2:2 3:4 4:6 5:8')
    expect(await shown(10, '?offset=4')).toBe('1: 2:2 [3:4] 4:6 5:8')
    expect(await shown(9, '?offset=8')).toBe('1: 2:2 3:4 4:6 [5:8]')
    expect(await shown(40, '?offset=18')).toBe('1: … 9:16 [10:18] 11:20 … 20:38')
  })

  it('the controls of windows carry the limit only when the client has sent one', async () => {
    const firstTwo = async (query: string) =>
      (await listOf(10, style()).controls(query))?.pages.slice(0, 2).map((page) => page?.url)

    expect(await firstTwo('?a=1')).toEqual([`${url}?a=1`, `${url}?a=1&offset=2`])
    expect(await firstTwo('?limit=3')).toEqual([`${url}?limit=3`, `${url}?limit=3&offset=3`])
  })

  it('controls count a window that does not begin at a multiple of the limit', async () => {
    expect(await shown(5, '?offset=1')).toBe('1: [2:1] 3:3')
    expect(await shown(6, '?offset=3')).toBe('1: 2:1 [3:3] 4:5')
  })

  it('controls link to the window before and after', async () => {
    expect(await listOf(10, style()).controls('?offset=4')).toMatchObject({
      template: 'numbers',
      previous: `${url}?limit=2&offset=2`,
      next: `${url}?limit=2&offset=6`,
    })
  })

  it('the controls of windows are shown when there are more items than the limit', async () => {
    expect(await listOf(2, style()).controls()).toBeNull()
    expect(await listOf(3, style()).controls()).not.toBeNull()
    expect(await listOf(3, style()).controls('?limit=3')).toBeNull()
  })

  it('the controls of windows have the template of the style; null removes them', async () => {
    expect(await listOf(3, style({ template: 'dots' })).controls()).toMatchObject({
      template: 'dots',
    })
    expect(await listOf(3, style({ template: null })).controls()).toBeNull()
  })

  it('a window beyond the end has controls that lead to existing windows, and none of them is active', async () => {
    expect(await shown(3, '?offset=100')).toBe('1: 2:2')
    expect(await shown(3, '?offset=101')).toBe('1: 2:1')
  })
})
