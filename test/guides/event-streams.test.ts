import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyService } from '@turnpike/service'
import { type Server, serve } from 'turnpike/node'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'
import { silentLogger } from '../support/one-view.ts'

const guide = writtenPage('docs/guides/event-streams.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
type EventStream = (options: {
  read(after: number): Promise<{ id: number; data: string }[]>
  after: number
  signal: AbortSignal
  onCancel(): void
  pause?: number
}) => ReadableStream<Uint8Array>
const { eventStream } = await guide.load<{ eventStream: EventStream }>('src/event-stream.ts')

const long = { timeout: 600_000 }

describe.each(guideDatabases)('event streams on $name', ({ name, isMissing, open }) => {
  if (isMissing) {
    it.skip(`event streams are tested where there is ${name}`, () => {})
    return
  }
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  let server: Server
  let key: string
  beforeEach(async () => {
    database = await open()
    service = await openGuide(definition, database.url)
    server = await serve(service.app, {
      port: 0,
      drainDelaySeconds: 0,
      gracePeriodSeconds: 0.2,
      handleSignals: false,
      logger: silentLogger,
    })
    const ann = await service.users.create({ username: 'ann', password: null })
    key = (await service.tokens.getOrCreate(ann)).key
  })
  afterEach(async () => {
    await server.close()
    await service.close()
    await database.drop()
  })

  const post = (text: string) =>
    fetch(`${server.url}/messages/`, {
      method: 'POST',
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    })

  /** Reads the stream as an `EventSource` does: it accepts nothing else. */
  async function connect(headers: Record<string, string> = {}) {
    const request = get(`${server.url}/messages/events`, {
      headers: { Authorization: `Token ${key}`, Accept: 'text/event-stream', ...headers },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    let notify = () => {}
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      notify()
    })
    response.on('error', () => {})
    const ended = new Promise<void>((resolve) => response.on('close', resolve))
    const disconnect = () => void request.destroy()
    onTestFinished(disconnect)
    const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    return {
      response,
      ended,
      disconnect,
      ids,
      textOf: () => text,
      async until(count: number) {
        while (ids().length < count) {
          await new Promise<void>((resolve) => {
            notify = resolve
          })
        }
        return ids()
      },
    }
  }

  it(`the stream has the messages, and the next ones as they come, on ${name}`, long, async () => {
    await post('first')
    const stream = await connect()
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    })
    await stream.until(1)
    await post('two\nlines')
    await stream.until(2)
    expect(stream.textOf().replaceAll(':\n\n', '')).toBe(
      'id: 1\ndata: first\n\nid: 2\ndata: two\ndata: lines\n\n',
    )
  })

  it(`a client that reconnects misses nothing and repeats nothing, on ${name}`, long, async () => {
    const writing = (async () => {
      for (let round = 0; round < 30; round++) {
        await Promise.all([post('a'), post('b'), post('c'), post('d')])
      }
    })()
    const seen: number[] = []
    while (seen.length < 120) {
      const last = String(seen.at(-1) ?? 0)
      const stream = await connect({ 'Last-Event-ID': last })
      await stream.until(Math.min(17, 120 - seen.length))
      seen.push(...stream.ids())
      stream.disconnect()
    }
    await writing
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  })

  it(`begins where the console of the page does, on ${name}`, long, async () => {
    await post('first')
    await post('second')
    const stream = await connect({ 'Last-Event-ID': '1' })
    await stream.until(1)
    expect(stream.textOf().trim()).toBe(shownAfter(guide, 'Last-Event-ID').trim())
    for (const wrong of ['x', '-1', '1e3', '99999999999999999999']) {
      expect(await (await connect({ 'Last-Event-ID': wrong })).until(2)).toEqual([1, 2])
    }
  })

  it(`a stream is refused with the body of a view, in JSON, on ${name}`, async () => {
    const headers = { Accept: 'text/event-stream' }
    const response = await fetch(`${server.url}/messages/events`, { headers })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      401,
      'application/json',
    ])
    const byView = await fetch(`${server.url}/messages/`, { method: 'POST' })
    expect(await response.text()).toBe(await byView.text())
  })

  it(`ends when the token is revoked, and then refuses the client, on ${name}`, long, async () => {
    await post('first')
    const stream = await connect()
    await stream.until(1)
    const ann = (await service.users.find('ann')) ?? expect.fail()
    await service.tokens.revoke(ann)
    await stream.ended
    const again = await connect({ 'Last-Event-ID': '1' })
    expect(again.response.statusCode).toBe(401)
  })

  it(`HEAD has the fields, and leaves no stream behind, on ${name}`, async () => {
    const headers = { Authorization: `Token ${key}` }
    const response = await fetch(`${server.url}/messages/events`, { method: 'HEAD', headers })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/event-stream',
    ])
  })
})

describe('the stream of the guide', () => {
  it('reads no more than its client takes', async () => {
    let reads = 0
    const stream = eventStream({
      async read(after) {
        reads++
        return [{ id: after + 1, data: 'x' }]
      },
      after: 0,
      signal: new AbortController().signal,
      onCancel() {},
    })
    const reader = stream.getReader()
    await reader.read()
    await sleep(20)
    expect(reads).toBeLessThanOrEqual(2)
    await reader.cancel()
  })

  it('ends at once while it waits, and says when its client has gone', async () => {
    const controller = new AbortController()
    let isCancelled = false
    const options = {
      read: async () => [],
      after: 0,
      onCancel() {
        isCancelled = true
      },
      pause: 60_000,
    }
    const stream = eventStream({ ...options, signal: controller.signal })
    const reading = stream.getReader().read()
    controller.abort()
    expect(await reading).toMatchObject({ done: true })
    expect(isCancelled).toBe(false)
    const other = eventStream({ ...options, signal: new AbortController().signal })
    await other.cancel()
    expect(isCancelled).toBe(true)
  })
})
