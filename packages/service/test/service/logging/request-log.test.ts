import {
  ApiResponse,
  createApi,
  type DeprecationOptions,
  routes,
  ServiceUnavailable,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { defineService } from '../../../src/service/define-service.ts'
import { answering, startService } from '../test-service.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the request log', () => {
  it('the request log has one line for each request', async () => {
    const { request, log } = await startService(
      answering(() => new Response(null, { status: 204 })),
    )

    const response = await request('/notes/7/', { method: 'DELETE' })

    expect(log).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: response.headers.get('X-Request-Id'),
        method: 'DELETE',
        path: '/notes/7/',
        status: 204,
        durationMs: expect.any(Number),
        clientAddress: '192.0.2.7',
        remoteAddress: '192.0.2.7',
        user: null,
        scheme: null,
        credential: null,
        msg: 'request',
      },
    ])
  })

  it('the request log has no query, header or body', async () => {
    const { request, log } = await startService(answering(() => new Response('ok')))

    await request('/login/?token=QUERY-SECRET', {
      method: 'POST',
      body: 'password=BODY-SECRET',
      headers: { Authorization: 'Token HEADER-SECRET', Cookie: 'session=COOKIE-SECRET' },
    })

    expect(log).toMatchObject([{ path: '/login/' }])
    expect(JSON.stringify(log)).not.toContain('SECRET')
  })

  it('the request log marks requests to deprecated views', async () => {
    const view = (deprecated: DeprecationOptions | null) => ({
      get: () => new ApiResponse('ok'),
      deprecated,
    })
    const { request, log } = await startService(
      defineService({
        name: 'versions',
        app: ({ settings }) =>
          routes(createApi(settings), {
            '/v1/': view({ since: '2026-11-24' }),
            '/v2/': view(null),
          }),
      }),
    )

    await request('/v1/')
    await request('/v1/', { method: 'DELETE' })
    await request('/v2/')

    const lines = log.filter(({ msg }) => msg === 'request')
    expect(lines.map(({ status, deprecated = null }) => [status, deprecated])).toEqual([
      [200, true],
      [405, true],
      [200, null],
    ])
  })

  it('cuts long paths off', async () => {
    const { request, log } = await startService(answering(() => new Response('ok')))

    await request(`/${'x'.repeat(5000)}`)

    expect(log[0]?.path).toHaveLength(1000)
  })

  it('the request log uses a new identifier when the client sends none, or an odd one', async () => {
    const { request } = await startService(answering(() => new Response('ok')))
    const idFor = async (sent?: string) => {
      const response = await request('/', sent ? { headers: { 'X-Request-Id': sent } } : {})
      return response.headers.get('X-Request-Id')
    }

    expect(await idFor()).toMatch(uuid)
    expect(await idFor('a b')).toMatch(uuid)
    expect(await idFor('<script>')).toMatch(uuid)
    expect(await idFor('x'.repeat(65))).toMatch(uuid)
    expect(await idFor('x'.repeat(64))).toBe('x'.repeat(64))
    expect(await idFor('order-7_b.2')).toBe('order-7_b.2')
  })

  it('gives an identifier to answers whose headers cannot be changed, too', async () => {
    const { request } = await startService(
      answering(() => Response.redirect('http://api.test/elsewhere')),
    )

    const response = await request('/', { headers: { 'X-Request-Id': 'mine' } })

    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('http://api.test/elsewhere')
    expect(response.headers.get('X-Request-Id')).toBe('mine')
  })

  it('carries the identifier in every line that is written for the request', async () => {
    const { request, log } = await startService(
      defineService({
        name: 'test',
        app: ({ logger }) => ({
          async fetch() {
            await Promise.resolve()
            logger.warn({}, 'from within')
            return new Response('ok')
          },
        }),
      }),
    )

    await request('/', { headers: { 'X-Request-Id': 'mine' } })

    expect(log).toMatchObject([
      { requestId: 'mine', msg: 'from within' },
      { requestId: 'mine', msg: 'request' },
    ])
  })

  it('keeps the fields of one line out of the next ones of the request', async () => {
    const { request, log } = await startService(
      defineService({
        name: 'test',
        app: ({ logger }) => ({
          async fetch() {
            logger.warn({ audit: true }, 'first')
            logger.warn({}, 'second')
            return new Response('ok')
          },
        }),
      }),
    )

    await request('/')

    expect(log.map(({ msg, audit }) => [msg, audit])).toEqual([
      ['first', true],
      ['second', undefined],
      ['request', undefined],
    ])
  })
})

describe('the identifier of the log and of the request', () => {
  it.each([
    ['an app of views', []],
    ['an app with middleware', [(_context: unknown, next: () => Promise<void>) => next()]],
  ])('request.id is the identifier of the log with %s', async (_, middleware) => {
    const { request, log } = await startService(
      defineService({
        name: 'test',
        app: () =>
          routes(
            createApi({ ALLOWED_HOSTS: ['api.test'] }),
            { '/': { get: ({ id }) => new ApiResponse({ id }) } },
            { middleware },
          ),
      }),
    )

    for (const headers of [{}, { 'X-Request-Id': 'mine' }, { 'X-Request-Id': 'a b' }]) {
      log.length = 0
      const response = await request('/', { headers })
      const { id } = (await response.json()) as { id: string }

      expect(id).toMatch(/^(mine|[0-9a-f-]{36})$/)
      expect(response.headers.get('X-Request-Id')).toBe(id)
      expect(log).toMatchObject([{ requestId: id, msg: 'request' }])
    }
  })
})

describe('an error that the application does not catch', () => {
  const failing = answering(() => {
    const cause = new Error('the disk is full')
    throw Object.assign(new Error('bang', { cause }), { headers: { Authorization: 'SECRET' } })
  })

  it('an uncaught error is answered with a bare 500 in JSON', async () => {
    const { request } = await startService(failing)

    const response = await request('/')

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Server Error (500)' })
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('an uncaught error is logged with its stack and cause, and without its other properties', async () => {
    const { request, log } = await startService(failing)

    await request('/')

    expect(log).toMatchObject([
      {
        level: 'error',
        err: {
          type: 'Error',
          message: 'bang',
          stack: expect.stringContaining('request-log.test.ts'),
          cause: { message: 'the disk is full' },
        },
      },
      { level: 'info', status: 500 },
    ])
    expect(JSON.stringify(log)).not.toContain('SECRET')
  })
})

it('a service without views answers 503 when the database is away', async () => {
  const { request, log } = await startService(
    answering(() => {
      throw new ServiceUnavailable({ cause: new Error('ECONNREFUSED'), retryAfter: 2 })
    }),
  )

  const response = await request('/')

  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('2')
  expect(await response.json()).toEqual({
    detail: 'Service temporarily unavailable, try again later.',
  })
  expect(log.map(({ level }) => level)).toEqual(['error', 'info'])
})
