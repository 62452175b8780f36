import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  ApiResponse,
  arrayItems,
  createApi,
  type Middleware,
  pageNumberPagination,
  routes,
} from '../../src/index.ts'
import { nodeHandler } from '../../src/node/index.ts'
import type { NodeHandlerOptions } from '../../src/node/node-handler.ts'
import { openConnection } from './connection.ts'
import { gate } from './test-server.ts'

const lines: string[] = []
const write = (fields: object, message: string) => {
  const { err } = fields as { err?: Error }
  lines.push(`${message} ${err?.message ?? ''}`)
}
const logger = { info: write, warn: write, error: write }

const [asked, aborted] = [gate(), gate()]
const api = createApi({ LOGGER: logger, ALLOWED_HOSTS: ['127.0.0.1'] })
const views = {
  '/notes/': api.listView({
    items: arrayItems([{ id: 1 }, { id: 2 }]),
    pagination: pageNumberPagination({ pageSize: 1 }),
  }),
  '/echo/': api.view({
    get: ({ client, path }) => new ApiResponse({ address: client.address, path }),
    post: async (request) => new ApiResponse(await request.data()),
  }),
  '/cookies/': api.view({
    get: () =>
      new Response('', {
        headers: [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ],
      }),
  }),
  '/slow/': api.view({
    async get({ signal }) {
      asked.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted.resolve()
      return new ApiResponse(null)
    },
  }),
}
const app = routes(api, views)
const around: Middleware = (_context, next) => next()
const appWithMiddleware = routes(api, views, { middleware: [around] })

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

async function open(handler: Handler): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const handlerOf = (options: NodeHandlerOptions = {}) => nodeHandler(app, { logger, ...options })

/** Cuts `/api` off the URL as Express does. */
const asExpress =
  (handler: Handler): Handler =>
  (incoming, outgoing) => {
    const { url = '' } = incoming
    const below = url.slice('/api'.length)
    const cut = below.startsWith('/') ? below : `/${below}`
    Object.assign(incoming, { originalUrl: url, baseUrl: '/api', url: cut })
    handler(incoming, outgoing)
  }

/** Connect does the same, but has no `baseUrl`. */
const asConnect = (handler: Handler): Handler =>
  asExpress((incoming, outgoing) => {
    handler(Object.assign(incoming, { baseUrl: undefined }), outgoing)
  })

describe('an app within a server of Node', () => {
  it.each([
    ['a prefix in its options', handlerOf({ prefix: '/api' })],
    ['the prefix of Express', asExpress(handlerOf())],
    ['the prefix of Connect', asConnect(handlerOf())],
    ['a prefix and middleware', nodeHandler(appWithMiddleware, { logger, prefix: '/api' })],
  ])('an app with %s finds its views below it, and links keep it', async (_name, handler) => {
    const url = await open(handler)
    const page = await fetch(`${url}/api/notes/?page=1`)
    expect(await page.json()).toMatchObject({ next: `${url}/api/notes/?page=2` })
    expect(await (await fetch(`${url}/api/echo/`)).json()).toEqual({
      address: '127.0.0.1',
      path: '/api/echo/',
    })
    const unknown = await fetch(`${url}/api/other/`)
    expect([unknown.status, await unknown.text()]).toEqual([404, '{"detail":"Not found."}'])
  })

  it.each([
    ['without middleware', app],
    ['with middleware', appWithMiddleware],
  ])('a path beside the prefix has no view in an app %s', async (_name, mounted) => {
    const url = await open(nodeHandler(mounted, { logger, prefix: '/api' }))
    for (const path of ['/notes/', '/apinotes/', '/api', '/API/notes/', '/api/%2e%2e/notes/']) {
      expect((await fetch(url + path)).status).toBe(404)
    }
    const connection = await openConnection(Number(new URL(url).port))
    connection.send('GET /api/../notes/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    expect(await connection.closed()).toMatch(/^HTTP\/1.1 404/)
  })

  it('a URL that the host has rewritten is the one that the app gets', async () => {
    const url = await open((incoming, outgoing) => {
      Object.assign(incoming, { originalUrl: '/old/', baseUrl: '', url: '/echo/' })
      handlerOf()(incoming, outgoing)
    })
    expect(await (await fetch(`${url}/old/`)).json()).toMatchObject({ path: '/echo/' })
  })

  it('a request with the host in its target finds its view behind a prefix', async () => {
    const url = await open((incoming, outgoing) => {
      const { url: originalUrl = '' } = incoming
      const shorter = originalUrl.replace('/api', '')
      handlerOf()(Object.assign(incoming, { originalUrl, baseUrl: '/api', url: shorter }), outgoing)
    })
    const { host, port } = new URL(url)
    const connection = await openConnection(Number(port))
    connection.send(`GET ${url}/api/echo/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await connection.closed()).toMatch(/^HTTP\/1.1 200/)
  })

  it('a mounted app answers HEAD without a body and OPTIONS with the methods', async () => {
    const url = await open(handlerOf({ prefix: '/api' }))
    const head = await fetch(`${url}/api/echo/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await fetch(`${url}/api/echo/`, { method: 'OPTIONS' })
    expect(options.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  it('a mounted app reads a body that nothing has read', async () => {
    const url = await open(handlerOf())
    const answer = await fetch(`${url}/echo/`, post({ a: 1 }))
    expect(await answer.json()).toEqual({ a: 1 })
  })

  it('a body that a parser of the host has read is a defect that the log explains', async () => {
    const url = await open(async (incoming, outgoing) => {
      await text(incoming)
      handlerOf()(incoming, outgoing)
    })
    lines.length = 0
    expect((await fetch(`${url}/echo/`, post({ a: 1 }))).status).toBe(500)
    expect(lines.join()).toContain('mount nodeHandler() before body parsers such as express.json()')
    expect((await fetch(`${url}/echo/`)).status).toBe(200)
  })

  it('cookies of a mounted app and of its host all arrive, whichever of them writes the head', async () => {
    const url = await open((incoming, outgoing) => {
      const { writeHead } = outgoing
      outgoing.setHeader('Set-Cookie', 'host=0')
      outgoing.setHeader('Vary', 'Origin')
      // As on-headers does, which express-session and compression use.
      Object.assign(outgoing, {
        writeHead(status: number) {
          outgoing.appendHeader('Set-Cookie', `late=${outgoing.getHeader('content-length')}`)
          return writeHead.call(outgoing, status)
        },
      })
      handlerOf()(incoming, outgoing)
    })
    const { headers } = await fetch(`${url}/cookies/`)
    expect(headers.getSetCookie()).toEqual(['host=0', 'a=1', 'b=2', 'late=0'])
    expect(headers.get('Vary')).toMatch(/^Origin, /)
  })

  it('a mounted app learns that its client has left', async () => {
    const url = await open(handlerOf())
    const leaving = new AbortController()
    const answer = fetch(`${url}/slow/`, { signal: leaving.signal })
    asked.promise.then(() => leaving.abort())
    await expect(answer).rejects.toThrow()
    await aborted.promise
  })

  it('a mounted app that throws is answered with 500 and logged', async () => {
    const failing = () => {
      throw new Error('the password is 1234')
    }
    const url = await open(nodeHandler({ fetch: failing }, { logger }))
    lines.length = 0
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([500, '{"error":"Server Error (500)"}'])
    expect(lines).toEqual(['The application failed to answer. the password is 1234'])
  })

  it('a logger that throws leaves the client its 500 and the process alive, and the console says so', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const failing = async () => {
      throw new Error('the password is 1234')
    }
    const broken = {
      ...logger,
      error() {
        throw new Error('the disk is full')
      },
    }
    const url = await open(nodeHandler({ fetch: failing }, { logger: broken }))

    const answer = await fetch(url)

    expect(answer.status).toBe(500)
    const lines = printed.mock.calls.map((line) => line.join(' '))
    expect(lines.filter((line) => line.includes('failed to answer'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('The logger failed.'))).toHaveLength(1)
  })

  it.each(['api', '/api/', '/', '/a b', '/a/:id'])('the prefix %j is refused', (prefix) => {
    expect(() => nodeHandler(app, { prefix })).toThrow('such as /api')
  })
})

const post = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})
