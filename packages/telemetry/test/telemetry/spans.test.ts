import { defineService, type ServiceContext } from '@turnpike/service'
import { outageAwareDialect, sqliteDialect, watchStatements } from '@turnpike/sql'
import { quick } from '@turnpike/test-support/accounts.ts'
import { describeWith } from '@turnpike/test-support/extras.ts'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import {
  ApiResponse,
  basicAuthentication,
  createApi,
  isAuthenticated,
  memoryAccounts,
  NotFound,
  routes,
} from 'turnpike'
import { expect, it, onTestFinished } from 'vitest'
import { startService } from '../../../service/test/service/test-service.ts'
import { openTelemetry } from '../../src/opentelemetry/index.ts'
import { outlineOf, packages, recording } from './open-telemetry.ts'

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** A service that writes notes, each request of which is a trace. */
async function notesService() {
  const otel = await recording()
  const app = ({ db, settings, logger }: ServiceContext) => {
    const api = createApi({ ...settings, ATOMIC_REQUESTS: true })
    return routes(api, {
      '/notes/:id/': api.view({
        async get({ params }) {
          const { rows } = await sql`select username from turnpike_user where id = ${params.id}
            and username <> 'secret-literal'`.execute(db)
          logger.info({}, 'looked')
          if (rows.length === 0) throw new NotFound()
          return new ApiResponse(rows)
        },
        async post({ transaction }) {
          await sql`delete from turnpike_token`.execute(transaction as never)
          return new ApiResponse({}, 201)
        },
        put() {
          throw new TypeError('broken')
        },
        delete: () => new ApiResponse({ detail: 'away' }, 503),
      }),
      '/closed/': api.view({ permissions: [isAuthenticated], get: () => new ApiResponse(1) }),
      '/stream/': api.view({ get: () => new Response(streamOf(['a', 'b'])) }),
    })
  }
  const service = await startService(
    defineService({ name: 'notes', telemetry: [openTelemetry(otel.options)], app }),
  )
  otel.forget()
  return { ...otel, ...service }
}

function streamOf(parts: readonly string[]): ReadableStream<Uint8Array> {
  const rest = [...parts]
  return new ReadableStream({
    pull(controller) {
      const part = rest.shift()
      if (part === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(part))
    },
  })
}

describeWith(packages, 'spans by OpenTelemetry', () => {
  it('makes a span of a request, of each step of its view and of each statement', async () => {
    const { request, tree } = await notesService()

    await request('/notes/7/')

    expect(outlineOf(tree())).toEqual([
      'GET /notes/:id/',
      ['negotiate', 'permissions', 'handler', ['SELECT turnpike_user'], 'render'],
    ])
  })

  it('shows a transaction as a span around the handler, with begin and commit', async () => {
    const { request, tree } = await notesService()

    await request('/notes/7/', { method: 'POST' })

    expect(outlineOf(tree())).toEqual([
      'POST /notes/:id/',
      [
        'negotiate',
        'permissions',
        'transaction',
        ['handler', ['BEGIN', 'DELETE turnpike_token', 'COMMIT']],
        'render',
      ],
    ])
  })

  it('names attributes of requests as the stable conventions do', async () => {
    const { request, spans } = await notesService()

    await request('/notes/7/?secret=1')

    const [server] = spans().filter(({ kind }) => kind === 1)
    expect(server?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/notes/:id/',
      'http.response.status_code': 404,
      'url.path': '/notes/7/',
      'url.scheme': 'http',
      'server.address': 'api.test',
      'client.address': '192.0.2.7',
      'turnpike.code': 'not_found',
    })
  })

  it('shows statements with placeholders, and neither values nor literals', async () => {
    const { request, spans } = await notesService()

    await request('/notes/4711/')

    const [statement] = spans().filter(({ kind }) => kind === 2)
    expect(statement?.attributes).toEqual({
      'db.system.name': 'sqlite',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'turnpike_user',
      'db.query.summary': 'SELECT turnpike_user',
      'db.query.text': 'select username from turnpike_user where id = ? and username <> ?',
    })
  })

  it('continues the trace of a client, which its log lines name', async () => {
    const { request, spans, log } = await notesService()

    await request('/notes/7/', { headers: { traceparent: parent } })

    const traceId = '0af7651916cd43dd8448eb211c80319c'
    expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
    const idOf = (name: string) =>
      spans()
        .find((span) => span.name === name)
        ?.spanContext().spanId
    expect(log.filter(({ msg }) => msg === 'looked' || msg === 'request')).toMatchObject([
      { msg: 'looked', trace_id: traceId, span_id: idOf('handler') },
      { msg: 'request', trace_id: traceId, span_id: idOf('GET /notes/:id/') },
    ])
  })

  it('begins a trace of its own, linked to that of the client, with newTraces', async () => {
    const { options, spans } = await recording()
    const app = openTelemetry({ ...options, newTraces: true }).around({
      fetch: () => new Response(),
    })

    await app.fetch(new Request('http://api.test/', { headers: { traceparent: parent } }), {})

    const [span] = spans()
    expect(span?.parentSpanContext).toBeUndefined()
    expect(span?.links[0]?.context.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
  })

  it('records the exception of a 500, and says that the request and its handler failed', async () => {
    const { request, spans } = await notesService()

    await request('/notes/7/', { method: 'PUT' })

    const failed = spans().filter(({ status }) => status.code === 2)
    expect(failed.map(({ name }) => name)).toEqual(['handler', 'transaction', 'PUT /notes/:id/'])
    const server = failed.at(-1)
    expect(server?.attributes['error.type']).toBe('TypeError')
    expect(server?.events).toMatchObject([
      { name: 'exception', attributes: { 'exception.message': 'broken' } },
    ])
  })

  it('leaves the status of a 401, 404 and 405 unset: the client is at fault', async () => {
    const { request, spans } = await notesService()

    await request('/closed/')
    await request('/notes/7/')
    await request('/notes/7/', { method: 'PATCH' })

    expect(spans().filter(({ status }) => status.code !== 0)).toEqual([])
  })

  it('says which permission has denied a request, and by which code', async () => {
    const { options, spans } = await recording()
    const api = createApi()
    const app = openTelemetry(options).around(
      routes(api, { '/': api.view({ permissions: [isAuthenticated], get: () => new Response() }) }),
    )

    await app.fetch(new Request('http://api.test/'), {})

    expect(spans().at(-1)?.attributes).toMatchObject({
      'http.response.status_code': 403,
      'turnpike.code': 'permission_denied',
      'turnpike.permission': 'isAuthenticated',
    })
  })

  it('a span has the pk of a user only with userIds', async () => {
    const { options, spans } = await recording()
    const { users } = memoryAccounts({ passwords: quick })
    await users.create({ username: 'ann', password: 'a long enough secret' })
    const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [basicAuthentication({ users })] })
    const inner = routes(api, { '/': api.view({ get: () => new ApiResponse(1) }) })
    const headers = { Authorization: `Basic ${btoa('ann:a long enough secret')}` }

    for (const userIds of [false, true]) {
      const app = openTelemetry({ ...options, userIds }).around(inner)
      await app.fetch(new Request('http://api.test/', { headers }), {})
    }

    const [without, withId] = spans().filter(({ kind }) => kind === 1)
    expect(without?.attributes).not.toHaveProperty('enduser.id')
    expect(without?.attributes['turnpike.scheme']).toBe('basic')
    expect(withId?.attributes['enduser.id']).toBe('1')
  })

  it('ends the span of a stream with the stream', async () => {
    const { request, spans } = await notesService()

    const response = await request('/stream/')
    const before = spans().filter(({ kind }) => kind === 1).length

    expect(await response.text()).toBe('ab')
    expect(before).toBe(0)
    expect(spans().at(-1)?.name).toBe('GET /stream/')
  })

  it('says that a stream was cancelled by the client', async () => {
    const { request, spans } = await notesService()

    const response = await request('/stream/')
    await response.body?.cancel()

    expect(spans().at(-1)?.attributes['turnpike.aborted']).toBe(true)
  })

  it('names the spans of unknown URLs and methods alike, whatever clients send', async () => {
    const { request, spans } = await notesService()

    await request('/../%0a"x/y/z')
    await request('/notes/7/', { method: 'BREW' })

    const servers = spans().filter(({ kind }) => kind === 1)
    expect(servers.map(({ name }) => name)).toEqual(['GET', 'HTTP /notes/:id/'])
    expect(servers[1]?.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'BREW',
    })
  })

  it('a request is a part of the span that another instrumentation has begun', async () => {
    const { options, spans } = await recording()
    const app = openTelemetry(options).around({ fetch: () => new Response() })
    const tracer = options.trace.getTracer('http')
    const outer = tracer.startSpan('outer', { kind: 1 })
    const inside = options.trace.setSpan(options.context.active(), outer)

    await options.context.with(inside, () => app.fetch(new Request('http://api.test/'), {}))

    const [span] = spans()
    expect(span?.kind).toBe(0)
    expect(span?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId)
  })

  it('follows the statements of two databases, each until it is not followed any more', async () => {
    const { options, tree } = await recording()
    const telemetry = openTelemetry(options)
    const [one, other] = [0, 1].map(() => {
      const sqlite = new Sqlite(':memory:', { timeout: 0 })
      const db = new Kysely<object>({ dialect: outageAwareDialect(sqliteDialect(sqlite)) })
      onTestFinished(() => db.destroy())
      watchStatements(db, telemetry)
      return db
    })
    const app = telemetry.around({
      async fetch() {
        await sql`select 1 as one`.execute(one as never)
        await sql`select 2 as other`.execute(other as never)
        return new Response()
      },
    })

    await app.fetch(new Request('http://api.test/'), {})
    watchStatements(other as never, null)
    await app.fetch(new Request('http://api.test/'), {})

    expect(outlineOf(tree())).toEqual(['GET', ['SELECT', 'SELECT'], 'GET', ['SELECT']])
  })
})
