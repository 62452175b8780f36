import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiRequest, ApiResponse, createApi, routes } from '../../../src/index.ts'
import { serve } from '../../../src/node/serve.ts'
import { answerTo, openConnection } from '../connection.ts'
import { gate, type LoggedLine, startServer } from '../test-server.ts'

/** A server whose view does this with each request. */
async function looking(look: (request: ApiRequest) => unknown) {
  const log: LoggedLine[] = []
  const write = (level: LoggedLine['level']) => (fields: object, message: string) =>
    void log.push({ level, fields, message })
  const logger = { info: write('info'), warn: write('warn'), error: write('error') }
  const api = createApi({ LOGGER: logger, DATA_UPLOAD_MAX_MEMORY_SIZE: 1000 })
  const answer = async (request: ApiRequest) => new ApiResponse(await look(request))
  const methods = { TRACE: answer }
  const app = routes(api, { '/': api.view({ get: answer, post: answer, methods }) })
  const server = await serve(app, {
    port: 0,
    drainDelaySeconds: 0,
    gracePeriodSeconds: 1,
    handleSignals: false,
    logger,
  })
  onTestFinished(() => server.close())
  return { ...server, log }
}

const json = { 'Content-Type': 'application/json' }
const post = (url: string, body: string) => fetch(url, { method: 'POST', headers: json, body })

describe('a request on Node', () => {
  it('a request becomes a web request when raw is asked for', async () => {
    const { url } = await looking(async ({ raw }) => ({
      isRequest: raw instanceof Request,
      method: raw.method,
      url: raw.url,
      type: raw.headers.get('Content-Type'),
      body: await raw.json(),
    }))
    const response = await post(`${url}/?a=1`, '{"a":1}')

    expect(await response.json()).toEqual({
      isRequest: true,
      method: 'POST',
      url: `${url}/?a=1`,
      type: 'application/json',
      body: { a: 1 },
    })
  })

  it('raw is one object, and its method may be TRACE', async () => {
    const { port } = await looking((request) => {
      const { raw } = request
      return [raw === request.raw, raw.method]
    })
    const answer = await answerTo(port, 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toContain('[true,"TRACE"]')
  })

  it('an absent body is null in raw', async () => {
    const { url } = await looking(({ raw }) => [raw.body, raw.bodyUsed])
    expect(await (await fetch(url)).json()).toEqual([null, false])
    expect(await (await fetch(url, { method: 'POST' })).json()).toEqual([null, false])
  })

  it('raw may be looked at beside data(), as long as its body is not read', async () => {
    const { url } = await looking(async (request) => [request.raw.url, await request.data()])
    expect(await (await post(`${url}/`, '{"a":1}')).json()).toEqual([`${url}/`, { a: 1 }])
  })

  it.each<[string, (request: ApiRequest) => Promise<unknown>, string]>([
    [
      'data() after raw',
      async (request) => {
        await request.raw.text()
        return request.data().catch(({ name }) => name)
      },
      'BodyUsed',
    ],
    [
      'raw after data()',
      async (request) => {
        await request.data()
        return request.raw.text().catch(({ name }) => name)
      },
      'BodyUsed',
    ],
    [
      'raw twice',
      async ({ raw }) => {
        await raw.text()
        return raw.text().catch(({ name }) => name)
      },
      'TypeError',
    ],
  ])('a body that is read in two ways is an error: %s', async (_name, look, error) => {
    const { url } = await looking(look)
    expect(await (await post(url, '{"a":1}')).json()).toBe(error)
  })

  it('a body that ends early is refused and no error in the log', async () => {
    const [begun, ended] = [gate(), gate()]
    const { port, log } = await looking((request) => {
      begun.resolve()
      return request.data().finally(() => ended.resolve())
    })
    const connection = await openConnection(port)
    connection.send(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a',
    )
    await begun.promise
    connection.close()
    await ended.promise
    // Nothing says that nothing is logged: a moment for the answer that nobody takes.
    await sleep(50)

    expect(log).toEqual([])
  })

  it.each(['Content-Length: 2000', 'Transfer-Encoding: chunked'])(
    'a body that is too long is 413 before it is read to its end: %s',
    async (field) => {
      const { port } = await looking((request) => request.data())
      const chunk = 'x'.repeat(1500)
      const body = field.startsWith('T') ? `5dc\r\n${chunk}\r\n` : chunk
      const answer = await answerTo(
        port,
        `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${field}\r\n\r\n${body}`,
      )

      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  it('the signal of a request is aborted when its client goes away, and not by its answer', async () => {
    const [begun, aborted] = [gate(), gate()]
    const signals: AbortSignal[] = []
    const { url, port } = await looking(async ({ signal, method }) => {
      signals.push(signal)
      signal.addEventListener('abort', () => aborted.resolve())
      if (method !== 'POST') return
      begun.resolve()
      await aborted.promise
    })
    await (await fetch(url)).text()
    const connection = await openConnection(port)
    connection.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    await begun.promise
    connection.close()
    await aborted.promise

    expect(signals.map((signal) => signal.aborted)).toEqual([false, true])
  })

  it('a request to upgrade is an ordinary request', async () => {
    const { port } = await looking(({ headers }) => headers.get('Upgrade'))
    const answer = await answerTo(
      port,
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close, upgrade\r\nUpgrade: h2c\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"h2c"$/)
  })

  it.each(['0x7f.1', '127.1', 'a%41', 'a/b', 'user@a', 'a:b', 'a:', 'a:99999', '[::1', 'a b'])(
    'a host that a URL would read as another one is refused: %s',
    async (host) => {
      const { port } = await looking(({ url }) => url)
      const answer = await answerTo(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  it('a backslash in the path is refused, and one in the query is not', async () => {
    const { port } = await looking(({ url }) => url)
    const ask = (target: string) =>
      answerTo(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)

    expect(await ask('/\\')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await ask('/?a=\\')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('an answer to an unread body is sent while the client still writes', async () => {
    const { port } = await startServer(() => new Response('no', { status: 403 }))
    const connection = await openConnection(port)
    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n')
    connection.send('x'.repeat(1_000_000))

    expect(await connection.until('no')).toMatch(/^HTTP\/1\.1 403 /)
    await connection.closed()
  })
})
