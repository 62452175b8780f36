import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/http/answer.ts'
import { type Answering, webApp } from '../../../src/web/application.ts'
import { answerTo, openConnection } from '../connection.ts'
import { echo, gate, startServer } from '../test-server.ts'

/** The server of an app that answers this. */
const serving = (answering: Answering) => startServer(webApp(answering).fetch)

const get = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const head = get.replace('GET', 'HEAD')

/** What is sent, without the fields of the moment. */
async function sent(answer: Partial<Answer>, bytes = get): Promise<string> {
  const whole = { status: 200, fields: [], body: null, ...answer }
  const received = await sendThroughNode(
    webApp(() => whole),
    Buffer.from(bytes),
    { logger: silentLogger },
  )
  const fields = received.fields.map(([name, value]) => `${name}: ${value}`)
  return [received.status, ...fields, received.body.toString('latin1')].join(' | ')
}

describe('an answer of the Node door', () => {
  it('an answer has its length in bytes', async () => {
    expect(await sent({ body: 'é' })).toBe('200 | content-length: 2 | Ã©')
    expect(await sent({ body: Uint8Array.of(65, 66) })).toBe('200 | content-length: 2 | AB')
    expect(await sent({ body: '' })).toBe('200 | content-length: 0 | ')
    expect(await sent({ body: null })).toBe('200 | content-length: 0 | ')
    expect(await sent({ body: null, status: 205 })).toBe('205 | content-length: 0 | ')
  })

  it('half of a surrogate pair is counted as it is written', async () => {
    expect(await sent({ body: '\ud800!' })).toBe('200 | content-length: 4 | ï¿½!')
  })

  it.each([204, 304])('an answer of %d has neither body nor length', async (status) => {
    expect(await sent({ status, fields: ['x-a', '1'] })).toBe(`${status} | x-a: 1 | `)
  })

  it('an answer to HEAD has the length that the answer to GET has, and no body', async () => {
    expect(await sent({ body: 'é' }, head)).toBe('200 | content-length: 2 | ')
    expect(await sent({ body: null }, head)).toBe('200 | ')
    const given = { body: 'é', fields: ['content-length', '9'] }
    expect(await sent(given, head)).toBe('200 | content-length: 9 | ')
  })

  it('a value that is the name of a field is no field', async () => {
    const fields = ['access-control-expose-headers', 'content-length']
    expect(await sent({ fields, body: 'a' })).toBe(
      '200 | access-control-expose-headers: content-length | content-length: 1 | a',
    )
  })

  it('fields beside ASCII go as one byte a character, whatever the body is', async () => {
    const fields = ['x-name', 'caf\xe9']
    for (const body of ['', 'a', 'é', Uint8Array.of(65)]) {
      expect(await sent({ fields, body })).toContain('x-name: caf\xe9 |')
    }
    expect(await sent({ fields, body: 'é' })).toBe('200 | content-length: 2 | x-name: caf\xe9 | Ã©')
  })

  it('cookies go as fields of their own, also while the server is stopping', async () => {
    const [begun, mayEnd] = [gate(), gate()]
    const fields = ['set-cookie', 'a=1', 'set-cookie', 'b=2; Path=/']
    const { url, close } = await serving(async () => {
      begun.resolve()
      await mayEnd.promise
      return { status: 200, fields, body: 'ok' }
    })
    const asked = fetch(url)
    await begun.promise
    const stopped = close()
    await sleep(50)
    mayEnd.resolve()
    const { headers } = await asked
    await stopped

    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/'])
    expect(headers.get('Connection')).toBe('close')
  })

  it('the server says how a body is divided, whatever the fields of an answer passed on say', async () => {
    const { port } = await serving(() => ({
      status: 200,
      fields: [
        'content-length',
        '100',
        'transfer-encoding',
        'chunked',
        'trailer',
        'x-a',
        'x-b',
        '1',
      ],
      body: 'five!',
    }))
    const answer = await answerTo(port, get)

    expect(answer).toMatch(/\r\nx-b: 1\r\ncontent-length: 5\r\n[\s\S]*\r\n\r\nfive!$/)
    expect(answer).not.toMatch(/chunked|trailer|100/)
  })

  it('a 500 in place of an answer that cannot be sent has the words of a 500', async () => {
    const { port } = await serving(() => ({ status: 200, fields: ['x-a', '\x01'], body: 'x' }))
    expect(await answerTo(port, get)).toMatch(/^HTTP\/1.1 500 Internal Server Error\r\n/)
  })

  it('an answer whose fields cannot be sent becomes 500, and the log says why', async () => {
    const { url, log } = await startServer(() => new Response())
    expect((await fetch(url)).status).toBe(200)
    expect(log).toEqual([])

    expect(await sent({ fields: ['x-a', 'a\r\nb: c'], body: 'x' })).toMatch(/^500 .*Server Error/)
    expect(await sent({ fields: ['x a', 'a'], body: 'x' })).toMatch(/^500 .*Server Error/)
  })
})

describe('a stream through the Node door', () => {
  const streaming = (source: UnderlyingDefaultSource<Uint8Array>) =>
    new Response(new ReadableStream(source, { highWaterMark: 0 }))
  const text = (chunk: string) => new TextEncoder().encode(chunk)

  it('a short body of a web response is sent with its length', async () => {
    const { port } = await startServer(() => new Response('short'))
    expect(await answerTo(port, get)).toMatch(/\r\ncontent-length: 5\r\n[\s\S]*\r\n\r\nshort$/)
  })

  it('the head and each chunk are sent when they are there', async () => {
    const more = gate()
    const { port } = await startServer(() =>
      streaming({
        async pull(controller) {
          if (controller.desiredSize === null) return
          await more.promise
          controller.enqueue(text('later'))
          controller.close()
        },
      }),
    )
    const connection = await openConnection(port)
    connection.send(get)
    const beginning = await connection.until('\r\n\r\n')
    more.resolve()

    expect(beginning).toMatch(/\r\ntransfer-encoding: chunked\r\n/i)
    expect(await connection.closed()).toContain('later')
  })

  it('a client of HTTP/1.0 gets the bytes without chunks, and the end of the connection', async () => {
    const { port } = await startServer(() =>
      streaming({
        async pull(controller) {
          await sleep(10)
          controller.enqueue(text('old'))
          controller.close()
        },
      }),
    )
    const answer = await answerTo(port, 'GET / HTTP/1.0\r\n\r\n')

    expect(answer).not.toMatch(/transfer-encoding/i)
    expect(answer).toMatch(/\r\n\r\nold$/)
  })

  it('no more is read of a stream than the client takes', async () => {
    let pulled = 0
    const { port } = await startServer(() =>
      streaming({
        pull(controller) {
          pulled += 1
          controller.enqueue(new Uint8Array(100_000))
        },
      }),
    )
    const { connect } = await import('node:net')
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(get)
    let before: number
    do {
      before = pulled
      await sleep(200)
    } while ((pulled === 0 || pulled > before) && pulled < 500)
    socket.destroy()

    expect(pulled).toBeGreaterThan(0)
    expect(pulled).toBeLessThan(500)
  })

  it('a client that goes away ends the stream, without a line in the log', async () => {
    const cancelled = gate()
    const { port, log } = await startServer(() =>
      streaming({
        async pull(controller) {
          await sleep(5)
          controller.enqueue(text('more'))
        },
        cancel: () => cancelled.resolve(),
      }),
    )
    const connection = await openConnection(port)
    connection.send(get)
    await connection.until('more')
    connection.close()
    await cancelled.promise
    await sleep(20)

    expect(log).toEqual([])
  })

  it('a stream that fails half way ends the connection, and the log says so', async () => {
    const { port, log } = await startServer(() =>
      streaming({
        async pull(controller) {
          await sleep(10)
          controller.enqueue(text('half'))
          await sleep(10)
          controller.error(new Error('torn'))
        },
      }),
    )
    const answer = await answerTo(port, get)

    expect(answer).toContain('half')
    expect(answer).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(log).toMatchObject([{ level: 'error', message: 'The answer could not be sent.' }])
  })

  it('a stream of another length than its fields say ends the connection', async () => {
    for (const length of ['4', '100']) {
      const { port, log } = await startServer(
        () =>
          new Response(
            new ReadableStream({
              async pull(controller) {
                await sleep(5)
                controller.enqueue(text('half'))
                await sleep(5)
                controller.enqueue(text('more'))
                controller.close()
              },
            }),
            { headers: { 'Content-Length': length } },
          ),
      )
      // Without `Connection: close`, what is beyond the length would be the next answer.
      const answer = await answerTo(port, get.replace('close', 'keep-alive'))

      expect(answer).toMatch(/\r\n\r\nhalf$/)
      expect(log).toMatchObject([{ level: 'error', message: 'The answer could not be sent.' }])
    }
  })

  it('a client that goes away before the length of a stream leaves no line in the log', async () => {
    const cancelled = gate()
    const { port, log } = await startServer(
      () =>
        new Response(
          new ReadableStream<Uint8Array>({
            async pull(controller) {
              await sleep(5)
              controller.enqueue(text('more'))
            },
            cancel: () => cancelled.resolve(),
          }),
          { headers: { 'Content-Length': '1000000' } },
        ),
    )
    const connection = await openConnection(port)
    connection.send(get)
    await connection.until('more')
    connection.close()
    await cancelled.promise
    await sleep(20)

    expect(log).toEqual([])
  })

  it('a stream that fails after chunks that were ready does not end the process', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', note)
    const chunks = [...'abcd']
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunks.shift()
          if (chunk === undefined) controller.error(new Error('torn'))
          else controller.enqueue(text(chunk))
        },
      },
      { highWaterMark: 0 },
    )
    expect(await sent({ fields: ['x-a', '\x01'], body: stream })).toMatch(/^500 /)
    await sleep(20)
    process.off('unhandledRejection', note)

    expect(rejections).toEqual([])
  })

  it('a stream that fails before its first byte is answered with 500', async () => {
    const { url } = await startServer(() =>
      streaming({ pull: (controller) => controller.error(new Error('torn')) }),
    )
    expect((await fetch(url)).status).toBe(500)
  })
})

it('one connection serves requests with and without a body, also when bodies are not read', async () => {
  const { url } = await startServer((asked, environment) =>
    asked.method === 'PUT' ? new Response('unread', { status: 405 }) : echo(asked, environment),
  )
  const first = await fetch(url, { method: 'PUT' })
  const second = await fetch(url, { method: 'PUT', body: 'x'.repeat(100_000) })
  const empty = await fetch(url, { method: 'DELETE' })

  expect(first.status).toBe(405)
  expect(second.status).toBe(405)
  expect(await first.text()).toBe('unread')
  expect(await empty.json()).toMatchObject({ method: 'DELETE', body: '' })
})

it('the app receives a body of unknown length', async () => {
  const { url } = await startServer(echo)
  const outgoing = request(url, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } })
  outgoing.write('in ')
  outgoing.end('parts')

  const text = await new Promise<string>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', async (incoming) => resolve((await incoming.toArray()).join('')))
  })

  expect(JSON.parse(text)).toMatchObject({ body: 'in parts' })
})
