import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  arrayItems,
  type CountPolicy,
  createApi,
  type ItemSet,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  routes,
  standardPaginator,
} from '../../src/index.ts'
import { invalidPage, listOf } from './list-of.ts'

const byPage = (count: CountPolicy) => pageNumberPagination({ pageSize: 10, count })
const byOffset = (count: CountPolicy) => limitOffsetPagination({ defaultLimit: 10, count })

const lastPageUnknown = {
  status: 404,
  detail: 'Invalid page: this list is not fully counted, so its last page is unknown.',
}

describe('a count that is capped', () => {
  const { get, controls } = listOf(95, byPage({ capAt: 50 }))

  it('a capped count says that there are at least as many items as the cap', async () => {
    expect(await get()).toMatchObject({ count: 50, count_is: 'at_least', next: '?page=2' })
    expect(await get('?page=9')).toMatchObject({ count: 50, count_is: 'at_least' })
  })

  it('a capped count is exact up to the cap, and when the end of the list is seen', async () => {
    const exact = { count: 50, count_is: 'exact', next: '?page=2' }
    expect(await listOf(50, byPage({ capAt: 50 })).get()).toMatchObject(exact)
    expect(await listOf(51, byPage({ capAt: 50 })).get()).toMatchObject({ count_is: 'at_least' })

    expect(await get('?page=10')).toMatchObject({ count: 95, count_is: 'exact', next: null })
  })

  it('a list with a capped count continues beyond the cap to its end', async () => {
    expect(await get('?page=9')).toMatchObject({ next: '?page=10', previous: '?page=8' })
    expect((await get('?page=10')).results).toEqual([91, 92, 93, 94, 95])
    expect(await get('?page=11')).toEqual(invalidPage)
  })

  it('a capped count has a last page only up to the cap', async () => {
    expect(await get('?page=last')).toEqual(lastPageUnknown)
    const { get: short } = listOf(45, byPage({ capAt: 50 }))
    expect(await short('?page=last')).toMatchObject({ count: 45, count_is: 'exact', next: null })
  })

  it('a capped count ends the controls in a gap behind the known pages', async () => {
    const numbers = async (query: string) =>
      (await controls(query))?.pages.map((page) => page?.number ?? null)

    expect(await numbers('')).toEqual([1, 2, 3, null, 6, null])
    expect(await numbers('?page=8')).toEqual([1, null, 7, 8, 9, null])
    expect(await numbers('?page=10')).toEqual([1, null, 8, 9, 10])
  })

  it('a capped count supports limit and offset alike', async () => {
    const { get, controls } = listOf(95, byOffset({ capAt: 50 }))

    expect(await get()).toMatchObject({ count: 50, count_is: 'at_least' })
    expect(await get('?offset=85')).toMatchObject({ count: 95, count_is: 'exact', next: null })
    expect(await get('?offset=80')).toMatchObject({ next: '?limit=10&offset=90' })
    expect(await get('?offset=500')).toMatchObject({ count: 50, next: null, results: [] })
    expect((await controls())?.pages.at(-1)).toBeNull()
    expect((await controls('?offset=90'))?.pages.at(-1)).toMatchObject({ isActive: true })
  })
})

describe('a list that is not counted', () => {
  it.each([
    { style: byPage, second: '?page=2', next: '?page=3', end: '?page=10' },
    { style: byOffset, second: '?offset=10', next: '?limit=10&offset=20', end: '?offset=90' },
  ])(
    'a list that is not counted has a null count, and continues to its end: $end',
    async ({ style, second, next, end }) => {
      const { get } = listOf(95, style('none'))

      expect(await get(second)).toMatchObject({ count: null, next })
      expect(Object.keys(await get(second))).toEqual(['count', 'next', 'previous', 'results'])
      expect(await get(end)).toMatchObject({
        count: null,
        next: null,
        results: [91, 92, 93, 94, 95],
      })
    },
  )

  it('a list that is not counted may end with a full page', async () => {
    expect(await listOf(20, byPage('none')).get('?page=2')).toMatchObject({ next: null })
    expect(await listOf(20, byOffset('none')).get('?offset=10')).toMatchObject({ next: null })
  })

  it('a list that is not counted has no page beyond its end, and an empty first one', async () => {
    expect(await listOf(20, byPage('none')).get('?page=3')).toEqual(invalidPage)
    expect(await listOf(20, byPage('none')).get('?page=9007199254740991')).toEqual(invalidPage)
    expect(await listOf(0, byPage('none')).get()).toEqual({
      count: null,
      next: null,
      previous: null,
      results: [],
    })
  })

  it('a list that is not counted has no known last page', async () => {
    expect(await listOf(20, byPage('none')).get('?page=last')).toEqual(lastPageUnknown)
  })

  it('shows the controls of the pages around', async () => {
    const { controls } = listOf(20, byPage('none'))

    expect((await controls())?.pages.map((page) => page?.number)).toEqual([1, 2, undefined])
    expect((await controls('?page=2'))?.pages.map((page) => page?.number)).toEqual([1, 2])
    expect(await listOf(10, byPage('none')).controls()).toBeNull()
  })

  it('a list that is not counted is never counted', async () => {
    const { get } = listing(uncountable, byPage('none'))
    expect(await get()).toMatchObject({ count: null, next: expect.any(String) })
    expect(await listing(uncountable, byOffset('none')).get()).toMatchObject({ count: null })
  })
})

describe('a count that is estimated', () => {
  const about = (estimate: number | null) => ({ ...thirty, estimate: async () => estimate })

  it('an estimated count is marked as estimated', async () => {
    for (const style of [byPage('estimated'), byOffset('estimated')]) {
      expect(await listing(about(1000), style).get()).toMatchObject({
        count: 1000,
        count_is: 'estimated',
        next: expect.any(String),
      })
    }
  })

  it('an estimate is at least what was seen, at most what is possible, and exact at the end', async () => {
    const { get } = listing(about(3), byOffset('estimated'))
    expect(await get('?offset=10')).toMatchObject({ count: 21, count_is: 'estimated' })
    expect(await get('?offset=20')).toMatchObject({ count: 30, count_is: 'exact' })

    const { get: much } = listing(about(1000), byOffset('estimated'))
    expect(await much('?offset=500')).toMatchObject({ count: 500, count_is: 'estimated' })
  })

  it('an estimated count has no known last page', async () => {
    const { get } = listing(about(1000), byPage('estimated'))
    expect(await get('?page=last')).toMatchObject({ detail: lastPageUnknown.detail })
  })

  it('a count is exact when there is no estimate', async () => {
    for (const items of [thirty, about(null)]) {
      const { get } = listing(items, byPage('estimated'))
      expect(await get()).toMatchObject({ count: 30, count_is: 'exact' })
      expect(await get('?page=last')).toMatchObject({ next: null, count_is: 'exact' })
    }
  })
})

describe('orphans', () => {
  it.each([22, 23, 24, 25])(
    'orphans are on the last page of %i items, however it is counted',
    async (n) => {
      const style = (count: CountPolicy) =>
        listOf(
          n,
          pageNumberPagination({
            pageSize: 10,
            count,
            paginator: standardPaginator({ orphans: 3 }),
          }),
        )
      const exact = style('exact')

      for (const policy of ['none', 'estimated', { capAt: 5 }] as const) {
        const { get } = style(policy)
        for (const query of ['', '?page=2', '?page=3', '?page=4']) {
          const { count, ...expected } = await exact.get(query)
          expect(await get(query)).toMatchObject(expected)
        }
      }
    },
  )
})

describe('a count policy', () => {
  it('a count is exact by default, and the body has nothing more', async () => {
    expect(Object.keys(await listOf(95, pageNumberPagination({ pageSize: 10 })).get())).toEqual([
      'count',
      'next',
      'previous',
      'results',
    ])
  })

  it.each([['capped'], [{ capAt: 0 }], [{ capAt: 1.5 }], [{}], [null], [10]])(
    'a count policy cannot be %j',
    (count) => {
      for (const style of [pageNumberPagination, limitOffsetPagination]) {
        expect(() => style({ count: count as CountPolicy })).toThrow('{ capAt: 10_000 }')
      }
    },
  )

  it('a count policy is in the OpenAPI document', () => {
    const view = createApi({ PAGE_SIZE: 10 }).listView({ items: thirty })
    const propertiesOf = (style: Pagination) =>
      Object.keys(style.describe?.(view)?.page({}).properties as object)
    const others = ['next', 'previous', 'results']

    expect(propertiesOf(byPage('exact'))).toEqual(['count', ...others])
    expect(propertiesOf(byPage('none'))).toEqual(['count', ...others])
    expect(propertiesOf(byPage({ capAt: 5 }))).toEqual(['count', 'count_is', ...others])
    expect(propertiesOf(byOffset('estimated'))).toEqual(['count', 'count_is', ...others])
  })
})

const thirty = arrayItems(Array.from({ length: 30 }, (_, index) => ({ id: index + 1 })))

const uncountable: ItemSet<{ id: number }> = {
  ...thirty,
  count: () => Promise.reject(new Error('It must not be counted.')),
  countUpTo: () => Promise.reject(new Error('It must not be counted.')),
}

/** Requests to a list of these items; the bodies of the answers. */
function listing(items: ItemSet<{ id: number }>, pagination: Pagination) {
  const api = createApi({ LOGGER: silentLogger })
  const client = testClient(routes(api, { '/': api.listView({ items, pagination }) }))
  return { get: async (query = '') => (await client.get(`/${query}`)).json() }
}
