import { request } from 'node:http'
import { expect, it } from 'vitest'
import { echo, startServer } from '../test-server.ts'

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
