import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import {
  type ApiRequest,
  ApiResponse,
  anonymousUser,
  createApi,
  type Environment,
  type ExceptionHandler,
  exceptionHandler,
  isAuthenticated,
  jsonRenderer,
  type Middleware,
  memoryAccounts,
  type Renderer,
  routes,
  type Settings,
  tokenAuthentication,
} from '../../src/index.ts'

const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: null }] })
const ann = await users.find('ann')
if (ann === null) throw new Error('ann was just added.')
const token = await tokens.getOrCreate(ann)

const views = (settings: Settings) => {
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    LOGGER: silentLogger,
    ...settings,
  })
  return { api, views: { '/': api.view({ get: () => new ApiResponse('hello') }) } }
}

const good = { Authorization: `Token ${token.key}` }
const wrong = { Authorization: 'Token wrong' }

const refusals = [
  { what: 'wrong credentials', status: 401, path: '/', headers: wrong },
  { what: 'no credentials', status: 401, path: '/', headers: {} },
  { what: 'nothing acceptable', status: 406, path: '/', headers: { ...good, Accept: 'image/png' } },
  { what: 'an unknown format', status: 404, path: '/?format=xml', headers: good },
]

describe.each(refusals)('a request with $what', (refusal) => {
  const { path, headers, status } = refusal
  const seenBy = { user: anonymousUser, auth: null, scheme: null, isIdentified: false }
  const look = ({ user, auth, scheme, isIdentified }: ApiRequest) => ({
    user,
    auth,
    scheme,
    isIdentified,
  })

  it('an exception handler sees the user of a refused request', async () => {
    const seen: unknown[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      seen.push(look(context.request))
      return exceptionHandler(error, context)
    }
    const { api, views: routed } = views({ EXCEPTION_HANDLER })
    const response = await testClient(routes(api, routed)).get(path, { headers })

    expect(response.status).toBe(status)
    expect(seen).toEqual([seenBy])
  })

  it('a renderer sees the user of a refused request', async () => {
    const seen: unknown[] = []
    const json = jsonRenderer()
    const renderer: Renderer = {
      ...json,
      render(data, context) {
        seen.push(look(context.request))
        return json.render(data, context)
      },
    }
    const { api, views: routed } = views({ DEFAULT_RENDERER_CLASSES: [renderer] })
    const response = await testClient(routes(api, routed)).get(path, { headers })

    expect(response.status).toBe(status)
    expect(seen).toEqual([seenBy])
  })

  it('a middleware and a log', async () => {
    const seen: unknown[] = []
    const requests: ApiRequest[] = []
    const middleware: Middleware = async (context, next) => {
      await next()
      const request = context.get('request')
      seen.push(request && look(request))
    }
    const { api, views: routed } = views({})
    const app = routes(api, routed, { middleware: [middleware] })
    await app.fetch(new Request(`http://testserver${path}`, { headers }), {
      onRequest: (request) => requests.push(request),
    })

    expect(seen).toEqual([seenBy])
    expect(requests.map(look)).toEqual([seenBy])
  })

  it('a refused request has the values of UNAUTHENTICATED_USER and UNAUTHENTICATED_TOKEN', async () => {
    const seen: unknown[] = []
    const { api, views: routed } = views({
      UNAUTHENTICATED_USER: { username: 'guest' },
      UNAUTHENTICATED_TOKEN: 'none',
      EXCEPTION_HANDLER(error, context) {
        seen.push(look(context.request))
        return exceptionHandler(error, context)
      },
    })
    await testClient(routes(api, routed)).get(path, { headers })

    expect(seen).toEqual([{ ...seenBy, user: { username: 'guest' }, auth: 'none' }])
  })
})

describe('middleware', () => {
  const whoSent = (seen: unknown[]): Middleware => {
    return async (context, next) => {
      seen.push(context.get('request'))
      await next()
      const request = context.get('request')
      seen.push(request && [request.user, request.auth, request.scheme])
    }
  }

  it('middleware knows after next() who sent the request, and with which scheme', async () => {
    const seen: unknown[] = []
    const { api, views: routed } = views({})
    const app = routes(api, routed, { middleware: [whoSent(seen)] })
    expect((await testClient(app).get('/', { headers: good })).status).toBe(200)

    expect(seen).toEqual([undefined, [ann, await tokens.find(token.key), 'token']])
  })

  it('knows it also in an app around the one of routes', async () => {
    const seen: unknown[] = []
    const { api, views: routed } = views({})
    const outer = new Hono<{ Bindings: Environment }>()
    outer.use(whoSent(seen) as never)
    outer.route('/api', routes(api, routed))
    await outer.fetch(new Request('http://testserver/api', { headers: good }), {})

    expect(seen.at(-1)).toEqual([ann, await tokens.find(token.key), 'token'])
  })

  it('middleware sees no request when no view answers', async () => {
    const seen: unknown[] = []
    const { api, views: routed } = views({})
    await testClient(routes(api, routed, { middleware: [whoSent(seen)] })).get('/nowhere/')

    expect(seen).toEqual([undefined, undefined])
  })
})

describe('the name of a scheme', () => {
  it('a scheme without a name is logged without one', async () => {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [{ authenticate: () => ({ user: 1, auth: null }) }],
    })
    const app = routes(api, { '/': api.view({ get: ({ scheme }) => new ApiResponse(scheme) }) })

    expect(await (await testClient(app).get('/')).json()).toBe('unnamed')
  })
})
