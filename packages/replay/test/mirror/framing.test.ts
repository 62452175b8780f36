import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Background } from '../../src/mirror/background.ts'
import { createMirror } from '../../src/mirror/mirror.ts'
import { listenOnFreePort, optionsFor, startService } from '../two-services.ts'

/** What a service has received: `GET /path body`, and the fields of the last request. */
interface Received {
  readonly lines: string[]
  fields: IncomingMessage['headers']
}

function recording(received: Received): RequestListener {
  return async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.lines.push(`${request.method} ${request.url} ${body}`)
    received.fields = request.headers
    response.end('{}')
  }
}

/** A mirror before two services. `send` writes to it, and returns what it says until it closes. */
async function openMirror() {
  const old: Received = { lines: [], fields: {} }
  const changed: Received = { lines: [], fields: {} }
  const from = await startService(recording(old))
  const background = new Background(optionsFor(from, await startService(recording(changed))), 100)
  const url = await listenOnFreePort(createMirror(from, background))
  return {
    old,
    changed,
    background,
    async send(...lines: readonly string[]): Promise<string> {
      const socket = connect(Number(url.port), '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.write(lines.join('\r\n'))
      await once(socket, 'close')
      return answer
    },
  }
}

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: evil\r\n\r\n'

describe('the framing of what the mirror passes on', () => {
  it.each([
    ['Content-Length', `Content-Length: ${smuggled.length}`],
    ['transfer-encoding', 'Transfer-Encoding: chunked'],
    ['Host', 'X-Other: 1'],
    ['x-forwarded-for', 'X-Forwarded-For: 203.0.113.9'],
    ['X-Remote-User', 'X-Remote-User: ann'],
    ['cookie', 'Cookie: a=1'],
  ])('a request whose Connection names %s is refused and not passed on', async (name, field) => {
    const { old, send } = await openMirror()
    const body = name === 'transfer-encoding' ? `2\r\nab\r\n0\r\n\r\n` : smuggled

    const answer = await send(
      'GET /b HTTP/1.1',
      'Host: a',
      `Connection: close, ${name}`,
      field,
      '',
      name === 'Content-Length' || name === 'transfer-encoding' ? body : '',
    )

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain(`Connection must not name ${name.toLowerCase()}`)
    expect(old.lines).toEqual([])
  })

  it.each(['GET', 'DELETE', 'OPTIONS', 'POST'])(
    'the body of %s keeps its length',
    async (method) => {
      const { old, send } = await openMirror()
      const length = `Content-Length: ${smuggled.length}`

      await send(`${method} /b HTTP/1.1`, 'Host: a', 'Connection: close', length, '', smuggled)

      expect(old.lines).toEqual([`${method} /b ${smuggled}`])
      expect(old.fields['content-length']).toBe(`${smuggled.length}`)
    },
  )

  it('a field that Connection names reaches neither of the services', async () => {
    const { old, changed, background, send } = await openMirror()

    await send('GET /b HTTP/1.1', 'Host: a', 'Connection: close, x-secret', 'X-Secret: 1', '', '')
    await background.stop(5000)

    expect([old.lines, changed.lines]).toEqual([['GET /b '], ['GET /b ']])
    expect([old.fields['x-secret'], changed.fields['x-secret']]).toEqual([undefined, undefined])
  })
})

describe('a change of the protocol that the old service does not make', () => {
  it('there is no tunnel before a 101: what follows the request reaches nobody', async () => {
    const { old, background, send } = await openMirror()
    const upgrade = ['Connection: Upgrade', 'Upgrade: foo']

    const answer = await send('GET /g HTTP/1.1', 'Host: a', ...upgrade, '', smuggled)
    await background.stop(5000)

    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{\}/)
    expect(old.lines).toEqual(['GET /g '])
    expect(old.fields.upgrade).toBe('foo')
    expect(background.findings.compared).toBe(1)
  })

  it('a request with a body is passed on as if it had not asked for another protocol', async () => {
    const { old, send } = await openMirror()
    const fields = ['Connection: Upgrade, close', 'Upgrade: h2c', 'Content-Length: 5']

    const answer = await send('POST /p HTTP/1.1', 'Host: a', ...fields, '', 'hello')

    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(old.lines).toEqual(['POST /p hello'])
    expect(old.fields.upgrade).toBeUndefined()
  })
})
