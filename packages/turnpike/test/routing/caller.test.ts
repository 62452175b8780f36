import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  ApiResponse,
  AuthenticationFailed,
  type Caller,
  callerOf,
  createApi,
  type Environment,
  type Middleware,
  routes,
  type Scheme,
} from '../../src/index.ts'

const ann = { pk: 1, username: 'ann', isAuthenticated: true as const }
const key = { scopes: ['notes:read'] }

/** `X-Key: right`; `X-Key: wrong` fails. */
const keyScheme: Scheme<typeof ann, typeof key> = {
  name: 'key',
  authenticate({ headers }) {
    const sent = headers.get('X-Key')
    if (sent === null) return null
    if (sent !== 'right') throw new AuthenticationFailed('Invalid key.')
    return { user: ann, auth: key, credential: 'k-7' }
  },
  challenge: () => 'Key',
}

const anns: Caller = { user: ann, auth: key, scheme: 'key', credential: 'k-7' }

const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [keyScheme] })
const view = api.view({
  get: (request) => new ApiResponse({ inside: callerOf(request)?.credential ?? null }),
  post: async (request) => new ApiResponse(await request.data()),
})
const views = { '/notes/': view }

const requestWith = (headers: Record<string, string> = { 'X-Key': 'right' }, path = '/notes/') =>
  new Request(`http://testserver${path}`, { headers })

describe('the caller of a request', () => {
  it('callerOf knows the caller of a web request after the answer', async () => {
    const request = requestWith()
    expect(callerOf(request)).toBeNull()
    const response = await routes(api, views).fetch(request, {})
    expect(callerOf(request)).toEqual(anns)
    expect(await response.json()).toEqual({ inside: 'k-7' })
  })

  it.each([
    ['an anonymous request', {}, '/notes/'],
    ['wrong credentials', { 'X-Key': 'wrong' }, '/notes/'],
    ['a URL without a view', { 'X-Key': 'right' }, '/nothing/'],
  ])('callerOf is null for %s', async (_, headers, path) => {
    const request = requestWith(headers as Record<string, string>, path)
    await routes(api, views).fetch(request, {})
    expect(callerOf(request)).toBeNull()
  })

  it('callerOf knows the caller in middleware of routes, by its context and its request', async () => {
    const seen: unknown[] = []
    const note: Middleware = async (context, next) => {
      seen.push(callerOf(context), callerOf(context.req.raw))
      await next()
      seen.push(callerOf(context), callerOf(context.req.raw))
    }
    await routes(api, views, { middleware: [note] }).fetch(requestWith(), {})
    expect(seen).toEqual([null, null, anns, anns])
  })

  it('callerOf knows the caller in an app that the views are mounted in', async () => {
    const seen: unknown[] = []
    const app = new Hono<{ Bindings: Environment }>()
    app.use(async (context, next) => {
      await next()
      seen.push(callerOf(context), callerOf(context.req.raw))
    })
    app.route('/api', routes(api, views))
    const request = requestWith(undefined, '/api/notes/')
    await app.fetch(request, {})
    expect([...seen, callerOf(request)]).toEqual([anns, anns, anns])
  })

  it('callerOf knows the caller by a context whose request other middleware has replaced', async () => {
    const seen: unknown[] = []
    const app = new Hono<{ Bindings: Environment }>()
    app.use(async (context, next) => {
      await next()
      seen.push(callerOf(context))
    })
    app.use(bodyLimit({ maxSize: 100 }))
    app.route('/', routes(api, views))
    const body = new Blob(['{"a":1}']).stream()
    const init = { method: 'POST', body, duplex: 'half' as const }
    const headers = { 'X-Key': 'right', 'Content-Type': 'application/json' }
    const response = await app.fetch(new Request('http://h/notes/', { ...init, headers }), {})
    expect(await response.json()).toEqual({ a: 1 })
    expect(seen).toEqual([anns])
  })

  it('callerOf knows the caller of a request that a wrapper has passed on', async () => {
    const inner = routes(api, views)
    const wrapper = { fetch: (request: Request) => inner.fetch(request, {}) }
    const request = requestWith()
    await wrapper.fetch(request)
    expect(callerOf(request)).toEqual(anns)
  })

  it('callerOf knows the caller in middleware behind the Node door', async () => {
    const seen: unknown[] = []
    const note: Middleware = async (context, next) => {
      await next()
      seen.push(callerOf(context.req.raw))
    }
    const bytes = 'GET /notes/ HTTP/1.0\r\nHost: testserver\r\nX-Key: right\r\n\r\n'
    await sendThroughNode(routes(api, views, { middleware: [note] }), Buffer.from(bytes))
    expect(seen).toEqual([anns])
  })

  it('callerOf knows nothing of a copy of the request', async () => {
    const request = requestWith()
    const copy = request.clone()
    await routes(api, views).fetch(request, {})
    expect([callerOf(copy), callerOf(request.clone())]).toEqual([null, null])
  })

  it('callerOf keeps simultaneous requests apart', async () => {
    const app = routes(api, views)
    const requests = [requestWith(), requestWith({}), requestWith(), requestWith({})]
    await Promise.all(requests.map((request) => app.fetch(request, {})))
    expect(requests.map((request) => callerOf(request)?.scheme)).toEqual([
      'key',
      undefined,
      'key',
      undefined,
    ])
  })

  it('a caller has no id of its credentials when the scheme gives none', async () => {
    const plain: Scheme = { name: 'plain', authenticate: () => ({ user: ann, auth: null }) }
    const request = requestWith()
    await routes(api, {
      '/notes/': { authentication: [plain], get: () => new ApiResponse() },
    }).fetch(request, {})
    expect(callerOf(request)).toEqual({ user: ann, auth: null, scheme: 'plain', credential: null })
  })

  it('callerOf takes a request, a context of any app of Hono, or the request of a view', () => {
    expectTypeOf(callerOf).toBeCallableWith(requestWith())
    new Hono<{ Variables: { other: string } }>().use(async (context, next) => {
      expectTypeOf(callerOf(context)).toEqualTypeOf<Caller | null>()
      await next()
    })
    expectTypeOf(callerOf).returns.toEqualTypeOf<Caller | null>()
  })
})
