import { createServer, get, type RequestListener, request as requestHttp } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Background } from '../../src/mirror/background.ts'
import { createMirror } from '../../src/mirror/mirror.ts'
import type { ReplayOptions } from '../../src/options.ts'
import { answering, causesOf, listenOnFreePort, optionsFor, startService } from '../two-services.ts'

async function mirrorOf(
  old: RequestListener,
  changed: RequestListener | URL,
  given: Partial<ReplayOptions> = {},
  maxWaiting = 100,
) {
  const from = await startService(old)
  const to = changed instanceof URL ? changed : await startService(changed)
  const background = new Background(optionsFor(from, to, given), maxWaiting)
  const url = await listenOnFreePort(createMirror(from, background))
  return { url, from, background }
}

/** Sends many requests at the same time. @returns their bodies, and the longest time in ms. */
async function load(url: URL, number: number) {
  const times: number[] = []
  const bodies = await Promise.all(
    Array.from({ length: number }, async (_, index) => {
      const start = performance.now()
      const response = await fetch(new URL(`/x/${index}/`, url))
      const text = await response.text()
      times.push(performance.now() - start)
      return `${response.status} ${text}`
    }),
  )
  return { bodies, slowest: Math.max(...times) }
}

describe('the mirror', () => {
  it('clients of the mirror are answered by the old service, and differences are found', async () => {
    const { url, background } = await mirrorOf(
      (request, response) =>
        answering(JSON.stringify({ path: request.url }), { 'X-Old': '1' })(request, response),
      answering('{"path":"other"}'),
    )
    const response = await fetch(new URL('/notes/?page=2', url))
    expect(response.headers.get('x-old')).toBe('1')
    expect(await response.json()).toEqual({ path: '/notes/?page=2' })
    await background.stop(5000)
    expect(causesOf(background.findings)).toEqual(['body /path: value', 'header X-Old: missing'])
  })

  it('the mirror passes method, target, fields and body as they are, and writes to the old service alone', async () => {
    const seen: string[] = []
    let mirrored = 0
    const { url, background } = await mirrorOf(
      (request, response) => {
        let body = ''
        request.on('data', (chunk) => {
          body += chunk
        })
        request.on('end', () => {
          seen.push(`${request.method} ${request.url} ${body} ${request.rawHeaders.join('|')}`)
          answering('{"id":1}', { 'Set-Cookie': ['a=1', 'b=2'] }, 201)(request, response)
        })
      },
      () => {
        mirrored++
      },
    )
    const response = await new Promise<{ status: number; raw: string[] }>((resolve, reject) => {
      const request = requestHttp(
        {
          port: url.port,
          method: 'POST',
          path: '/a/../b//?q=%7e',
          headers: { Host: 'api.example.com', 'X-MiXed': 'é', 'Content-Length': '5' },
        },
        (answer) => {
          answer.resume()
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, raw: answer.rawHeaders }),
          )
        },
      )
      request.on('error', reject)
      request.end(Buffer.from('hello'))
    })
    expect(seen).toEqual([
      expect.stringContaining('POST /a/../b//?q=%7e hello Host|api.example.com|X-MiXed|é'),
    ])
    expect(response.status).toBe(201)
    expect(response.raw.filter((text) => text === 'Set-Cookie')).toHaveLength(2)
    await background.stop(5000)
    expect(mirrored).toBe(0)
    expect([...background.findings.skipped.keys()]).toEqual([
      'POST: only GET, HEAD and OPTIONS are sent (see --writes-to-copies)',
    ])
  })

  it('the new service gets the host and the credentials of the client', async () => {
    const seen: unknown[] = []
    const listener: RequestListener = (request, response) => {
      seen.push([request.headers.host, request.headers.cookie, request.headers['if-none-match']])
      answering('{}')(request, response)
    }
    const { url, background } = await mirrorOf(listener, listener)
    await new Promise<void>((resolve) => {
      const headers = { Host: 'api.example.com', Cookie: 'sessionid=a', 'If-None-Match': '"x"' }
      get({ port: url.port, path: '/', headers }, (answer) => answer.resume().on('end', resolve))
    })
    await background.stop(5000)
    expect(seen).toEqual([
      ['api.example.com', 'sessionid=a', '"x"'],
      ['api.example.com', 'sessionid=a', undefined],
    ])
    expect(background.findings.equal).toBe(1)
  })

  it('a new service that is dead leaves the answers to clients as they are', async () => {
    const dead = new URL('http://127.0.0.1:9')
    const { url, background } = await mirrorOf(answering('{"a":1}'), dead)
    const { bodies } = await load(url, 200)
    expect(new Set(bodies)).toEqual(new Set(['200 {"a":1}']))
    await background.stop(5000)
    expect(causesOf(background.findings)).toEqual(['status 200 → none (connection refused)'])
  })

  it('a new service that never answers neither delays clients nor takes memory', async () => {
    const { url, background } = await mirrorOf(
      answering('{"a":1}'),
      () => {},
      { timeoutMs: 60_000 },
      20,
    )
    const { bodies, slowest } = await load(url, 500)
    expect(new Set(bodies)).toEqual(new Set(['200 {"a":1}']))
    // The time-out of the new service.
    expect(slowest).toBeLessThan(60_000)
    // Four wait for answers, twenty wait behind them, and nobody waits for any.
    expect([...background.findings.skipped]).toEqual([
      ['the queue was full: the new service is slower than the traffic', 500 - 24],
    ])
  })

  it('an old service that is dead is answered with 502', async () => {
    const background = new Background(
      optionsFor(new URL('http://127.0.0.1:9'), new URL('http://127.0.0.1:19')),
      10,
    )
    const url = await listenOnFreePort(createMirror(new URL('http://127.0.0.1:9'), background))
    expect((await fetch(url)).status).toBe(502)
    await background.stop(1000)
    expect(background.findings.compared).toBe(0)
  })

  it('a body that is too long to compare reaches the client in full, piece by piece', async () => {
    const chunk = Buffer.alloc(100_000, 'x')
    const { url, background } = await mirrorOf((_request, response) => {
      for (let index = 0; index < 50; index++) response.write(chunk)
      response.end()
    }, answering('{}'))
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(5_000_000)
    await background.stop(1000)
    expect([...background.findings.skipped.keys()]).toEqual([
      'an answer longer than --max-body, or more than there was memory for',
    ])
  })

  it('an answer arrives while the old service is still sending it', async () => {
    const { url } = await mirrorOf((_request, response) => {
      response.write('first')
    }, answering('{}'))
    const reader = (await fetch(url)).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('first')
    await reader?.cancel()
  })

  it('an answer that breaks off breaks off for the client, too, and is not compared', async () => {
    const { url, background } = await mirrorOf((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('half')
      setTimeout(() => response.destroy(), 50)
    }, answering('{}'))
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
    await background.stop(1000)
    expect(background.findings.compared).toBe(0)
  })

  it('a client that goes away ends its request to the old service', async () => {
    let [begun, closed] = [0, 0]
    const { url } = await mirrorOf((request) => {
      begun++
      request.on('close', () => {
        closed++
      })
    }, answering('{}'))
    const request = get(url)
    request.on('error', () => {})
    await expect.poll(() => begun).toBe(1)
    request.destroy()
    await expect.poll(() => closed).toBe(1)
  })

  it('a compressed answer passes as it is, and is compared decompressed', async () => {
    const bytes = gzipSync('{"a":1}')
    const { url, background } = await mirrorOf(
      answering(bytes, { 'Content-Encoding': 'gzip' }),
      answering('{"a":1}'),
    )
    const received = await new Promise<Buffer>((resolve) => {
      get(url, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => resolve(Buffer.concat(chunks)))
      })
    })
    expect(received.equals(bytes)).toBe(true)
    await background.stop(1000)
    expect(background.findings.equal).toBe(1)
  })

  it('a 304 of the old service is not compared', async () => {
    const { url, background } = await mirrorOf(
      (_request, response) => response.writeHead(304, { ETag: '"a"' }).end(),
      answering('{}'),
    )
    expect((await fetch(url, { headers: { 'If-None-Match': '"a"' } })).status).toBe(304)
    await background.stop(1000)
    expect(background.findings.compared).toBe(0)
    expect([...background.findings.skipped.keys()]).toEqual([
      '304: the client had the answer of the old service',
    ])
  })

  it('a client of HTTP/1.0, such as nginx, gets no chunks', async () => {
    const { url } = await mirrorOf((_request, response) => {
      response.write('first ')
      response.end('second')
    }, answering('{}'))
    const received = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(url.port), '127.0.0.1', () =>
        socket.write('GET / HTTP/1.0\r\nHost: a\r\nConnection: close\r\n\r\n'),
      )
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(received).toMatch(/\r\n\r\nfirst second$/)
    expect(received).not.toMatch(/transfer-encoding/i)
  })

  it('an old service that ends its kept connections at will fails no client', async () => {
    let connections = 0
    const server = createServer({ keepAliveTimeout: 1 }, answering('{"a":1}'))
    server.on('connection', () => {
      connections++
    })
    const from = await listenOnFreePort(server)
    const background = new Background(optionsFor(from, new URL('http://127.0.0.1:9')), 1000)
    const url = await listenOnFreePort(createMirror(from, background))
    for (let round = 0; round < 20; round++) {
      const { bodies } = await load(url, 10)
      expect(new Set(bodies)).toEqual(new Set(['200 {"a":1}']))
      await sleep(round)
    }
    expect(connections).toBe(200)
  })

  it('an answer that Node cannot pass on is a 502, and the mirror goes on', async () => {
    const raw = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\nok', 'latin1'),
      )
    })
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void raw.close())
    const from = new URL(`http://127.0.0.1:${(raw.address() as AddressInfo).port}`)
    const background = new Background(optionsFor(from, new URL('http://127.0.0.1:9')), 10)
    const url = await listenOnFreePort(createMirror(from, background))
    expect((await fetch(url)).status).toBe(502)
    expect((await fetch(url)).status).toBe(502)
  })

  it('a client that changes the protocol is connected with the old service', async () => {
    const server = createServer()
    server.on('upgrade', (_request, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n',
      )
      socket.pipe(socket)
    })
    const from = await listenOnFreePort(server)
    const background = new Background(optionsFor(from, new URL('http://127.0.0.1:9')), 10)
    const mirror = createMirror(from, background)
    await listenOnFreePort(mirror)
    const { port } = mirror.address() as AddressInfo
    const received = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /s HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'),
      )
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        text += chunk
        if (text.endsWith('\r\n\r\n')) socket.write('hello')
        if (text.endsWith('hello')) {
          socket.destroy()
          resolve(text)
        }
      })
    })
    expect(received).toMatch(/^HTTP\/1\.1 101 [\s\S]*hello$/)
  })
})
