import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  createApi,
  type ItemSet,
  limitOffsetPagination,
  pageNumberPagination,
  routes,
} from '../../src/index.ts'

/** An app that lists an item set with these methods, and what it logs. */
function serve(methods: object) {
  const logged: { err?: Error }[] = []
  const items = {
    count: async () => 3,
    slice: async () => [{ id: 1 }],
    orderBy: () => items,
    ...methods,
  } as ItemSet<object>
  const api = createApi({
    LOGGER: { ...silentLogger, error: (fields: object) => logged.push(fields) },
  })
  const capped = { capAt: 100 }
  const app = routes(api, {
    '/pages/': api.listView({ items, pagination: pageNumberPagination({ pageSize: 2 }) }),
    '/windows/': api.listView({ items, pagination: limitOffsetPagination({ defaultLimit: 2 }) }),
    '/capped/': api.listView({
      items,
      pagination: limitOffsetPagination({ defaultLimit: 1, count: capped }),
    }),
    '/estimated/': api.listView({
      items,
      pagination: limitOffsetPagination({ defaultLimit: 1, count: 'estimated' }),
    }),
    '/whole/': api.listView({ items, pagination: null }),
  })
  const client = testClient(app)
  return async (path: string) => {
    logged.length = 0
    const { status } = await client.get(path)
    return [status, logged[0]?.err?.message]
  }
}

const paths = ['/pages/', '/pages/?page=last', '/windows/', '/windows/?offset=1']

describe('what an item set of your own returns', () => {
  it.each([
    [Number.NaN, 'NaN.'],
    [undefined, 'undefined.'],
    [-1, '-1.'],
    [2.5, '2.5.'],
    [Number.POSITIVE_INFINITY, 'Infinity.'],
    ['5', '"5". Convert it with Number().'],
    [5n, '5. Convert it with Number().'],
  ])('a count that is no whole number is a 500 that names count(): %s', async (count, given) => {
    const get = serve({ count: async () => count })
    const message = `What count() of the items returns must be a whole number of at least 0, not ${given}`
    for (const path of paths) expect(await get(path)).toEqual([500, message])
  })

  it.each([[undefined], [null], ['abc'], [new Set([{ id: 1 }])]])(
    'a slice that is no list is a 500 that names slice(): %o',
    async (slice) => {
      const get = serve({ slice: async () => slice })
      for (const path of [...paths, '/capped/', '/whole/']) {
        const [status, message] = await get(path)
        expect([path, status]).toEqual([path, 500])
        expect(message).toMatch(/^What slice\(\) of the items returns must be a list, not /)
      }
    },
  )

  it('the cheaper methods of an item set are read as strictly, and named', async () => {
    const two = async () => [{ id: 1 }, { id: 2 }]
    const countUpTo = serve({ slice: two, countUpTo: async () => '5' })
    expect((await countUpTo('/capped/'))[1]).toMatch(/^What countUpTo\(\) of the items returns/)

    for (const estimate of [Number.NaN, 5n]) {
      const get = serve({ slice: two, estimate: async () => estimate })
      expect((await get('/estimated/'))[1]).toMatch(/^What estimate\(\) of the items returns/)
    }

    const count = serve({ sliceAndCount: async () => ({ items: [], count: '5' }) })
    expect((await count('/windows/'))[1]).toMatch(/^What sliceAndCount\(\) of the items returns/)
    const items = serve({ sliceAndCount: async () => ({ count: 5 }) })
    expect((await items('/windows/'))[1]).toMatch(/^What sliceAndCount\(\) of .* must be a list/)
  })

  it('the count and the slice of an item set may be there without a promise', async () => {
    const get = serve({ count: () => 3, slice: () => [{ id: 1 }] })
    for (const path of paths) expect(await get(path)).toEqual([200, undefined])
  })
})
