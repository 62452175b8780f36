import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { Hono, type MiddlewareHandler } from 'hono'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../src/errors/configuration-error.ts'
import { ApiResponse, createApi, routes, type Settings, type ViewOptions } from '../src/index.ts'

const hello: ViewOptions = { get: () => new ApiResponse('hello') }
const broken: ViewOptions = {
  get() {
    throw new Error('password=hunter2')
  },
}

const quiet = (settings: Settings = {}) => createApi({ LOGGER: silentLogger, ...settings })
const summary = async (response: Response) => [
  response.status,
  response.headers.get('Content-Type'),
  await response.json(),
]

describe('routes', () => {
  it.each([
    ['/notes/<int:id>/', 'a parameter is written with a colon, as in /notes/:id/.'],
    ['/notes/<id>/', 'a parameter is written with a colon, as in /notes/:id/.'],
    ['/a/<int:x>/<y>/', 'a parameter is written with a colon, as in /a/:x/:y/.'],
    ['/notes/{id}/', 'a parameter is written with a colon, as in /notes/:id/.'],
    ['GET /notes/', 'a path has no method. Give its view a handler, as in { get: … }.'],
  ])('routes refuse a path in the form of another framework: %s', (path, advice) => {
    expect(() => routes(quiet(), { [path]: hello })).toThrow(
      new ConfigurationError(`routes() has the path ${path}: ${advice}`),
    )
  })

  it.each([undefined, null, () => new ApiResponse('hi')])(
    'routes refuse what is no view: %s',
    (view) => {
      expect(() => routes(quiet(), { '/x/': view as never })).toThrow(
        'routes() has no view for /x/',
      )
    },
  )

  it.each(['/notes/:id{[0-9]{3}}/', '/notes/:name{\\w+}/', '/a b/', '/notes/:id?', '/files/*'])(
    'routes take every path of Hono: %s',
    (path) => {
      expect(() => routes(quiet(), { [path]: hello })).not.toThrow()
    },
  )

  it('routes answer each path with its view, given as a view or as its options', async () => {
    const api = quiet()
    const client = testClient(
      routes(api, { '/view/': api.view({ get: () => new ApiResponse('view') }), '/': hello }),
    )
    expect(await (await client.get('/view/')).json()).toBe('view')
    expect(await (await client.get('/')).json()).toBe('hello')
  })

  it('routes give every method of a path to its view, so an unknown one is 405 and not 404', async () => {
    const client = testClient(routes(quiet(), { '/': hello }))

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'M-SEARCH']) {
      const response = await client.request(method, '/')
      expect(await summary(response)).toEqual([
        405,
        'application/json',
        { detail: `Method '${method}' not allowed.` },
      ])
      expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  it('routes have parameters, decoded', async () => {
    const params: ViewOptions = { get: (request) => new ApiResponse(request.params) }
    const client = testClient(routes(quiet(), { '/a/:b/c/:d/': params }))

    expect(await (await client.get('/a/1/c/x%20y/')).json()).toEqual({ b: '1', d: 'x y' })
    expect(await (await client.get('/a/%F0%9F%91%8D/c/%2F/')).json()).toEqual({ b: '👍', d: '/' })
    expect((await client.get('/a/%/c/%ff/')).status).toBe(200)
  })

  it.each(['/', '/helloo/', '/hello', '/Hello/', '/hello//', '//hello/', '/hello/more/'])(
    'routes answer 404 as JSON for a path without a view: %s',
    async (path) => {
      const app = routes(quiet(), { '/hello/': hello })
      const response = await app.fetch(new Request(`http://testserver${path}`), {})
      expect(await summary(response)).toEqual([404, 'application/json', { detail: 'Not found.' }])
    },
  )

  it('a view receives nothing of the connection when the server gives nothing', async () => {
    const client = routes(quiet(), {
      '/': { get: ({ connection }) => new ApiResponse(connection) },
    })
    const unknown = await client.fetch(new Request('http://testserver/'))
    expect(await unknown.json()).toEqual({ address: null, remoteUser: null })

    const connection = { address: '203.0.113.7', remoteUser: 'ann' }
    const known = await client.fetch(new Request('http://testserver/'), { connection })
    expect(await known.json()).toEqual(connection)
  })
})

describe('what no exception handler takes', () => {
  it('an unhandled error is logged with its cause and answered by a bare 500', async () => {
    const logged: unknown[] = []
    const LOGGER = {
      ...silentLogger,
      error: (fields: object, message: string) => logged.push([fields, message]),
    }
    const response = await testClient(routes(quiet({ LOGGER }), { '/': broken })).get('/?key=1')

    expect(await summary(response)).toEqual([
      500,
      'application/json',
      { error: 'Server Error (500)' },
    ])
    expect(logged).toEqual([
      [{ method: 'GET', path: '/', err: new Error('password=hunter2') }, 'A request failed.'],
    ])
  })

  it('a thrown value that is not an Error is logged as the cause of one', async () => {
    for (const thrown of ['hunter2', null, undefined, { status: 404 }]) {
      const logged: { err?: Error }[] = []
      const LOGGER = { ...silentLogger, error: (fields: object) => logged.push(fields) }
      const view: ViewOptions = {
        get() {
          throw thrown
        },
      }
      const response = await testClient(routes(quiet({ LOGGER }), { '/': view })).get('/')

      expect(response.status).toBe(500)
      expect(await response.text()).toBe('{"error":"Server Error (500)"}')
      const type = thrown === null ? 'null' : typeof thrown
      const message =
        `A value was thrown that is not an Error, of the type ${type}: ` +
        "throw an Error, such as new NotFound() or new Error('…')."
      expect(logged[0]?.err).toEqual(new Error(message, { cause: thrown }))
    }
  })

  it('a result that cannot be rendered is an unhandled error', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const client = testClient(
      routes(quiet(), {
        '/circular/': { get: () => new ApiResponse(circular) },
        '/thrown/': {
          get: () =>
            new ApiResponse({
              toJSON: () => {
                throw new Error('bang')
              },
            }),
        },
        '/nothing/': { get: (() => undefined) as never },
      }),
    )
    for (const path of ['/circular/', '/thrown/', '/nothing/']) {
      expect((await client.get(path)).status).toBe(500)
    }
  })

  it('a custom view can answer unhandled errors', async () => {
    const serverError = async ({ url }: Request) => new Response(`sorry, ${url}`, { status: 503 })
    const client = testClient(routes(quiet(), { '/': broken }, { serverError }))
    const response = await client.get('/')

    expect(response.status).toBe(503)
    expect(await response.text()).toBe('sorry, http://testserver/')
  })
})

describe('a request that no honest client makes', () => {
  const settings = { ALLOWED_HOSTS: ['api.test'] }

  it('a suspicious request is logged as a warning and answered by a bare 400', async () => {
    const logged: unknown[] = []
    const LOGGER = {
      ...silentLogger,
      warn: (fields: object, message: string) => logged.push([fields, message]),
    }
    const client = testClient(routes(quiet({ ...settings, LOGGER }), { '/': hello }))

    expect(await summary(await client.get('/'))).toEqual([
      400,
      'application/json',
      { error: 'Bad Request (400)' },
    ])
    expect(logged).toEqual([
      [
        { method: 'GET', path: '/', reason: 'The host testserver is not in ALLOWED_HOSTS.' },
        'Refused a suspicious request.',
      ],
    ])
  })

  it('passes the exception handler by', async () => {
    const EXCEPTION_HANDLER = () => new ApiResponse('handled', 418)
    const client = testClient(routes(quiet({ ...settings, EXCEPTION_HANDLER }), { '/': hello }))
    expect((await client.get('/')).status).toBe(400)
  })

  it('a custom view can answer suspicious requests', async () => {
    const badRequest = () => new Response('no', { status: 421 })
    const client = testClient(routes(quiet(settings), { '/': hello }, { badRequest }))
    expect((await client.get('/')).status).toBe(421)
  })
})

describe('an app of routes', () => {
  it('answers unknown URLs by a view of your own', async () => {
    const notFound = ({ url }: Request) => new Response(`no ${url}`, { status: 410 })
    const response = await testClient(routes(quiet(), {}, { notFound })).get('/x')

    expect(response.status).toBe(410)
    expect(await response.text()).toBe('no http://testserver/x')
  })

  it('an app of routes can be mounted in another one, errors included', async () => {
    const app = new Hono().route('/api', routes(quiet(), { '/hello/': hello, '/broken/': broken }))

    expect(await (await app.request('/api/hello/')).json()).toBe('hello')
    expect((await app.request('/api/hello/', { method: 'PUT' })).status).toBe(405)
    expect(await (await app.request('/api/broken/')).json()).toEqual({
      error: 'Server Error (500)',
    })
  })

  it('runs its middleware around all views, the first one outermost', async () => {
    const ran: string[] = []
    const middleware = ['outer', 'inner'].map(
      (name): MiddlewareHandler =>
        async (_context, next) => {
          ran.push(name)
          await next()
          ran.push(`${name} after`)
        },
    )
    const client = testClient(routes(quiet(), { '/': hello }, { middleware }))

    await client.get('/')
    expect(ran).toEqual(['outer', 'inner', 'inner after', 'outer after'])
    ran.length = 0
    await client.get('/unknown/')
    expect(ran).toEqual(['outer', 'inner', 'inner after', 'outer after'])
  })

  it('an app of routes takes further routes', async () => {
    const app = routes(quiet(), { '/': hello })
    app.get('/plain', (context) => context.text('plain'))
    expect(await (await testClient(app).get('/plain')).text()).toBe('plain')
  })
})
