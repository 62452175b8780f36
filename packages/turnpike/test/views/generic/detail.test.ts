import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '../../../src/errors/configuration-error.ts'
import {
  ApiResponse,
  arrayStore,
  charField,
  createApi,
  type DetailViewOptions,
  integerField,
  type Permission,
  PermissionDenied,
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
]
const schema = z.object({ title: charField({ maxLength: 10 }), year: integerField().default(1900) })
type Values = z.infer<typeof schema>

const serve = (options: DetailViewOptions<Book, Values>, settings: Settings = {}): TestClient => {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  return testClient(routes(api, { '/books/:id/': api.detailView(options) }))
}
const summary = async (response: Response) => [response.status, await response.json()]
const notFound = [404, { detail: 'Not found.' }]

describe('functions that return undefined for nothing', () => {
  const find = (({ params }: { params: Record<string, string> }) =>
    books().find(({ id }) => `${id}` === params.id)) as unknown as () => Book
  const update = (() => undefined) as unknown as () => Book

  it('an item that find does not find is 404, for every method', async () => {
    const client = serve({ find, update, destroy: () => {}, schema })
    expect((await client.get('/books/1/')).status).toBe(200)
    const changed = { title: 'New', year: 1 }
    expect(await summary(await client.get('/books/7/'))).toEqual(notFound)
    expect(await summary(await client.put('/books/7/', { json: changed }))).toEqual(notFound)
    expect(await summary(await client.patch('/books/7/', { json: changed }))).toEqual(notFound)
    expect(await summary(await client.delete('/books/7/'))).toEqual(notFound)
  })

  it('an item that is gone after its change is answered as it was changed', async () => {
    const array = books()
    const client = serve({
      find: (({ params }: { params: Record<string, string> }) =>
        array.find(({ id }) => `${id}` === params.id)) as unknown as () => Book,
      // The key of the item changes, and its version does not.
      update: (book) => {
        array.splice(0, 1)
        return { ...book, title: 'New' }
      },
      schema,
      conditional: { version: 'year' },
    })
    const response = await client.patch('/books/1/', {
      json: { title: 'New' },
      headers: { 'If-Match': '*' },
    })
    expect(await summary(response)).toEqual([200, { id: 1, title: 'New', year: 1815 }])
  })

  it('an update without a return is an error that names the view, and no empty 200', async () => {
    const errors: unknown[] = []
    const LOGGER = { ...silentLogger, error: ({ err }: { err?: unknown }) => errors.push(err) }
    const client = serve({ name: 'Book', find, update, schema }, { LOGGER })
    expect((await client.patch('/books/1/', { json: { title: 'New' } })).status).toBe(500)
    expect(errors).toEqual([
      new TypeError(
        'update() of the view Book returned undefined: return the changed item, or null if it is gone.',
      ),
    ])
  })
})

describe('GET of an item', () => {
  const client = serve({ store: arrayStore(books()) })

  it('answers the item of the store that the parameter id names', async () => {
    expect(await summary(await client.get('/books/2/'))).toEqual([
      200,
      { id: 2, title: 'Dracula', year: 1897 },
    ])
  })

  it.each([
    '3',
    '0',
    '-1',
    '02',
    '2.0',
    '1'.repeat(40),
    '٢',
    '%00',
    '%ff',
    '%',
    '__proto__',
    'length',
  ])('GET of a missing item is 404: %s', async (id) => {
    expect(await summary(await client.get(`/books/${id}/`))).toEqual(notFound)
  })

  it('finds and serializes in a way of its own', async () => {
    const own = serve({
      find: async ({ params }) => books().find(({ title }) => title === params.id) ?? null,
      serialize: async ({ year }, { path }) => ({ year, path }),
    })
    expect(await summary(await own.get('/books/Emma/'))).toEqual([
      200,
      { year: 1815, path: '/books/Emma/' },
    ])
    expect(await summary(await own.get('/books/emma/'))).toEqual(notFound)
  })

  it('prefers find to the store', async () => {
    const own = serve({ store: arrayStore(books()), find: () => books()[0] ?? null })
    expect(await summary(await own.get('/books/2/'))).toMatchObject([200, { id: 1 }])
  })
})

describe('PUT and PATCH of an item', () => {
  it('PUT replaces all fields of the schema, absent ones by their defaults', async () => {
    const array = books()
    const client = serve({ store: arrayStore(array), schema })

    expect(await summary(await client.put('/books/2/', { json: { title: ' Carmilla ' } }))).toEqual(
      [200, { id: 2, title: 'Carmilla', year: 1900 }],
    )
    expect(array[1]).toEqual({ id: 2, title: 'Carmilla', year: 1900 })
    expect(await summary(await client.put('/books/2/', { json: { year: 1872 } }))).toEqual([
      400,
      { title: ['This field is required.'] },
    ])
  })

  it('PATCH changes the fields that were sent, and fills in no defaults', async () => {
    const array = books()
    const client = serve({ store: arrayStore(array), schema })

    expect(await summary(await client.patch('/books/2/', { json: { title: 'Carmilla' } }))).toEqual(
      [200, { id: 2, title: 'Carmilla', year: 1897 }],
    )
    expect(await summary(await client.patch('/books/2/', { json: {} }))).toEqual([
      200,
      { id: 2, title: 'Carmilla', year: 1897 },
    ])
    expect(await summary(await client.patch('/books/2/', { json: { title: '' } }))).toEqual([
      400,
      { title: ['This field may not be blank.'] },
    ])
    expect(array[1]?.title).toBe('Carmilla')
  })

  it('PUT and PATCH can change an item in a way of their own, with the request', async () => {
    const client = serve({
      find: () => books()[0] ?? null,
      schema,
      update: async (item, data, { method }) => ({ ...item, ...data, id: method.length }),
      serialize: async (item) => ({ changed: item }),
    })
    expect(await summary(await client.patch('/books/1/', { json: { year: 1816 } }))).toEqual([
      200,
      { changed: { id: 5, title: 'Emma', year: 1816 } },
    ])
  })

  it('PATCH accepts what partialSchema says, when the schema checks the object as a whole', async () => {
    const checked = schema.refine(({ title, year }) => title.length < year)
    const options = { store: arrayStore(books()), schema: checked }

    expect(() => serve(options)).toThrow('partialSchema')
    const client = serve({ ...options, partialSchema: z.object({ title: charField() }) })
    for (const json of [{ title: 'Sanditon' }, {}]) {
      expect(await summary(await client.patch('/books/1/', { json }))).toEqual([
        200,
        { id: 1, title: 'Sanditon', year: 1815 },
      ])
    }
  })

  it('spec, Errors, rule 6: answer invalid data with a 400 that passes no exception handler', async () => {
    const seen: unknown[] = []
    const EXCEPTION_HANDLER = (error: unknown) => {
      seen.push(error)
      return new ApiResponse({ message: 'handled' }, 422)
    }
    const client = serve({ store: arrayStore(books()), schema }, { EXCEPTION_HANDLER })

    for (const method of ['PUT', 'PATCH']) {
      const response = await client.request(method, '/books/1/', { json: { title: 7, year: 'x' } })
      expect(await summary(response)).toEqual([400, { year: ['A valid integer is required.'] }])
    }
    expect(seen).toEqual([])
    expect((await client.put('/books/9/', { json: { title: 'x' } })).status).toBe(422)
  })

  it('PUT and PATCH are 404 without an item, before the data are looked at', async () => {
    const client = serve({ store: arrayStore(books()), schema })
    expect(await summary(await client.put('/books/9/', { json: {} }))).toEqual(notFound)
  })

  it('PUT and PATCH are 404 when the item has vanished meanwhile', async () => {
    const client = serve({ find: () => books()[0] ?? null, schema, update: () => null })
    const response = await client.put('/books/1/', { json: { title: 'Emma' } })
    expect(await summary(response)).toEqual(notFound)
  })
})

describe('DELETE of an item', () => {
  it('removes it and answers 204 without a body', async () => {
    const array = books()
    const client = serve({ store: arrayStore(array), schema })
    const response = await client.delete('/books/1/')

    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(response.headers.has('Content-Type')).toBe(false)
    expect(array.map(({ id }) => id)).toEqual([2])
    expect(await summary(await client.delete('/books/1/'))).toEqual(notFound)
  })

  it('removes in a way of its own, with the request', async () => {
    const removed: unknown[] = []
    const client = serve({
      find: () => books()[0] ?? null,
      async destroy(item, { path }) {
        removed.push([item.id, path])
      },
    })
    expect((await client.delete('/books/1/')).status).toBe(204)
    expect(removed).toEqual([[1, '/books/1/']])
  })
})

describe('an item that cannot be removed', () => {
  it('an item that cannot be removed answers with the error that destroy throws', async () => {
    const client = serve({
      find: () => books()[0] ?? null,
      async destroy() {
        throw new PermissionDenied('It is lent out.')
      },
    })
    expect(await summary(await client.delete('/books/1/'))).toEqual([
      403,
      { detail: 'It is lent out.' },
    ])
  })
})

describe('the methods of an item', () => {
  const allowOf = async (options: DetailViewOptions<Book, Values>) =>
    (await serve(options).request('OPTIONS', '/books/1/')).headers.get('Allow')

  it('an item has the methods that it has options for', async () => {
    const store = arrayStore(books())
    const find = () => null

    expect(await allowOf({ store })).toBe('GET, HEAD, OPTIONS')
    expect(await allowOf({ store, schema })).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS')
    expect(await allowOf({ find })).toBe('GET, HEAD, OPTIONS')
    expect(await allowOf({ find, destroy: () => {} })).toBe('GET, HEAD, DELETE, OPTIONS')
    expect(await allowOf({ find, schema, update: () => null })).toBe(
      'GET, HEAD, PUT, PATCH, OPTIONS',
    )
  })

  it('other methods of an item are 405', async () => {
    const response = await serve({ store: arrayStore(books()) }).put('/books/1/', { json: {} })
    expect(await summary(response)).toEqual([405, { detail: "Method 'PUT' not allowed." }])
  })
})

describe('object permissions of an item', () => {
  const onlyEmma: Permission = {
    hasPermission: () => true,
    hasObjectPermission: (_request, item) => (item as Book).title === 'Emma',
    message: 'That one is locked away.',
  }

  it('object permissions are asked for every method, before anything is done', async () => {
    const array = books()
    const client = serve({ store: arrayStore(array), schema, permissions: [onlyEmma] })
    const json = { title: 'Changed' }

    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'PUT' || method === 'PATCH' ? { json } : {}
      expect((await client.request(method, '/books/2/', body)).status).toBe(403)
    }
    expect(array).toEqual(books())
    expect(await summary(await client.get('/books/2/'))).toEqual([
      403,
      { detail: 'That one is locked away.' },
    ])

    expect((await client.get('/books/1/')).status).toBe(200)
    expect((await client.put('/books/1/', { json: { title: 'Emma' } })).status).toBe(200)
    expect((await client.delete('/books/1/')).status).toBe(204)
  })

  it('object permissions do not reveal which items exist: 404 where there is none', async () => {
    const client = serve({ store: arrayStore(books()), permissions: [onlyEmma] })
    expect(await summary(await client.get('/books/9/'))).toEqual(notFound)
  })
})

describe('the declaration of an item', () => {
  const declare = (options: object) => () => serve(options as DetailViewOptions<Book, Values>)
  const find = () => null

  it('a detail view needs find or a store', () => {
    expect(declare({})).toThrow(
      new ConfigurationError('detailView() needs find or a store: pass one of them.'),
    )
    expect(declare({ schema, update: find })).toThrow('detailView() needs find or a store')
  })

  it('a detail view needs a way to change the item when it has a schema, and the reverse', () => {
    expect(declare({ find, schema })).toThrow(
      new ConfigurationError(
        'detailView() has a schema but cannot change anything: pass update or a store.',
      ),
    )
    expect(declare({ find, update: find })).toThrow(
      new ConfigurationError(
        'detailView() has update but no schema: add the schema of PUT and PATCH.',
      ),
    )
  })

  it('a detail view has the name Detail unless it is given one', async () => {
    const nameOf = async (options: object) =>
      (await (await serve({ find, ...options }).request('OPTIONS', '/books/1/')).json()).name

    expect(await nameOf({})).toBe('Detail')
    expect(await nameOf({ name: 'A book' })).toBe('A book')
  })
})
