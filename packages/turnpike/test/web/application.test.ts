import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { ApiResponse, type App, createApi, type Middleware, routes } from '../../src/index.ts'
import { answeringOf, type WebApp } from '../../src/web/application.ts'
import { WebRequest } from '../../src/web/web-request.ts'

const api = createApi({ LOGGER: silentLogger })
const views = { '/': { get: () => new ApiResponse('view') } }
const stamp: Middleware = async (context, next) => {
  await next()
  context.header('X-Stamp', 'yes')
}

/** What Node's door gets of the app: status and body, and whether a middleware has seen it. */
async function answered(app: WebApp, path = '/') {
  const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  const answer = await sendThroughNode(app, Buffer.from(head), { logger: silentLogger })
  return {
    status: answer.status,
    body: answer.body.toString(),
    isStamped: answer.fields.some(([name]) => name === 'x-stamp'),
  }
}

/** Whether Node's door makes a web request for the app. */
async function isAskedByFetch(app: WebApp): Promise<boolean> {
  let isAsked = false
  class Spied extends WebRequest {
    override toRequest(): Request {
      isAsked = true
      return super.toRequest()
    }
  }
  await answeringOf(app)(new Spied(new Request('http://a/')), {})
  return isAsked
}

describe('an app on Node', () => {
  it('an app of views alone is answered without a web request', async () => {
    const app = routes(api, views)

    expect(await isAskedByFetch(app)).toBe(false)
    expect(await answered(app)).toEqual({ status: 200, body: '"view"', isStamped: false })
  })

  it('an app with CORS is answered without a web request, too', async () => {
    const app = routes(createApi({ CORS_ALLOWED_ORIGINS: ['https://app.test'] }), views)
    expect(await isAskedByFetch(app)).toBe(false)
  })

  it.each<[string, () => WebApp]>([
    ['the option middleware', () => routes(api, views, { middleware: [stamp] })],
    ['use() in another app', () => new Hono().use(stamp as never).route('/', routes(api, views))],
    ['fetch by hand', () => stamped(routes(api, views))],
    ['fetch in a copy', () => ({ ...routes(api, views), ...stamped(routes(api, views)) })],
    [
      'another fetch of its own',
      () => {
        const app = routes(api, views)
        return Object.assign(app, stamped({ fetch: app.fetch }))
      },
    ],
  ])('what is around the views is asked: %s', async (_name, open) => {
    const app = open()

    expect(await isAskedByFetch(app)).toBe(true)
    expect(await answered(app)).toEqual({ status: 200, body: '"view"', isStamped: true })
  })

  it.each<[string, (app: App) => unknown, string, string]>([
    ['get', (app) => app.get('/own', (context) => context.text('own')), '/own', 'own'],
    ['on', (app) => app.on('GET', '/own', (context) => context.text('own')), '/own', 'own'],
    ['route', (app) => app.route('/sub', routes(api, views)), '/sub', '"view"'],
    ['mount', (app) => app.mount('/sub', () => new Response('own')), '/sub/', 'own'],
    ['basePath', (app) => app.basePath('/sub').get('/', (c) => c.text('own')), '/sub', 'own'],
    ['notFound', (app) => app.notFound((context) => context.text('own')), '/nowhere', 'own'],
  ])('what is added to the app after routes() counts: %s', async (_name, add, path, body) => {
    const app = routes(api, views)
    add(app)

    expect(await isAskedByFetch(app)).toBe(true)
    expect(await answered(app, path)).toEqual({ status: 200, body, isStamped: false })
    expect(await answered(app)).toMatchObject({ body: '"view"' })
  })

  it('middleware that is added after routes() is around the routes behind it', async () => {
    const app = routes(api, views)
    app.use(stamp)
    app.get('/own', (context) => context.text('own'))

    expect(await answered(app, '/own')).toEqual({ status: 200, body: 'own', isStamped: true })
  })

  it('an error handler that is added after routes() answers errors', async () => {
    const broken = () => {
      throw new Error('broken')
    }
    const app = routes(api, { '/': { get: broken } })
    app.onError((_error, context) => context.text('own', 503))

    expect(await answered(app)).toEqual({ status: 503, body: 'own', isStamped: false })
  })

  it('an app of another framework is asked by its fetch', async () => {
    const app: WebApp = { fetch: (request) => new Response(new URL(request.url).pathname) }
    expect(await answered(app, '/a')).toEqual({ status: 200, body: '/a', isStamped: false })
  })

  it('error views of its own get a web request', async () => {
    const view = (status: number) => (request: Request) => new Response(request.url, { status })
    const broken = () => {
      throw new Error('broken')
    }
    const own = { notFound: view(410), serverError: view(503), badRequest: view(421) }
    const strict = createApi({ LOGGER: silentLogger, ALLOWED_HOSTS: ['api.test'] })

    const app = routes(api, { '/': { get: broken } }, own)
    expect(await answered(app)).toMatchObject({ status: 503, body: 'http://a/' })
    expect(await answered(app, '/x?y')).toMatchObject({ status: 410, body: 'http://a/x?y' })
    const refusing = routes(strict, { '/': { get: broken } }, own)
    expect(await answered(refusing)).toMatchObject({ status: 421, body: 'http://a/' })
  })

  it('the first of several views that fit a path answers, as Hono has it', async () => {
    const get = (text: string) => ({ get: () => new ApiResponse(text) })
    const app = routes(api, { '/a/:id': get('any'), '/a/b': get('one') })

    expect(await answered(app, '/a/b')).toMatchObject({ body: '"any"' })
    expect(await (await app.request('/a/b')).json()).toBe('any')
  })
})

function stamped(app: WebApp): WebApp {
  return {
    async fetch(request, environment) {
      const response = await app.fetch(request, environment)
      const headers = { ...Object.fromEntries(response.headers), 'X-Stamp': 'yes' }
      return new Response(response.body, { status: response.status, headers })
    },
  }
}
