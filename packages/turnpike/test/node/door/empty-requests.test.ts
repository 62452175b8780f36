import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { answerTo, openConnection } from '../connection.ts'
import { gate, startServer } from '../test-server.ts'

const closing = 'Host: a\r\nConnection: close\r\n'

describe('requests without a body', () => {
  it.each([
    ['GET', ''],
    ['POST', ''],
    ['POST', 'Expect: 100-continue\r\n'],
    ['POST', 'Content-Length: 0\r\n'],
    ['POST', 'Upgrade: websocket\r\n'],
    ['DELETE', 'Content-Type: application/json\r\n'],
  ])('its body is empty now, later, and as a stream of Node: %s %j', async (method, fields) => {
    const { port } = await startServer(async (request, { incoming }) => {
      if (new URL(request.url).pathname === '/later') await sleep(20)
      const text = await request.text()
      incoming.resume()
      await finished(incoming, { writable: false })
      return Response.json({ text, ended: incoming.readableEnded })
    })
    for (const path of ['/now', '/later']) {
      const answer = await answerTo(port, `${method} ${path} HTTP/1.1\r\n${closing}${fields}\r\n`)
      expect(answer).toContain('{"text":"","ended":true}')
    }
  })

  it('many on one connection are answered in order, beside those with a body', async () => {
    const { port, log } = await startServer(async (request) => {
      await sleep(5)
      return new Response(`<${request.method} ${await request.text()}>`)
    })
    const empty = 'POST / HTTP/1.1\r\nHost: a\r\n\r\n'
    const full = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n'
    const answer = await answerTo(
      port,
      `${empty}${full}1${empty}${empty}${full}2GET / HTTP/1.1\r\n${closing}\r\n`,
    )
    expect([...answer.matchAll(/<(.*?)>/g)].map(([, text]) => text)).toEqual([
      'POST ',
      'POST 1',
      'POST ',
      'POST ',
      'POST 2',
      'GET ',
    ])
    expect(log).toEqual([])
  })

  it.each(['GET', 'POST'])('the signal is aborted when the client leaves: %s', async (method) => {
    const [begun, aborted] = [gate(), gate()]
    const { port, log } = await startServer(async ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      await aborted.promise
      return new Response()
    })
    const connection = await openConnection(port)
    connection.send(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`)
    await begun.promise
    connection.close()
    await aborted.promise
    expect(log).toEqual([])
  })
})
