import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { Hono } from 'hono'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type ApiRequest,
  arrayItems,
  arrayStore,
  charField,
  createApi,
  formParser,
  integerField,
  jsonParser,
  jsonRenderer,
  type Permission,
  PermissionDenied,
  pageNumberPagination,
  routes,
  type Settings,
  ValidationError,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import type { FitForParent, ItemsHaveNoField } from '../../../src/views/generic/filter-fit.ts'

interface Project {
  id: number
  name: string
}
interface Ticket {
  id: number
  project: number
  owner: string
}
interface Comment {
  id: number
  ticket: number
  text: string
}

const byHeader = {
  authenticate: ({ headers }: ApiRequest) => {
    const username = headers.get('X-User')
    return username === null ? null : { user: { username, isAuthenticated: true }, auth: null }
  },
}
const usernameOf = ({ user }: ApiRequest) => (user as { username?: string }).username ?? 'nobody'

const ownTickets: Permission = {
  hasPermission: () => true,
  scope: (request) => ({ field: 'owner', operator: '=', value: usernameOf(request) }),
}

const open = () => ({
  projects: [
    { id: 1, name: 'p' },
    { id: 2, name: 'q' },
  ] satisfies Project[],
  tickets: [
    { id: 10, project: 1, owner: 'ann' },
    { id: 20, project: 1, owner: 'ben' },
    { id: 30, project: 2, owner: 'ann' },
  ] satisfies Ticket[],
  comments: [
    { id: 1, ticket: 10, text: 'one' },
    { id: 2, ticket: 20, text: 'two' },
    { id: 3, ticket: 10, text: 'three' },
    { id: 4, ticket: 30, text: 'four' },
  ] satisfies Comment[],
})

const schema = z.object({ text: charField() })

function serve(permissions: readonly Permission[] = [ownTickets], settings: Settings = {}) {
  const rows = open()
  const tickets = arrayStore<Ticket>(rows.tickets)
  const projects = arrayStore<Project>(rows.projects)
  const comments = arrayStore<Comment>(rows.comments)
  const api = createApi({
    LOGGER: silentLogger,
    DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
    ...settings,
  })
  const parent = { store: tickets, parameter: 'ticket', field: 'ticket', permissions } as const
  const above = { store: projects, parameter: 'project', field: 'project' } as const
  const app = routes(api, {
    '/tickets/:ticket/comments/': api.listView({
      store: comments,
      schema,
      parent,
      pagination: pageNumberPagination({ pageSize: 10 }),
    }),
    '/tickets/:ticket/comments/:id/': api.detailView({ store: comments, schema, parent }),
    '/projects/:project/tickets/:ticket/comments/': api.listView({
      store: comments,
      schema,
      parent: { ...parent, parent: above },
    }),
    '/projects/:project/tickets/:ticket/comments/:id/': api.detailView({
      store: comments,
      schema,
      parent: { ...parent, parent: above },
    }),
  })
  return { client: testClient(app, { headers: { 'X-User': 'ann' } }), rows }
}

const summary = async (response: Response) => [response.status, await response.json()]
const notFound = [404, { detail: 'Not found.' }]
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

describe('a list with a parent', () => {
  it('a list contains the items of the parent in the path', async () => {
    const { client } = serve()

    expect(await summary(await client.get('/tickets/10/comments/'))).toMatchObject([
      200,
      { count: 2, results: [{ id: 1 }, { id: 3 }] },
    ])
  })

  it.each([
    '99',
    '20',
    '010',
    '1e1',
    ' 10',
    '%00',
    '10%00',
    '%F0%9F%98%80',
    '..',
    '-',
    'x'.repeat(5000),
  ])(
    'a list of the parent %j that does not exist for the caller is a 404 for every method',
    async (key) => {
      const { client, rows } = serve()
      const path = `/tickets/${key}/comments/`

      expect(await summary(await client.get(path))).toEqual(notFound)
      expect((await client.request('HEAD', path)).status).toBe(404)
      expect(await summary(await client.post(path, { json: { text: 'x' } }))).toEqual(notFound)
      expect(await summary(await client.post(path, { json: { text: 7 } }))).toEqual(notFound)
      expect(rows.comments).toHaveLength(4)
    },
  )

  it('POST adds to the parent in the path, whatever the client sends', async () => {
    const { client, rows } = serve()
    const sent = { text: 'new', ticket: 20, id: 1 }

    const response = await client.post('/tickets/10/comments/', { json: sent })
    expect(await summary(response)).toEqual([201, { id: 5, ticket: 10, text: 'new' }])
    expect(rows.comments.at(-1)).toEqual({ id: 5, ticket: 10, text: 'new' })
  })

  it('a schema with the field of the parent does not move items either', async () => {
    const { comments, tickets } = open()
    const store = arrayStore<Comment>(comments)
    const api = createApi()
    const wide = z.object({ text: charField(), ticket: integerField() })
    const parent = { store: arrayStore(tickets), parameter: 'of', field: 'ticket' } as const
    const client = testClient(
      routes(api, {
        '/:of/': api.listView({ store, schema: wide, parent }),
        '/:of/:id/': api.detailView({ store, schema: wide, parent }),
      }),
    )
    const json = { text: 'x', ticket: 20 }

    expect((await client.post('/10/', { json })).status).toBe(201)
    expect((await client.put('/10/1/', { json })).status).toBe(200)
    expect((await client.patch('/10/3/', { json: { ticket: 30 } })).status).toBe(200)
    expect(comments.map(({ ticket }) => ticket)).toEqual([10, 20, 10, 30, 10])
  })

  it('items and create get the parent in the request, and the view', async () => {
    const { comments, tickets } = open()
    const seen: unknown[] = []
    const api = createApi()
    const parent = { store: arrayStore<Ticket>(tickets), parameter: 'of', field: 'ticket' } as const
    const list = api.listView({
      name: 'Comments',
      parent,
      items: (request, view) => {
        expectTypeOf(request.parent).toEqualTypeOf<Ticket>()
        seen.push([request.parent.owner, view.name])
        return arrayItems<Comment>(comments)
      },
      schema,
      create: (data, request, view) => {
        expectTypeOf(data.ticket).toEqualTypeOf<number>()
        expectTypeOf(data.text).toEqualTypeOf<string>()
        if (request.parent.owner !== 'ann') throw new PermissionDenied()
        seen.push([data, view.name])
        return { id: 9, ...data }
      },
    })
    const client = testClient(routes(api, { '/:of/': list }))

    expect(idsOf(await (await client.get('/20/')).json())).toEqual([2])
    expect((await client.post('/10/', { json: { text: 'x' } })).status).toBe(201)
    expect((await client.post('/20/', { json: { text: 'x' } })).status).toBe(403)
    expect(seen).toEqual([
      ['ben', 'Comments'],
      [{ text: 'x', ticket: 10 }, 'Comments'],
    ])
  })

  it('a parent that vanishes before the item is added is a 404, if a constraint shows it', async () => {
    const { comments, tickets } = open()
    const store = arrayStore<Comment>(comments)
    const api = createApi()
    const refuse = (): never => {
      throw new ValidationError({ ticket: ['The referenced object does not exist.'] })
    }
    const parent = { store: arrayStore<Ticket>(tickets), parameter: 'of', field: 'ticket' } as const
    const create = (vanishes: boolean) => (): Comment => {
      if (vanishes) tickets.shift()
      return refuse()
    }
    const client = testClient(
      routes(api, {
        '/stays/:of/': api.listView({ store, schema, parent, create: create(false) }),
        '/goes/:of/': api.listView({ store, schema, parent, create: create(true) }),
      }),
    )
    const json = { text: 'x' }

    expect((await client.post('/stays/10/', { json })).status).toBe(400)
    expect(await summary(await client.post('/goes/10/', { json }))).toEqual(notFound)
  })
})

describe('an item with a parent', () => {
  const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']
  const hidden = [
    ['an item of another parent', '/tickets/10/comments/2/'],
    ['an item of a parent that the caller may not see', '/tickets/20/comments/2/'],
    ['an item of a parent that does not exist', '/tickets/99/comments/1/'],
    ['an item of another parent of the caller', '/tickets/30/comments/1/'],
  ] as const

  it.each(methods.flatMap((method) => hidden.map(([what, path]) => ({ method, what, path }))))(
    '$method of $what is a 404 that changes nothing',
    async ({ method, path }) => {
      const { client, rows } = serve()
      const json = method === 'GET' || method === 'HEAD' ? {} : { json: { text: 'x' } }

      const response = await client.request(method, path, json)
      expect(response.status).toBe(404)
      expect(rows).toEqual(open())
    },
  )

  it('an item of the parent in the path is read, changed and removed as ever', async () => {
    const { client, rows } = serve()

    expect((await client.get('/tickets/10/comments/1/')).status).toBe(200)
    const changed = await client.patch('/tickets/10/comments/1/', { json: { text: 'x' } })
    expect(await summary(changed)).toEqual([200, { id: 1, ticket: 10, text: 'x' }])
    expect((await client.delete('/tickets/10/comments/3/')).status).toBe(204)
    expect(idsOf(rows.comments)).toEqual([1, 2, 4])
  })

  it('an item that the view finds by itself must belong to the parent, too', async () => {
    const { comments, tickets } = open()
    const api = createApi()
    const view = api.detailView({
      find: ({ params, parent }) => {
        expectTypeOf(parent).toEqualTypeOf<Ticket>()
        return comments.find(({ id }) => String(id) === params.id) ?? null
      },
      parent: { store: arrayStore<Ticket>(tickets), parameter: 'of', field: 'ticket' },
    })
    const client = testClient(routes(api, { '/:of/:id/': view }))

    expect((await client.get('/10/1/')).status).toBe(200)
    expect((await client.get('/20/1/')).status).toBe(404)
  })

  it('OPTIONS of an item of another parent offers no changes', async () => {
    const { client } = serve()
    const actionsOf = async (path: string) =>
      Object.keys((await (await client.request('OPTIONS', path)).json()).actions ?? {})

    expect(await actionsOf('/tickets/10/comments/1/')).toEqual(['PUT'])
    expect(await actionsOf('/tickets/10/comments/2/')).toEqual([])
    expect(await actionsOf('/tickets/20/comments/2/')).toEqual([])
  })
})

describe('the permissions of a parent', () => {
  const statusOf = async (client: TestClient, method = 'GET') =>
    (
      await client.request(
        method,
        '/tickets/10/comments/',
        method === 'POST' ? { json: { text: 'x' } } : {},
      )
    ).status

  it('the permissions of the settings hold for parents without any', async () => {
    const { comments, tickets } = open()
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
      DEFAULT_PERMISSION_CLASSES: [ownTickets],
    })
    const view = api.listView({
      store: arrayStore<Comment>(comments),
      permissions: [],
      parent: { store: arrayStore<Ticket>(tickets), parameter: 'of', field: 'ticket' },
    })
    const client = testClient(routes(api, { '/:of/': view }), { headers: { 'X-User': 'ann' } })

    expect((await client.get('/10/')).status).toBe(200)
    expect((await client.get('/20/')).status).toBe(404)
  })

  it('a parent that an object rule denies is a 404, one that the request may not ask for a 403', async () => {
    const rule = (item: boolean, request = true): Permission => ({
      hasPermission: () => request,
      hasObjectPermission: () => item,
    })
    for (const method of ['GET', 'POST']) {
      expect(await statusOf(serve([rule(false)]).client, method)).toBe(404)
      expect(await statusOf(serve([rule(true, false)]).client, method)).toBe(403)
    }
    expect(await statusOf(serve([rule(true)]).client)).toBe(200)
    expect(await statusOf(serve([rule(true)]).client, 'POST')).toBe(201)
  })

  it('a parent is asked for as by GET, so what one may see one may add to', async () => {
    const asked: string[] = []
    const readOnly: Permission = {
      hasPermission: ({ method }) => asked.push(method) > 0 && method === 'GET',
      hasObjectPermission: ({ method }) => asked.push(method) > 0 && method === 'GET',
    }
    const { client } = serve([readOnly])

    expect(await statusOf(client, 'POST')).toBe(201)
    expect(await statusOf(client, 'HEAD')).toBe(200)
    expect(new Set(asked)).toEqual(new Set(['GET']))
  })

  it('the parent is found once for a request', async () => {
    const { comments, tickets } = open()
    const store = arrayStore<Ticket>(tickets)
    let finds = 0
    const find = (...key: string[]) => {
      finds++
      return store.find(...key)
    }
    const api = createApi()
    const parent = { store: { ...store, find }, parameter: 'of', field: 'ticket' } as const
    const comment = api.detailView({ store: arrayStore<Comment>(comments), schema, parent })
    const client = testClient(routes(api, { '/:of/:id/': comment }))

    await client.patch('/10/1/', { json: { text: 'x' } })
    expect(finds).toBe(1)
  })
})

describe('a parent of a parent', () => {
  it('a parent must belong to its own parent in the path', async () => {
    const { client } = serve()
    const statusOf = async (path: string) => (await client.get(path)).status

    expect(await statusOf('/projects/1/tickets/10/comments/')).toBe(200)
    expect(await statusOf('/projects/2/tickets/30/comments/4/')).toBe(200)
    expect(await statusOf('/projects/2/tickets/10/comments/')).toBe(404)
    expect(await statusOf('/projects/2/tickets/10/comments/1/')).toBe(404)
    expect(await statusOf('/projects/9/tickets/10/comments/')).toBe(404)
    expect(await statusOf('/projects/1/tickets/20/comments/')).toBe(404)
  })
})

describe('a parent with a composite key', () => {
  it('a parent is found by several parameters, which may be part of the key of the item', async () => {
    interface Page {
      book: number
      page: number
      note: string
    }
    const pages = [
      { book: 1, page: 1, note: 'a' },
      { book: 2, page: 1, note: 'b' },
    ]
    const lines = [
      { id: 1, book: 1, page: 1 },
      { id: 2, book: 2, page: 1 },
    ]
    const store = arrayStore<Page, ['book', 'page']>(pages, { key: ['book', 'page'] })
    const books = arrayStore<{ id: number }>([{ id: 1 }, { id: 2 }])
    const api = createApi()
    const ofBook = { store: books, parameter: 'book', field: 'book' } as const
    const ofPage = { store, parameter: ['book', 'page'], field: ['book', 'page'] } as const
    const client = testClient(
      routes(api, {
        '/books/:book/pages/': api.listView({ store, parent: ofBook }),
        '/books/:book/pages/:page/': api.detailView({ store, parent: ofBook }),
        '/books/:book/pages/:page/lines/': api.listView({
          store: arrayStore(lines),
          parent: { ...ofPage, parent: ofBook },
        }),
      }),
    )

    expect(await summary(await client.get('/books/2/pages/'))).toEqual([200, [pages[1]]])
    expect(await summary(await client.get('/books/2/pages/1/'))).toEqual([200, pages[1]])
    expect(await summary(await client.get('/books/2/pages/1/lines/'))).toEqual([200, [lines[1]]])
    expect((await client.get('/books/3/pages/1/lines/')).status).toBe(404)
  })
})

describe('a mounted app with parents', () => {
  it('the parent may be named by the path under which an app is mounted', async () => {
    const { comments, tickets } = open()
    const store = arrayStore<Comment>(comments)
    const api = createApi({ LOGGER: silentLogger, PAGE_SIZE: 1 })
    const parent = {
      store: arrayStore<Ticket>(tickets),
      parameter: 'ticket',
      field: 'ticket',
    } as const
    const inner = routes(api, {
      '/comments/': api.listView({ store, parent, pagination: pageNumberPagination() }),
      '/comments/:id/': api.detailView({ store, parent }),
    })
    const client = testClient(new Hono().route('/v1/tickets/:ticket', inner))

    expect(await (await client.get('/v1/tickets/10/comments/')).json()).toMatchObject({
      count: 2,
      next: 'http://testserver/v1/tickets/10/comments/?page=2',
    })
    expect((await client.get('/v1/tickets/10/comments/1/')).status).toBe(200)
    expect((await client.get('/v1/tickets/20/comments/1/')).status).toBe(404)
    expect((await client.get('/v1/tickets/99/comments/')).status).toBe(404)
  })

  it('the page of a list has the form to add to the parent, and forms of items keep it', async () => {
    const { comments, tickets } = open()
    const store = arrayStore<Comment>(comments)
    const api = createApi({
      LOGGER: silentLogger,
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_PARSER_CLASSES: [jsonParser(), formParser()],
    })
    const parent = {
      store: arrayStore<Ticket>(tickets),
      parameter: 'ticket',
      field: 'ticket',
    } as const
    const app = routes(api, {
      '/tickets/:ticket/comments/': api.listView({ store, schema, parent }),
      '/tickets/:ticket/comments/:id/': api.detailView({ store, schema, parent }),
    })
    const client = testClient(app, { headers: { Accept: 'text/html' } })

    expect(await (await client.get('/tickets/10/comments/')).text()).toContain('id="add"')
    expect(await (await client.get('/tickets/10/comments/1/')).text()).toContain('id="change"')
    const hidden = await client.get('/tickets/20/comments/1/')
    expect(hidden.status).toBe(404)
    expect(await hidden.text()).not.toContain('id="change"')
  })
})

describe('a wrong parent', () => {
  const { comments, tickets } = open()
  const store = arrayStore<Comment>(comments)
  const parents = arrayStore<Ticket>(tickets)
  const api = createApi({ LOGGER: silentLogger })
  const parent = { store: parents, parameter: 'ticket', field: 'ticket' } as const

  it.each([
    [{ ...parent, parameter: '' }, 'parameter of the parent of listView()'],
    [{ ...parent, parametr: 'x' }, 'Did you mean parameter?'],
    [{ ...parent, permissions: ownTickets }, 'permissions of the parent of listView()'],
    [{ parameter: 'a', field: 'b' }, 'the parent of listView() needs store'],
    [{ ...parent, field: ['ticket', 'text'] }, 'field of the parent of listView() has 2 names'],
    [{ ...parent, parameter: ['a', 'a'], field: ['a', 'b'] }, 'parameter of the parent'],
    [{ ...parent, parent }, 'The parameter ticket of the parent of listView() is also'],
  ])(
    'a parent with wrong options is refused when the view is declared (case %#)',
    (wrong, text) => {
      expect(() => api.listView({ store, parent: wrong as typeof parent })).toThrow(text)
    },
  )

  it('the parameter of the parent is not that of the item', () => {
    expect(() => api.detailView({ store, parent: { ...parent, parameter: 'id' } })).toThrow(
      'The parameter id of the parent of detailView() is also that of another key',
    )
  })

  it('items and parents that cannot decide conditions are refused when the view is declared', () => {
    const { where: _, ...items } = arrayItems<Comment>(comments)
    const { meets: __, ...blind } = store
    const { meets: ___, ...blindParents } = parents

    expect(() => api.listView({ items, parent })).toThrow(
      'has a parent, but its items have no where()',
    )
    expect(() => api.detailView({ store: blind, parent })).toThrow(
      'has a parent, but its store has no meets()',
    )
    expect(() =>
      api.listView({
        store,
        parent: { ...parent, store: blindParents, permissions: [ownTickets] },
      }),
    ).toThrow('its store has no meets()')
    expect(api.listView({ store, parent: { ...parent, store: blindParents } })).toBeDefined()
  })

  it('a parent without the field that items refer to shows no items', async () => {
    const wrong = { ...parent, key: 'number' as 'id' }
    const client = testClient(
      routes(api, { '/:ticket/': api.listView({ store, schema, parent: wrong }) }),
    )

    expect((await client.get('/10/')).status).toBe(500)
    expect((await client.post('/10/', { json: { text: 'x' } })).status).toBe(500)
  })

  it('a route without the parameter of the parent is a 500 that shows nothing', async () => {
    const client = testClient(routes(api, { '/:other/': api.listView({ store, parent }) }))

    expect((await client.get('/10/')).status).toBe(500)
  })

  it('the compiler knows the fields of the items and of the parent', () => {
    // @ts-expect-error comments have no such field
    api.listView({ store, parent: { ...parent, field: 'tickt' } })
    expectTypeOf<FitForParent<Comment, 'tickt'>>().toEqualTypeOf<{
      parent?: { field: ItemsHaveNoField<'tickt'> }
    }>()
    // @ts-expect-error tickets have no such field
    api.listView({ store, parent: { store: parents, parameter: 'a', field: 'ticket', key: 'nr' } })
    // @ts-expect-error the store needs a ticket
    api.listView({ store, schema })
    api.listView({ store, schema, parent })
    api.detailView({ store, schema, parent })
  })
})
