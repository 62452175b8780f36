import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { serve } from '../../src/node/serve.ts'
import { ListenError } from '../../src/node/sockets/listen.ts'
import { openConnection } from './connection.ts'
import { echo, startServer } from './test-server.ts'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')

describe('serving', () => {
  it('hands the app a web request and sends its response', async () => {
    const { url } = await startServer(echo)

    const response = await fetch(`${url}/notes/?page=2`, { method: 'POST', body: 'hello' })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      method: 'POST',
      url: `${url}/notes/?page=2`,
      body: 'hello',
    })
  })

  it('the app receives the address of the peer, whatever the client writes', async () => {
    const { url } = await startServer((_request, { connection }) => Response.json(connection))

    const headers = { 'X-Forwarded-For': '203.0.113.9', REMOTE_USER: 'ann', 'Remote-User': 'ann' }
    const response = await fetch(url, { headers })

    expect(await response.json()).toEqual({ address: '127.0.0.1', remoteUser: null })
  })

  it.skipIf(!hasIpv6)('an IPv4 peer of an IPv6 socket is reported as IPv4', async () => {
    const { port } = await startServer((_request, { connection }) => Response.json(connection), {
      host: '::ffff:127.0.0.1',
    })

    const response = await fetch(`http://127.0.0.1:${port}/`)

    expect(await response.json()).toMatchObject({ address: '127.0.0.1' })
  })

  it.skipIf(!hasIpv6)('writes an IPv6 address in brackets', async () => {
    const { url, port } = await startServer(echo, { host: '::1' })

    expect(url).toBe(`http://[::1]:${port}`)
    expect((await fetch(url)).status).toBe(200)
  })

  it('answers 500 in JSON, without the text, and logs the error when the app throws', async () => {
    const bang = new Error('the password is 1234')
    const { url, log } = await startServer(() => {
      throw bang
    })

    const response = await fetch(url)

    expect(response.status).toBe(500)
    expect(await response.text()).toBe('{"error":"Server Error (500)"}')
    expect(log).toMatchObject([{ level: 'error', fields: { err: bang } }])
  })

  it('closes a connection that is silent for too long', async () => {
    const { port } = await startServer(() => new Promise(() => {}), { idleTimeoutSeconds: 0.2 })
    const connection = await openConnection(port)

    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

    expect(await connection.closed()).toBe('')
  })

  it('connections beyond the limit are closed and logged, and the others served', async () => {
    const { port, log } = await startServer(echo, { maxConnections: 2 })
    const served = [await openConnection(port), await openConnection(port)]

    const beyond = await openConnection(port)
    expect(await beyond.closed()).toBe('')
    const again = await openConnection(port)
    expect(await again.closed()).toBe('')

    for (const connection of served) {
      connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      expect(await connection.until('"method"')).toMatch(/^HTTP\/1.1 200 /)
      connection.close()
    }
    expect(log).toEqual([
      {
        level: 'warn',
        fields: { maxConnections: 2 },
        message: 'Too many connections are open: further ones are closed.',
      },
    ])
  })

  it('answers 20 pipelined requests in their order', async () => {
    const { port } = await startServer(async ({ url }) => {
      const number = Number(new URL(url).pathname.slice(1))
      await new Promise((resolve) => setTimeout(resolve, (20 - number) * 2))
      return new Response(`<${number}>`)
    })
    const connection = await openConnection(port)
    const numbers = Array.from({ length: 20 }, (_, index) => index)

    connection.send(numbers.map((number) => `GET /${number} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    const answers = await connection.until('<19>')
    connection.close()

    expect(answers.match(/<\d+>/g)).toEqual(numbers.map((number) => `<${number}>`))
  })
})

describe('a port that cannot be opened', () => {
  it('a port in use is named', async () => {
    const { port } = await startServer(echo)

    const second = serve({ fetch: echo }, { port, handleSignals: false })

    await expect(second).rejects.toThrow(ListenError)
    await expect(second).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use: set PORT to another one, or stop the other process.`,
    )
  })

  it('a port is named with its host when this machine lacks the address', async () => {
    const elsewhere = serve({ fetch: echo }, { host: '192.0.2.1', port: 0, handleSignals: false })

    await expect(elsewhere).rejects.toThrow('Host 192.0.2.1 is not an address of this machine')
  })

  it('an invalid port is named', async () => {
    const tooHigh = serve({ fetch: echo }, { port: 70_000, handleSignals: false })

    await expect(tooHigh).rejects.toThrow(
      'port of serve() must be a whole number from 0 to 65535, not 70000.',
    )
  })
})

describe('the times of serve()', () => {
  it.each([
    'headersTimeoutSeconds',
    'requestTimeoutSeconds',
    'keepAliveTimeoutSeconds',
    'idleTimeoutSeconds',
    'drainDelaySeconds',
    'gracePeriodSeconds',
  ])('%s of serve() must be a time that a timer can wait', async (option) => {
    const tooLong = serve({ fetch: echo }, { port: 0, handleSignals: false, [option]: 3_000_000 })

    await expect(tooLong).rejects.toThrow(
      `${option} of serve() must be a number of seconds from 0 to 2147483, not 3000000.`,
    )
  })
})
