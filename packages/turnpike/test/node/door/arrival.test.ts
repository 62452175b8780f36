import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiRequest, ApiResponse, createApi, routes } from '../../../src/index.ts'
import { serve } from '../../../src/node/serve.ts'
import { answerTo, openConnection } from '../connection.ts'

/** The port of a server with a view that returns its body, now, later, or without a promise. */
async function echo(): Promise<number> {
  const api = createApi({ LOGGER: silentLogger, DATA_UPLOAD_MAX_MEMORY_SIZE: 1000 })
  const now = async (request: ApiRequest) => new ApiResponse(await request.data())
  const later = async (request: ApiRequest) => {
    await sleep(30)
    return now(request)
  }
  const app = routes(api, {
    '/now/': { post: now },
    '/later/': { post: later },
    '/sync/': { get: () => new ApiResponse('sync') },
    '/throws/': {
      get: () => {
        throw new Error('at once')
      },
    },
    '/raw/': { get: () => new Response('raw', { headers: [['Set-Cookie', 'a=1']] }) },
  })
  const options = { port: 0, drainDelaySeconds: 0, gracePeriodSeconds: 1, handleSignals: false }
  const server = await serve(app, { ...options, logger: silentLogger })
  onTestFinished(() => server.close())
  return server.port
}

const head = (method: string, path: string, fields = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n${fields}`
const postHead = (path: string, length: number, fields = '') =>
  `${head('POST', path, fields)}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const bodiesIn = (received: string) =>
  received.split('\r\n\r\n').map((part) => part.split('HTTP/1.1')[0]?.trim() ?? '')

describe('the arrival of a body', () => {
  it.each(['/now/', '/later/'])('a body is read however it arrives: %s', async (path) => {
    const port = await echo()
    const body = '{"a":"é"}'
    const bytes = Buffer.from(body).toString('latin1')
    const whole = postHead(path, bytes.length, 'Connection: close\r\n') + bytes

    for (let cut = whole.length - bytes.length - 2; cut <= whole.length; cut += 2) {
      const connection = await openConnection(port)
      connection.send(whole.slice(0, cut))
      await sleep(5)
      connection.send(whole.slice(cut))
      expect(await connection.closed()).toMatch(/"Ã©"\}$/)
    }
  })

  it.each(['/now/', '/later/'])(
    'a body that arrives at once and is too long is 413: %s',
    async (path) => {
      const port = await echo()
      const text = JSON.stringify('x'.repeat(1500))
      const chunked = `${head('POST', path, 'Connection: close\r\n')}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

      expect(await answerTo(port, chunked)).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  it('a client that leaves after its whole body does not stop the server', async () => {
    const port = await echo()
    const connection = await openConnection(port)
    connection.send(`${postHead('/later/', 2)}{}`)
    await sleep(10)
    connection.close()
    await sleep(50)

    expect(await answerTo(port, head('GET', '/sync/', 'Connection: close\r\n\r\n'))).toContain(
      ' 200 ',
    )
  })
})

describe('requests that are sent ahead', () => {
  it('requests sent ahead are answered in order, whether their answers are ready or not', async () => {
    const port = await echo()
    const requests = [
      `${postHead('/later/', 1)}1`,
      `${head('GET', '/nowhere/')}\r\n`,
      `${head('GET', '/sync/')}\r\n`,
      `${postHead('/now/', 1)}2`,
      `${head('GET', '/throws/')}\r\n`,
      `${head('PUT', '/sync/')}\r\n`,
      `${head('GET', '/raw/')}\r\n`,
      `${head('HEAD', '/sync/')}\r\n`,
      `${head('GET', '/sync/', 'Connection: close\r\n')}\r\n`,
    ]

    const received = await answerTo(port, requests.join(''))

    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses).toEqual(['200', '404', '200', '200', '500', '405', '200', '200', '200'])
    expect(bodiesIn(received).slice(1)).toEqual([
      '1',
      '{"detail":"Not found."}',
      '"sync"',
      '2',
      '{"error":"Server Error (500)"}',
      `{"detail":"Method 'PUT' not allowed."}`,
      'raw',
      '',
      '"sync"',
    ])
  })
})
