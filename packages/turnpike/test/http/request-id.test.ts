import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  type ApiRequest,
  ApiResponse,
  type App,
  createApi,
  exceptionHandler,
  type HttpRequest,
  type Middleware,
  type Permission,
  routes,
  type Scheme,
  type Throttle,
} from '../../src/index.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An app that notes the identifier wherever it can be read. */
function notingApp(middleware: readonly Middleware[] = []) {
  const ids: string[] = []
  const note = ({ id }: HttpRequest) => ids.push(id)
  const scheme: Scheme = {
    authenticate(request) {
      note(request)
      return null
    },
  }
  const permission: Permission = {
    hasPermission(request) {
      note(request)
      note((request as ApiRequest).withMethod('PUT'))
      return true
    },
  }
  const throttle: Throttle = {
    allowRequest(request) {
      note(request)
      return { allowed: true }
    },
  }
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [scheme],
    DEFAULT_PERMISSION_CLASSES: [permission],
    DEFAULT_THROTTLE_CLASSES: [throttle],
    EXCEPTION_HANDLER(error, context) {
      note(context.request)
      return exceptionHandler(error, context)
    },
  })
  const get = (request: ApiRequest) => new ApiResponse({ id: request.id })
  const app = routes(api, { '/': { get } }, { middleware })
  return { app, ids, note }
}

/** The identifier that the handler has seen. */
async function idOf(app: App, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await testClient(app, { headers }).get('/')
  return ((await response.json()) as { id: unknown }).id
}

describe('the identifier of a request', () => {
  it('request.id is the same in schemes, permissions, throttles and handlers', async () => {
    const { app, ids } = notingApp()

    const id = await idOf(app)

    expect(id).toMatch(uuid)
    expect(ids).toEqual([id, id, id, id])
  })

  it('request.id is the same in the exception handler', async () => {
    const { app, ids } = notingApp()

    expect((await testClient(app).delete('/')).status).toBe(405)

    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(1)
  })

  it('middleware can read request.id', async () => {
    const seen: unknown[] = []
    const { app } = notingApp([
      async (context, next) => {
        await next()
        seen.push(context.get('request')?.id)
      },
    ])

    expect([await idOf(app)]).toEqual(seen)
  })

  it.each(['order-7_b.2', 'x'.repeat(64)])(
    'request.id is a valid one of the client: %s',
    async (sent) => {
      const { app } = notingApp()
      expect(await idOf(app, { 'X-Request-Id': sent })).toBe(sent)
    },
  )

  it.each(['a b', '<script>', 'x'.repeat(65), ''])(
    'request.id is not an odd one: %s',
    async (sent) => {
      const { app } = notingApp()
      expect(await idOf(app, { 'X-Request-Id': sent })).toMatch(uuid)
    },
  )

  it('request.id is that of the server, if it has given one', async () => {
    for (const { app } of [notingApp(), notingApp([(_context, next) => next()])]) {
      const request = new Request('http://api.test/', { headers: { 'X-Request-Id': 'mine' } })
      const response = await app.fetch(request, { requestId: 'theirs' })
      expect(await response.json()).toEqual({ id: 'theirs' })
    }
  })

  it('request.id differs from request to request', async () => {
    const { app } = notingApp()
    expect(await idOf(app)).not.toBe(await idOf(app))
  })
})
