import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ApiResponse,
  authenticate,
  createApi,
  isAuthenticated,
  memoryAccounts,
  routes,
  tokenAuthentication,
} from '../../src/index.ts'
import type { ServeOptions } from '../../src/node/index.ts'
import { nodeUpgradeHandler, serve, type UpgradeHandler } from '../../src/node/index.ts'
import { openConnection } from './connection.ts'

const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: null }] })
const ann = (await users.find('ann')) ?? expect.fail()
const { key } = await tokens.getOrCreate(ann)
const policies = {
  authentication: [tokenAuthentication({ tokens })],
  permissions: [isAuthenticated],
}

/** Takes the socket as WebSockets do, but echoes bytes. */
const takeOver: UpgradeHandler = ({ socket, head, closing }) => {
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  )
  socket.write(head)
  socket.on('data', (bytes) => socket.write(bytes))
  closing.addEventListener('abort', () => socket.end('going away'))
}

const api = createApi({ LOGGER: silentLogger })

/** An app whose upgrades and whose view have the same policies. */
const appWith = (upgrade: UpgradeHandler) =>
  Object.assign(routes(api, { '/feed/': { ...policies, get: () => new ApiResponse('seen') } }), {
    upgrade,
  })

const admitting: UpgradeHandler = async (upgrade) => {
  const admission = await authenticate(api, upgrade, policies)
  return admission.allowed ? takeOver(upgrade) : admission.response
}

async function start(upgrade: UpgradeHandler, options: ServeOptions = {}) {
  const errors: string[] = []
  const logger = {
    ...silentLogger,
    error: (_fields: object, text: string) => void errors.push(text),
  }
  const server = await serve(appWith(upgrade), {
    port: 0,
    drainDelaySeconds: 0,
    gracePeriodSeconds: 1,
    handleSignals: false,
    logger,
    ...options,
  })
  onTestFinished(() => server.close())
  return { ...server, errors }
}

const head = (fields: string, path = '/feed/') =>
  `GET ${path} HTTP/1.1\r\nHost: api.example.com\r\n${fields}\r\n`
const upgradeFields =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n'
const authorized = `Authorization: Token ${key}\r\n`

async function exchange(port: number, text: string): Promise<string> {
  const connection = await openConnection(port)
  connection.send(text)
  return connection.closed()
}

/** An answer without its date, with its header fields in the order of their names. */
function partsOf(answer: string): string[] {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [status = '', ...fields] = head.split('\r\n')
  return [status, ...fields.filter((field) => !field.startsWith('Date: ')).sort(), body]
}

describe('a request for a WebSocket', () => {
  it('a WebSocket is refused with the status, fields and bytes of a view, and the connection is closed', async () => {
    const { port } = await start(admitting)
    const byView = await exchange(port, head('Connection: close\r\n'))
    const byUpgrade = await exchange(port, head(upgradeFields))
    expect(partsOf(byUpgrade)).toEqual(partsOf(byView))
    expect(byUpgrade).toMatch(/^HTTP\/1.1 401 Unauthorized\r\n/)
    expect(byUpgrade).toContain('www-authenticate: Token')
    const wrong = 'Authorization: Token wrong\r\n'
    const wrongByView = await exchange(port, head(`Connection: close\r\n${wrong}`))
    const wrongByUpgrade = await exchange(port, head(upgradeFields + wrong))
    expect(partsOf(wrongByUpgrade)).toEqual(partsOf(wrongByView))
  })

  it('gets the socket, the first bytes and the request of a view when it is let in', async () => {
    const names: unknown[] = []
    const { port } = await start(async (upgrade) => {
      const admission = await authenticate(api, upgrade, policies)
      if (!admission.allowed) return admission.response
      names.push(admission.user.username, admission.request.client.address)
      return takeOver(upgrade)
    })
    const connection = await openConnection(port)
    connection.send(`${head(upgradeFields + authorized)}first`)
    expect(await connection.until('first')).toContain('101 Switching Protocols')
    connection.send(' second')
    await connection.until('second')
    connection.close()
    expect(names).toEqual(['ann', '127.0.0.1'])
  })

  it('an upgrade is a request like any other when the app has no upgrades, or asks for another protocol', async () => {
    const { port } = await start(admitting)
    const h2c =
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
    const connection = await openConnection(port)
    connection.send(head(h2c + authorized))
    expect(await connection.until('"seen"')).toContain('200 OK')
    connection.close()
    const plain = await serve(routes(api, { '/feed/': { get: () => new ApiResponse('plain') } }), {
      port: 0,
      handleSignals: false,
      drainDelaySeconds: 0,
      logger: silentLogger,
    })
    onTestFinished(() => plain.close())
    const other = await openConnection(plain.port)
    other.send(head(upgradeFields))
    expect(await other.until('"plain"')).toContain('200 OK')
    other.close()
  })

  it.each([
    ['of HTTP/1.0', (text: string) => text.replace('HTTP/1.1', 'HTTP/1.0')],
    ['with a body', (text: string) => text.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n{}')],
    ['behind an unanswered request', (text: string) => head(authorized) + text],
  ])('an upgrade %s is a request like any other', async (_, changed) => {
    const { port } = await start(() => expect.fail('The handler was called.'))
    const connection = await openConnection(port)
    connection.send(changed(head(upgradeFields + authorized)))
    await connection.until('"seen"')
    connection.send(head(`Connection: close\r\n${authorized}`))
    const received = await connection.closed()
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(received).not.toContain('101 Switching Protocols')
  })

  it('an upgrade is cut when nothing happens for the idle time-out, unless the handler has taken the socket', async () => {
    const { port } = await start(
      (upgrade) =>
        upgrade.request.url.endsWith('/never') ? new Promise(() => {}) : takeOver(upgrade),
      { idleTimeoutSeconds: 0.2 },
    )
    const taken = await openConnection(port)
    taken.send(head(upgradeFields))
    await taken.until('101')
    expect(await exchange(port, head(upgradeFields, '/never'))).toBe('')
    await sleep(200)
    taken.send('still open')
    await taken.until('still open')
    taken.close()
  })

  it('cuts a client that does not read its refusal', async () => {
    const cancelled = Promise.withResolvers<void>()
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: cancelled.resolve,
    })
    const { port } = await start(() => new Response(endless, { status: 403 }), {
      idleTimeoutSeconds: 0.2,
    })
    const client = connect({ host: '127.0.0.1', port }).pause()
    onTestFinished(() => void client.destroy())
    client.write(head(upgradeFields))
    await cancelled.promise
  })

  it('a WebSocket is refused before the handler when it is ambiguous, or has too many header fields', async () => {
    const { port } = await start(() => expect.fail('The handler was called.'))
    const twice = head(`Host: other.example.com\r\n${upgradeFields}`)
    expect(await exchange(port, twice)).toMatch(/^HTTP\/1.1 400 /)
    const many = Array.from({ length: 101 }, (_, index) => `X-${index}: a\r\n`).join('')
    expect(await exchange(port, head(upgradeFields + many))).toMatch(/^HTTP\/1.1 431 /)
  })

  it('gets a 500 when the handler fails, and nothing more when it has sent something', async () => {
    const { port, errors } = await start(({ socket, request }) => {
      if (request.url.endsWith('late')) socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      throw new Error('a defect')
    })
    expect(await exchange(port, head(upgradeFields))).toMatch(/^HTTP\/1.1 500 /)
    const late = await exchange(port, head(upgradeFields, '/late'))
    expect(late).not.toContain('500')
    expect(errors).toEqual(Array(2).fill('A request for a WebSocket could not be answered.'))
  })

  it('a client that resets the connection meanwhile does not end the process', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const { port } = await start(async ({ request }) => {
      resolve()
      await sleep(50)
      return new Response(null, { status: request.signal.aborted ? 499 : 403 })
    })
    const connection = await openConnection(port)
    connection.send(head(upgradeFields))
    await arrived
    connection.close()
    await sleep(100)
    expect(await exchange(port, head(upgradeFields))).toMatch(/^HTTP\/1.1 403 /)
  })

  it('sends a refusal whose body is a stream, and its cookies', async () => {
    const { port } = await start(() => {
      const headers = new Headers({ 'Content-Type': 'text/plain' })
      headers.append('Set-Cookie', 'a=1')
      headers.append('Set-Cookie', 'b=2')
      return new Response(new Blob(['no']).stream(), { status: 403, headers })
    })
    const received = await exchange(port, head(upgradeFields))
    expect(received).toContain('set-cookie: a=1\r\nset-cookie: b=2')
    expect(received).toContain('\r\n\r\n2\r\nno\r\n0\r\n')
  })
})

describe('the stop of a server with open WebSockets', () => {
  it('aborts their signal, and ends when they are closed', async () => {
    const { port, close } = await start(takeOver)
    const connection = await openConnection(port)
    connection.send(head(upgradeFields))
    await connection.until('101')
    const closing = close()
    expect(await connection.closed()).toContain('going away')
    await closing
  })

  it('cuts those that stay open at the end of the grace period', async () => {
    const { port, close } = await start(
      ({ socket }) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      },
      { gracePeriodSeconds: 0.2 },
    )
    const connection = await openConnection(port)
    connection.send(head(upgradeFields))
    await connection.until('101')
    await close()
    expect(await connection.closed()).not.toContain('going away')
  })

  it('refuses further ones with 503', async () => {
    const { port, close } = await start(takeOver)
    const open = await openConnection(port)
    open.send(head(upgradeFields))
    await open.until('101')
    const late = await openConnection(port)
    const request = head(upgradeFields)
    late.send(request.slice(0, 30))
    const closing = close()
    await open.until('going away')
    late.send(request.slice(30))
    expect(await late.closed()).toMatch(/^HTTP\/1.1 503 /)
    await closing
  })
})

describe('nodeUpgradeHandler', () => {
  it('passes WebSockets below a prefix to the app on a server of its host', async () => {
    const urls: string[] = []
    const app = appWith((upgrade) => {
      urls.push(`${upgrade.prefix} ${upgrade.request.url}`)
      return admitting(upgrade)
    })
    const server = createServer((_request, response) => response.end('host'))
    server.on('upgrade', nodeUpgradeHandler(app, { prefix: '/api' }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await exchange(port, head(upgradeFields, '/api/feed/'))).toMatch(/^HTTP\/1.1 401 /)
    const other = 'Connection: Upgrade\r\nUpgrade: h2c\r\n'
    expect(await exchange(port, head(other))).toMatch(/^HTTP\/1.1 501 /)
    expect(urls).toEqual(['/api http://api.example.com/api/feed/'])
  })

  it('says what an app without upgrades lacks', () => {
    const app = routes(api, { '/': { get: () => new ApiResponse('') } })
    expect(() => nodeUpgradeHandler(app)).toThrow('Object.assign(app, { upgrade })')
  })
})
