import { once } from 'node:events'
import { connect } from 'node:net'
import { defineService } from '@turnpike/service'
import { ApiException, ApiResponse, allowAny, createApi, isAuthenticated, routes } from 'turnpike'
import { serve } from 'turnpike/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startService } from '../../../service/test/service/test-service.ts'
import { exposition } from '../../src/metrics/exposition.ts'
import { together } from '../../src/metrics/families.ts'
import { metrics, metricsView } from '../../src/metrics/index.ts'
import { readExposition } from './exposition-parser.ts'

const silent = { info() {}, warn() {}, error() {} }
let codes = 0

class MadeUp extends ApiException {
  static override readonly status = 418
}

/** An app that is counted, and what is counted. */
function countedApp() {
  const counts = metrics({ version: '1.2 "x"\\\n' })
  const api = createApi({ LOGGER: silent })
  const app = counts.around(
    routes(api, {
      '/notes/:id/': api.view({ get: () => new ApiResponse(1) }),
      '/closed/': api.view({ permissions: [isAuthenticated], get: () => new ApiResponse(1) }),
      '/broken/': api.view({
        get() {
          throw new TypeError('broken')
        },
      }),
      '/made/': api.view({
        get() {
          throw new MadeUp('"quoted"\n', `code"\n\\${codes++}`)
        },
      }),
      '/metrics/': metricsView({ metrics: counts, permissions: [allowAny] }),
    }),
  )
  const send = async (path: string, method = 'GET') =>
    app.fetch(new Request(`http://api.test${path}`, { method }), {})
  return { app, send, counts, read: async () => readExposition(await counts.text()) }
}

/** The samples of a family, as `{ labels } value`. */
const samplesOf = (families: ReturnType<typeof readExposition>, family: string, name = family) =>
  (families.get(family)?.samples ?? [])
    .filter((sample) => sample.name === name)
    .map(({ labels, value }) => ({ ...Object.fromEntries(labels), value }))

const durations = 'http_server_request_duration_seconds'

describe('metrics', () => {
  it('metrics count requests by method, route and status', async () => {
    const { send, read } = countedApp()

    await send('/notes/1/')
    await send('/notes/2/')
    await send('/broken/')

    expect(samplesOf(await read(), durations, `${durations}_count`)).toEqual([
      { method: 'GET', route: '/notes/:id/', status: '200', value: 2 },
      { method: 'GET', route: '/broken/', status: '500', value: 1 },
    ])
  })

  it('metrics count refusals by their code and the permission', async () => {
    const { send, read } = countedApp()

    await send('/closed/')
    await send('/notes/1/', 'DELETE')
    await send('/nowhere/')

    expect(samplesOf(await read(), 'turnpike_refusals_total')).toEqual([
      {
        route: '/closed/',
        status: '403',
        code: 'permission_denied',
        permission: 'isAuthenticated',
        value: 1,
      },
      { route: '/notes/:id/', status: '405', code: 'method_not_allowed', permission: '', value: 1 },
      { route: '', status: '404', code: 'not_found', permission: '', value: 1 },
    ])
  })

  it('thousands of unknown URLs and methods are one series each', async () => {
    const { send, read } = countedApp()

    for (let index = 0; index < 3000; index++) await send(`/x${index}"\\%0a/`)
    for (let index = 0; index < 100; index++) await send('/notes/1/', `M${index}`)

    expect(samplesOf(await read(), durations, `${durations}_count`)).toEqual([
      { method: 'GET', route: '', status: '404', value: 3000 },
      { method: '_OTHER', route: '/notes/:id/', status: '405', value: 100 },
    ])
  })

  it('codes without end are counted together after 2000, with every quote and line feed escaped', async () => {
    const { send, read } = countedApp()

    for (let index = 0; index < 2100; index++) await send('/made/')

    const refusals = samplesOf(await read(), 'turnpike_refusals_total')
    expect(refusals.length).toBe(2001)
    expect(refusals.reduce((sum, { value }) => sum + value, 0)).toBe(2100)
    expect(refusals.at(-1)).toMatchObject({ code: '_other', value: 100 })
  })

  it('a request is active until its stream has ended or was cancelled', async () => {
    const counts = metrics()
    const app = counts.around({
      fetch: () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1)) })),
    })
    const active = async () =>
      samplesOf(readExposition(await counts.text()), 'http_server_active_requests')

    const response = await app.fetch(new Request('http://api.test/'), {})

    expect(await active()).toEqual([{ value: 1 }])
    await response.body?.cancel()
    expect(await active()).toEqual([{ value: 0 }])
  })

  it('a stream that is cancelled while it waits ends once', async () => {
    const counts = metrics()
    const waiting = new Promise<never>(() => {})
    const app = counts.around({
      fetch: () => new Response(new ReadableStream({ pull: () => waiting })),
    })

    const response = await app.fetch(new Request('http://api.test/'), {})
    const reader = response.body?.getReader()
    const read = reader?.read()
    await reader?.cancel()
    await read
    const exposition = readExposition(await counts.text())

    expect(samplesOf(exposition, 'http_server_active_requests')).toEqual([{ value: 0 }])
    const durations = exposition.get('http_server_request_duration_seconds')?.samples ?? []
    const counted = durations.filter(({ name }) => name.endsWith('_count'))
    expect(counted.map(({ value }) => value)).toEqual([1])
  })

  it('metricsView shows them in the text format, to those whom its permissions allow', async () => {
    const { send } = countedApp()

    const response = await send('/metrics/')

    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(readExposition(await response.text()).has('process_resident_memory_bytes')).toBe(true)
  })

  it('metricsView refuses those whom its permissions deny', async () => {
    const counts = metrics()
    const api = createApi()
    const app = routes(api, {
      '/': metricsView({ metrics: counts, permissions: [isAuthenticated] }),
    })

    expect((await app.request('/')).status).toBe(403)
  })

  it('metrics count the requests that were refused before the app', async () => {
    const { app, read } = countedApp()
    const { port, close } = await serve(app, {
      port: 0,
      logger: silent,
      handleSignals: false,
      drainDelaySeconds: 0,
    })
    onTestFinished(() => close())
    const before = samplesOf(await read(), 'turnpike_refused_early_total').find(
      (sample) => Reflect.get(sample, 'status') === '400',
    )

    const socket = connect(port, '127.0.0.1')
    socket.end('GARBAGE\r\n\r\n')
    await once(socket.resume(), 'close')

    const after = samplesOf(await read(), 'turnpike_refused_early_total').find(
      (sample) => Reflect.get(sample, 'status') === '400',
    )
    expect((after?.value ?? 0) - (before?.value ?? 0)).toBe(1)
  })

  it('the metrics of a service have the queue of its database and its caches', async () => {
    const counts = metrics()
    const { request } = await startService(
      defineService({
        name: 'x',
        telemetry: [counts],
        app: () => ({ fetch: () => new Response() }),
      }),
    )

    await request('/')

    const families = readExposition(await counts.text())
    expect(samplesOf(families, 'turnpike_database_waiting')).toEqual([
      { database: 'main', value: 0 },
    ])
    expect(families.has('turnpike_cache_hits_total')).toBe(true)
  })
})

describe('the metrics of several processes', () => {
  const family = (value: number, together?: 'largest' | 'least') => ({
    name: 'x',
    help: 'X.',
    type: 'gauge' as const,
    ...(together && { together }),
    samples: [{ labels: {}, value }],
  })

  it('several processes have the sum of what they count, or the largest or least', () => {
    const valueWith = (how?: 'largest' | 'least') =>
      together([[family(1, how)], [family(3, how)]])[0]?.samples[0]?.value

    expect([valueWith(), valueWith('largest'), valueWith('least')]).toEqual([4, 3, 1])
  })

  it('the labels of a series are read a few times at most, however many series there are', () => {
    let reads = 0
    const samples = Array.from({ length: 500 }, (_, index) => ({
      labels: {
        get route() {
          reads++
          return `/notes/${index}/`
        },
      },
      value: 1,
    }))

    const [combined] = together([[{ ...family(0), samples }], [{ ...family(0), samples }]])

    expect(combined?.samples).toHaveLength(500)
    expect(reads).toBeLessThanOrEqual(4 * samples.length)
  })

  it('several processes have one histogram, whose buckets are added', async () => {
    const [one, other] = [countedApp(), countedApp()]
    await one.send('/notes/1/')
    await other.send('/notes/1/')

    const text = exposition(together([await one.counts.families(), await other.counts.families()]))

    expect(samplesOf(readExposition(text), durations, `${durations}_count`)).toEqual([
      { method: 'GET', route: '/notes/:id/', status: '200', value: 2 },
    ])
  })
})
