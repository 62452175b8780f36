import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '../../../src/errors/configuration-error.ts'
import {
  ApiResponse,
  arrayItems,
  arrayStore,
  charField,
  createApi,
  integerField,
  type ListViewOptions,
  listResponse,
  type Ordering,
  pageNumberPagination,
  routes,
  type Settings,
} from '../../../src/index.ts'

interface Book {
  id: number
  title: string
  year: number
}

const books = (): Book[] => [
  { id: 1, title: 'Emma', year: 1815 },
  { id: 2, title: 'Dracula', year: 1897 },
  { id: 3, title: 'Ulysses', year: 1922 },
]
const schema = z.object({ title: charField({ maxLength: 10 }), year: integerField() })
type Values = z.infer<typeof schema>

const serve = (options: ListViewOptions<Book, Values>, settings: Settings = {}): TestClient => {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  return testClient(routes(api, { '/books/': api.listView(options) }))
}
const idsOf = async (response: Response) =>
  (await response.json()).map(({ id }: { id: number }) => id)

describe('GET of a list', () => {
  it('answers all items as they are when the list is not paginated', async () => {
    const response = await serve({ items: arrayItems(books()) }).get('/books/')

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(books())
  })

  it('answers the items of a store, as they are at the moment', async () => {
    const array = books()
    const client = serve({ store: arrayStore(array) })
    array.push({ id: 4, title: 'Orlando', year: 1928 })

    expect(await idsOf(await client.get('/books/'))).toEqual([1, 2, 3, 4])
  })

  it('an array in place of an item set is refused with what to do', async () => {
    const array = books() as never
    const message = 'The items of the view Books are an array: wrap it, as in arrayItems([…]).'
    const api = createApi({ LOGGER: silentLogger })
    expect(() => api.listView({ name: 'Books', items: array })).toThrow(message)

    const client = serve({ items: () => array })
    expect((await client.get('/books/')).status).toBe(500)
  })

  it('answers the items that the request may see', async () => {
    const recent = serve({
      items: async (request) => {
        const since = Number(request.queryValue('since'))
        return arrayItems(books().filter(({ year }) => year >= since))
      },
    })
    expect(await idsOf(await recent.get('/books/?since=1890'))).toEqual([2, 3])
  })

  it('serializes each item, with the request', async () => {
    const client = serve({
      items: arrayItems(books()),
      serialize: async ({ title }, { path }) => `${path}${title}`,
    })
    expect(await (await client.get('/books/')).json()).toEqual([
      '/books/Emma',
      '/books/Dracula',
      '/books/Ulysses',
    ])
  })

  it('no promise of serialize is left alone when it throws for a later item', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', note)
    const client = serve({
      items: arrayItems(books()),
      serialize: ({ id }) => {
        if (id === 3) throw new Error('At once.')
        return sleep(1).then(() => Promise.reject(new Error('Later.')))
      },
    })
    const { status } = await client.get('/books/')
    await sleep(20)
    process.off('unhandledRejection', note)

    expect(status).toBe(500)
    expect(rejections).toEqual([])
  })

  it('a list is cut into pages by the default style, by one of its own, or not at all', async () => {
    const settings = { DEFAULT_PAGINATION_CLASS: pageNumberPagination(), PAGE_SIZE: 2 }
    const items = arrayItems(books())

    const page = await (await serve({ items }, settings).get('/books/')).json()
    expect(page).toMatchObject({ count: 3, results: [{ id: 1 }, { id: 2 }] })

    const own = serve({ items, pagination: pageNumberPagination({ pageSize: 1 }) }, settings)
    expect((await (await own.get('/books/')).json()).results).toHaveLength(1)

    const none = serve({ items, pagination: null }, settings)
    expect(await idsOf(await none.get('/books/'))).toEqual([1, 2, 3])
  })

  it('serializes only the items of the page', async () => {
    const serialized: number[] = []
    const client = serve({
      items: arrayItems(books()),
      pagination: pageNumberPagination({ pageSize: 1 }),
      serialize: ({ id }) => serialized.push(id),
    })
    await client.get('/books/?page=2')
    expect(serialized).toEqual([2])
  })
})

describe('the ordering filter of a list', () => {
  const filtered = (orderingFilter: ListViewOptions<Book>['orderingFilter'], settings = {}) =>
    serve(
      { items: arrayItems(books()), ...(orderingFilter !== undefined && { orderingFilter }) },
      settings,
    )
  const fields = ['title', 'year'] as const

  it.each([
    ['', [1, 2, 3]],
    ['?ordering=title', [2, 1, 3]],
    ['?ordering=-year', [3, 2, 1]],
    ['?ordering=%20-title%20,year', [3, 1, 2]],
    ['?ordering=title&ordering=-title', [3, 1, 2]],
    ['?ordering=', [1, 2, 3]],
    ['?ordering=id', [1, 2, 3]],
    ['?ordering=-id', [1, 2, 3]],
    ['?ordering=-id,title', [2, 1, 3]],
    ['?ordering=--title', [1, 2, 3]],
    ['?ordering=TITLE', [1, 2, 3]],
    ['?ordering=title,-title', [2, 1, 3]],
    ['?ordering=__proto__,constructor,-', [1, 2, 3]],
  ])('orders %s by fields that may be named: %j', async (query, ids) => {
    expect(await idsOf(await filtered({ fields }).get(`/books/${query}`))).toEqual(ids)
  })

  it('an ordering filter has no more terms than fields, however often one is named', async () => {
    const orderings: Ordering[] = []
    const items = arrayItems(books())
    const watched = {
      ...items,
      orderBy(ordering: Ordering) {
        orderings.push(ordering)
        return items.orderBy(ordering)
      },
    }
    const client = serve({ items: watched, orderingFilter: { fields } })
    await client.get(`/books/?ordering=${'-year,title,year,'.repeat(3000)}`)

    expect(orderings).toEqual([['-year', 'title']])
  })

  it('an ordering filter has a default for a request without a usable choice', async () => {
    const client = filtered({ fields, default: ['-title'] })

    expect(await idsOf(await client.get('/books/'))).toEqual([3, 1, 2])
    expect(await idsOf(await client.get('/books/?ordering=id'))).toEqual([3, 1, 2])
    expect(await idsOf(await client.get('/books/?ordering=title'))).toEqual([2, 1, 3])
  })

  it('there is no ordering filter unless the view has one', async () => {
    expect(await idsOf(await filtered(undefined).get('/books/?ordering=title'))).toEqual([1, 2, 3])
    expect(await idsOf(await filtered(null).get('/books/?ordering=title'))).toEqual([1, 2, 3])
  })

  it('reads the parameter ORDERING_PARAM', async () => {
    const client = filtered({ fields }, { ORDERING_PARAM: 'sort' })
    expect(await idsOf(await client.get('/books/?sort=title&ordering=-title'))).toEqual([2, 1, 3])
  })

  it('orders before the list is cut into pages', async () => {
    const client = serve({
      items: arrayItems(books()),
      orderingFilter: { fields },
      pagination: pageNumberPagination({ pageSize: 2 }),
    })
    const { results, next } = await (await client.get('/books/?ordering=-year')).json()
    expect(results).toMatchObject([{ id: 3 }, { id: 2 }])
    expect(next).toBe('http://testserver/books/?ordering=-year&page=2')
  })
})

describe('POST to a list', () => {
  const location = ({ id }: Book) => `/books/${id}/`

  it('adds an item of valid data to the store, and answers 201 with it and its Location', async () => {
    const array = books()
    const client = serve({ store: arrayStore(array), schema, location })
    const response = await client.post('/books/', { json: { title: ' Orlando ', year: '1928' } })

    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe('/books/4/')
    expect(await response.json()).toEqual({ id: 4, title: 'Orlando', year: 1928 })
    expect(array.at(-1)).toEqual({ id: 4, title: 'Orlando', year: 1928 })
  })

  it('a Location is escaped, and there is none unless the view makes one', async () => {
    const values = { title: 'Ödön', year: 1900 }
    const client = serve({
      store: arrayStore(books()),
      schema,
      location: ({ title }) => `/books/${title} 1/`,
    })
    expect((await client.post('/books/', { json: values })).headers.get('Location')).toBe(
      '/books/%C3%96d%C3%B6n%201/',
    )
    const escaping = serve({
      store: arrayStore(books()),
      schema,
      location: () => `/books/${encodeURIComponent('a?b c/ü')}/`,
    })
    expect((await escaping.post('/books/', { json: values })).headers.get('Location')).toBe(
      '/books/a%3Fb%20c%2F%C3%BC/',
    )
    const bare = serve({ store: arrayStore(books()), schema })
    expect((await bare.post('/books/', { json: values })).headers.has('Location')).toBe(false)
  })

  it('creates and serializes in a way of its own', async () => {
    const client = serve({
      items: arrayItems<Book>([]),
      schema,
      create: async (data, { path }) => ({ id: 9, ...data, title: `${path}${data.title}` }),
      serialize: async ({ id, title }, { method }) => ({ id, title, method }),
    })
    const response = await client.post('/books/', { json: { title: 'Emma', year: 1815 } })
    expect(await response.json()).toEqual({ id: 9, title: '/books/Emma', method: 'POST' })
  })

  it('ignores fields that the schema does not have', async () => {
    const array = books()
    const json = { title: 'Orlando', year: 1928, id: 1, isStaff: true }
    await serve({ store: arrayStore(array), schema }).post('/books/', { json })

    expect(array.at(-1)).toEqual({ id: 4, title: 'Orlando', year: 1928 })
  })

  it('POST to a list reads forms too', async () => {
    const client = serve({ store: arrayStore(books()), schema })
    const response = await client.post('/books/', { form: { title: 'Orlando', year: '1928' } })
    expect(await response.json()).toMatchObject({ title: 'Orlando', year: 1928 })
  })

  it('spec, Errors, rule 6: answers invalid data with a 400 that passes no exception handler', async () => {
    const seen: unknown[] = []
    const array = books()
    const EXCEPTION_HANDLER = (error: unknown) => {
      seen.push(error)
      return new ApiResponse({ message: 'handled' }, 422)
    }
    const client = serve({ store: arrayStore(array), schema }, { EXCEPTION_HANDLER })

    const response = await client.post('/books/', { json: { title: 'A very long title' } })
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({
      title: ['Ensure this field has no more than 10 characters.'],
      year: ['This field is required.'],
    })
    expect(seen).toEqual([])
    expect(array).toHaveLength(3)

    const malformed = { body: '{', headers: { 'Content-Type': 'application/json' } }
    expect((await client.post('/books/', malformed)).status).toBe(422)
    expect(seen).toHaveLength(1)
  })

  it('POST to a list is 405 without a schema', async () => {
    const response = await serve({ store: arrayStore(books()) }).post('/books/', { json: {} })

    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  })
})

describe('the declaration of a list', () => {
  const declare = (options: object) => () => serve(options as ListViewOptions<Book, Values>)

  it('a list view needs items or a store', () => {
    expect(declare({})).toThrow(
      new ConfigurationError('listView() needs items or a store: pass one of them.'),
    )
    expect(declare({ store: books() })).toThrow(
      new ConfigurationError(
        'The store of listView() has no items: pass a store, such as arrayStore([…]).',
      ),
    )
  })

  it('a create without a return is an error that names the view, and no empty 201', async () => {
    const errors: unknown[] = []
    const LOGGER = { ...silentLogger, error: ({ err }: { err?: unknown }) => errors.push(err) }
    const create = (() => undefined) as unknown as () => Book
    const client = serve({ name: 'Books', items: arrayItems([]), schema, create }, { LOGGER })
    expect((await client.post('/books/', { json: { title: 'Emma', year: 1815 } })).status).toBe(500)
    expect(errors).toEqual([
      new TypeError('create() of the view Books returned undefined: return the new item.'),
    ])
  })

  it('a list view needs somewhere to add to when it has a schema, and the reverse', () => {
    expect(declare({ items: arrayItems([]), schema })).toThrow(
      new ConfigurationError(
        'listView() has a schema but cannot add anything: pass create or a store.',
      ),
    )
    expect(declare({ items: arrayItems([]), create: () => books()[0] })).toThrow(
      new ConfigurationError('listView() has create but no schema: add the schema of POST.'),
    )
  })

  it('prefers items to those of the store, and has the name List unless it is given one', async () => {
    const store = arrayStore(books())
    const client = serve({ store, items: arrayItems(books().slice(1)), schema })
    expect(await idsOf(await client.get('/books/'))).toEqual([2, 3])

    const nameOf = async (options: object) =>
      (await (await serve({ store, ...options }).request('OPTIONS', '/books/')).json()).name
    expect(await nameOf({})).toBe('List')
    expect(await nameOf({ name: 'Books' })).toBe('Books')
  })
})

it('listResponse() does in a handler of your own what a list does by itself', async () => {
  const api = createApi({ DEFAULT_PAGINATION_CLASS: pageNumberPagination(), PAGE_SIZE: 2 })
  const view = api.view({
    orderingFilter: { fields: ['year'] },
    get: (request, self) => listResponse(arrayItems(books()), request, self, ({ title }) => title),
  })
  const response = await testClient(routes(api, { '/': view })).get('/?ordering=-year')

  expect(await response.json()).toEqual({
    count: 3,
    next: 'http://testserver/?ordering=-year&page=2',
    previous: null,
    results: ['Ulysses', 'Dracula'],
  })
})
