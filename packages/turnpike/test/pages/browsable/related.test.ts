import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  type ApiRequest,
  ApiResponse,
  allowAny,
  arrayItems,
  arrayStore,
  createApi,
  jsonRenderer,
  type Relations,
  routes,
  type Scheme,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { browserAccept, markup, shownBody } from '../page.ts'

interface Booking {
  id: number
  room: number | null
  note: string
}

const bookings: Booking[] = [
  { id: 1, room: 7, note: 'first' },
  { id: 2, room: 7, note: 'free' },
  { id: 3, room: null, note: 'third' },
]

interface Options {
  relations?: Relations
  roomScheme?: readonly Scheme[]
}

/** Bookings of rooms, of which number 8 is closed. Counts how often a room is read. */
function openSite({ relations = rooms, roomScheme }: Options = {}) {
  let reads = 0
  const api = createApi({
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
    DEFAULT_PERMISSION_CLASSES: [allowAny],
  })
  const isOpen = {
    hasPermission: () => true,
    hasObjectPermission: (_request: ApiRequest, room: { id: number }) => room.id !== 8,
  }
  const bookingStore = arrayStore(bookings)
  const roomStore = arrayStore([
    { id: 7, title: 'Blue <room>', floor: 2 },
    { id: 8, title: 'Vault', floor: 0 },
  ])
  const app = routes(api, {
    '/bookings/': api.listView({ name: 'Bookings', store: bookingStore, relations }),
    '/bookings/:id/': api.detailView({ name: 'Booking', store: bookingStore, relations }),
    '/rooms/free/': api.listView({ name: 'Free rooms', store: roomStore }),
    '/rooms/:id/': api.detailView({
      name: 'Room',
      permissions: [isOpen],
      ...(roomScheme && { authentication: roomScheme }),
      find({ params }) {
        reads++
        return roomStore.find(params.id ?? '')
      },
    }),
  })
  const client = testClient(app, { headers: { Accept: browserAccept } })
  return { app, client, reads: () => reads }
}

const rooms = { room: { path: '/rooms/:id/', name: 'title' } } satisfies Relations

describe('fields that refer to other items', () => {
  it('a related item is a link with its name, on the page of an item and in a list', async () => {
    const { client } = openSite()
    const link = '<a href="/rooms/7/" title="7">Blue &lt;room&gt;</a>'

    expect(await markup(client, '/bookings/1/')).toContain(
      `<th scope="row">room</th><td>${link}</td>`,
    )
    expect((await markup(client, '/bookings/')).split(`<td>${link}</td>`)).toHaveLength(3)
  })

  it('each related item of a page is read once', async () => {
    const { client, reads } = openSite()
    await markup(client, '/bookings/')
    expect(reads()).toBe(1)
  })

  it('programs get the value, and the JSON of the page has it', async () => {
    const { client, reads } = openSite()
    const response = await client.get('/bookings/1/', { headers: { Accept: 'application/json' } })
    expect(await response.json()).toEqual({ id: 1, room: 7, note: 'first' })
    expect(reads()).toBe(0)
    const shown = JSON.parse(shownBody(await markup(client, '/bookings/1/')))
    expect(shown).toEqual({ id: 1, room: 7, note: 'first' })
  })

  it('without a name the value itself is the link, and null is none', async () => {
    const { client, reads } = openSite({ relations: { room: '/rooms/:id/' } })
    expect(await markup(client, '/bookings/1/')).toContain('<td><a href="/rooms/7/">7</a></td>')
    expect(await markup(client, '/bookings/3/')).toContain('<td><i class="null">null</i></td>')
    expect(reads()).toBe(0)
  })

  it('the name of an item that the client may not see, or that is missing, is not shown', async () => {
    const { client } = openSite({ relations: { id: rooms.room } })
    for (const id of [8, 9]) bookings.push({ id, room: null, note: 'more' })
    try {
      for (const id of [8, 9]) {
        const page = await markup(client, `/bookings/${id}/`)
        expect(page).toContain(`<td><a href="/rooms/${id}/">${id}</a></td>`)
        expect(page).not.toContain('Vault')
      }
    } finally {
      bookings.splice(3)
    }
  })

  it('a number can be the name, and a field that is not sent is none', async () => {
    const named = (name: string) =>
      markup(openSite({ relations: { room: { ...rooms.room, name } } }).client, '/bookings/1/')
    expect(await named('floor')).toContain('title="7">2</a>')
    expect(await named('nothing')).toContain('<a href="/rooms/7/">7</a>')
  })

  it('the name is not read through schemes that the page itself does not have', async () => {
    const anybody: Scheme = { authenticate: async () => ({ user: {}, auth: null }) }
    const { client, reads } = openSite({ roomScheme: [anybody] })
    expect(await markup(client, '/bookings/1/')).toContain('title="7">Blue')
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_AUTHENTICATION_CLASSES: [anybody],
      DEFAULT_PERMISSION_CLASSES: [allowAny],
    })
    let others = 0
    const app = routes(api, {
      '/bookings/:id/': api.detailView({ store: arrayStore(bookings), relations: rooms }),
      '/rooms/:id/': api.detailView({
        authentication: [],
        find: () => {
          others++
          return { id: 7, title: 'Blue' }
        },
      }),
    })
    const page = await markup(
      testClient(app, { headers: { Accept: browserAccept } }),
      '/bookings/1/',
    )
    expect(page).toContain('<a href="/rooms/7/">7</a>')
    expect([reads(), others]).toEqual([1, 0])
  })

  it('a value that leads to another route is no link', async () => {
    const { client } = openSite({ relations: { note: '/rooms/:id/' } })
    expect(await markup(client, '/bookings/1/')).toContain('<a href="/rooms/first/">first</a>')
    expect(await markup(client, '/bookings/2/')).not.toContain('href="/rooms/free/"')
  })

  it.each([
    [null, 'null'],
    [[7], '7'],
    [true, 'true'],
    ['..', '..'],
    [{ toString: 1 }, '7'],
  ])('%j is no link, though another row has %j', async (value, text) => {
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_PERMISSION_CLASSES: [allowAny],
    })
    const rows = [
      { id: 1, room: text },
      { id: 2, room: value },
    ]
    const app = routes(api, {
      '/bookings/': api.listView({ items: arrayItems(rows), pagination: null, relations: rooms }),
      '/rooms/:id/': api.detailView({ find: ({ params }) => ({ title: `Room ${params.id}` }) }),
    })
    const page = await markup(testClient(app, { headers: { Accept: browserAccept } }), '/bookings/')
    expect(page.split('<a href="/rooms/')).toHaveLength(text === '..' ? 1 : 2)
  })

  it('the page does not wait for a name that does not come, and HEAD has its length', async () => {
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_PERMISSION_CLASSES: [allowAny],
    })
    const app = routes(api, {
      '/bookings/:id/': api.detailView({ store: arrayStore(bookings), relations: rooms }),
      '/rooms/:id/': api.detailView({ find: () => new Promise<{ title: string }>(() => {}) }),
    })
    const client = testClient(app, { headers: { Accept: browserAccept } })
    const [page, head] = await Promise.all([
      client.get('/bookings/1/'),
      client.request('HEAD', '/bookings/1/'),
    ])
    const text = await page.text()
    expect(text).toContain('<a href="/rooms/7/">7</a>')
    expect(head.headers.get('Content-Length')).toBe(`${new TextEncoder().encode(text).length}`)
  })

  it('a name that is for some clients only is not part of the page', async () => {
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_PERMISSION_CLASSES: [allowAny],
    })
    const app = routes(api, {
      '/bookings/:id/': api.detailView({ store: arrayStore(bookings), relations: rooms }),
      '/rooms/:id/': api.view({
        get: () => new ApiResponse({ title: 'Acme' }, 200, { Vary: 'X-Tenant' }),
      }),
    })
    const page = await markup(
      testClient(app, { headers: { Accept: browserAccept } }),
      '/bookings/1/',
    )
    expect(page).not.toContain('Acme')
  })

  it('links hold below the path at which the views are mounted', async () => {
    const { app } = openSite()
    const api = createApi()
    const outer = routes(api, {})
    outer.route('/api/v1', app)
    const page = await markup(
      testClient(outer, { headers: { Accept: browserAccept } }),
      '/api/v1/bookings/1/',
    )
    expect(page).toContain('<a href="/api/v1/rooms/7/" title="7">')
  })

  it('other parameters of the route have the values that they have in the path', async () => {
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_PERMISSION_CLASSES: [allowAny],
    })
    const relations = { by: '/shops/:shop/people/:id/' }
    const app = routes(api, {
      '/shops/:shop/sales/:id/': api.detailView({ find: () => ({ id: 1, by: 'a/b' }), relations }),
      '/sales/:id/': api.detailView({ find: () => ({ id: 1, by: 'a' }), relations }),
      '/shops/:shop/people/:id/': api.detailView({ find: () => ({ id: 'a/b' }) }),
    })
    const client = testClient(app, { headers: { Accept: browserAccept } })
    expect(await markup(client, '/shops/3/sales/1/')).toContain('<a href="/shops/3/people/a%2Fb/">')
    expect(await markup(client, '/sales/1/')).not.toContain('/people/')
  })

  it('an item whose view fails is a link without a name, and the page is shown', async () => {
    const lines: object[] = []
    const note = (fields: object) => void lines.push(fields)
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      DEFAULT_PERMISSION_CLASSES: [allowAny],
      LOGGER: { info: note, warn: note, error: note },
    })
    const app = routes(api, {
      '/bookings/:id/': api.detailView({ store: arrayStore(bookings), relations: rooms }),
      '/rooms/:id/': api.detailView({
        find: () => {
          throw new Error('The database is away.')
        },
      }),
    })
    const client = testClient(app, { headers: { Accept: browserAccept } })
    const response = await client.get('/bookings/1/')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<a href="/rooms/7/">7</a>')
    expect(lines).toHaveLength(1)
  })

  it.each<[string, Relations, string]>([
    [
      'is not a route',
      { room: '/room/:id/' },
      'The relation room of the view Bookings leads to /room/:id/',
    ],
    ['has no parameter', { room: '/bookings/' }, 'needs the path of a route with a parameter'],
    ['has an unknown option', { room: { path: '/rooms/:id/', title: 'x' } as never }, 'title'],
  ])('a relation whose path %s is refused at the start', (_what, relations, message) => {
    expect(() => openSite({ relations })).toThrow(message)
  })
})
