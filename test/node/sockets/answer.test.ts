import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { WebApp } from '../../../src/node/web-app.ts'
import { echo, startServer } from '../test-server.ts'

describe('a field that the server is asked to send', () => {
  const answering =
    (answer: () => Response): WebApp['fetch'] =>
    (_request, { setHeader }) => {
      setHeader('x-request-id', 'ours')
      return answer()
    }
  const native = () => Response.redirect('http://api.test/elsewhere')
  const fields = { 'Set-Cookie': 'a=1', 'X-REQUEST-ID': 'theirs' }

  it.each([
    ['no fields', () => new Response('ok')],
    ['plain fields', () => new Response('ok', { headers: fields })],
    ['Headers', () => new Response('ok', { headers: new Headers(fields) })],
    ['no body', () => new Response(null, { status: 204, headers: fields })],
    ['fields that cannot be changed', native],
    ['a stream', () => new Response(new Blob(['ok']).stream(), { headers: fields })],
  ])('a server field is sent once, whatever the app sets: %s', async (_name, answer) => {
    const { url } = await startServer(answering(answer))

    const response = await fetch(url, { redirect: 'manual' })

    expect(response.status).toBe(answer().status)
    expect(response.headers.get('X-Request-Id')).toBe('ours')
    expect(response.headers.getSetCookie()).toEqual(answer().headers.getSetCookie())
  })

  it('a server field is sent with the answer to an error, too', async () => {
    const { url } = await startServer(
      answering(() => {
        throw new Error('bang')
      }),
    )

    const response = await fetch(url)

    expect(response.status).toBe(500)
    expect(response.headers.get('X-Request-Id')).toBe('ours')
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
