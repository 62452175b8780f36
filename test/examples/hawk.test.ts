import { createHash, createHmac } from 'node:crypto'
import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import app, { id, key } from '../../examples/hawk/app.ts'
import { hawkMac, hawkPayloadHash, hawkTimestampMac } from '../../examples/hawk/mac.ts'

/** Hawk's README: the time, the nonce and the MACs of its examples. */
const ts = 1353832234
const published = {
  ts: `${ts}`,
  nonce: 'j4h3g2',
  method: 'GET',
  resource: '/resource/1?b=1&a=2',
  host: 'example.com',
  port: '8000',
  hash: '',
  ext: 'some-app-ext-data',
  app: '',
  dlg: '',
}
const getMac = '6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE='
const payloadHash = 'Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY='
const postMac = 'aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw='
const payload = 'Thank you for flying Hawk'

const url = 'http://example.com:8000/resource/1?b=1&a=2'

let nonces = 0
beforeEach(() => {
  nonces++
})

function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

/** A request as a client makes it, with a MAC of its own arithmetic. */
function signed(
  change: Partial<typeof published> & { body?: string; secret?: string } = {},
): Request {
  const { body, secret = key, ...rest } = change
  const hash =
    body === undefined
      ? ''
      : createHash('sha256').update(`hawk.1.payload\ntext/plain\n${body}\n`).digest('base64')
  const method = body === undefined ? 'GET' : 'POST'
  const all = { ...published, method, hash, nonce: `n${nonces}`, ...rest }
  const { nonce, resource, host, port, ext } = all
  const text = `hawk.1.header\n${all.ts}\n${nonce}\n${all.method}\n${resource}\n${host}\n${port}\n${all.hash}\n${ext}\n`
  const mac = createHmac('sha256', secret).update(text).digest('base64')
  const withHash = all.hash === '' ? '' : `hash="${all.hash}", `
  const Authorization = `Hawk id="${id}", ts="${all.ts}", nonce="${nonce}", ${withHash}ext="${ext}", mac="${mac}"`
  const headers = { Authorization, ...(body !== undefined && { 'Content-Type': 'text/plain' }) }
  return new Request(url, { method, headers, ...(body !== undefined && { body }) })
}

async function answerOf(request: Request) {
  const response = await app.fetch(request, {})
  return { response, status: response.status, detail: (await response.json()).detail }
}

const withHeader = (request: Request, change: (header: string) => string): Request => {
  const headers = new Headers(request.headers)
  headers.set('Authorization', change(headers.get('Authorization') ?? ''))
  return new Request(request, { headers })
}

describe('the Hawk example', () => {
  it("the MACs and the hash are those of Hawk's README", () => {
    expect(hawkMac('header', key, published)).toBe(getMac)
    expect(hawkPayloadHash('text/plain', payload)).toBe(payloadHash)
    expect(hawkPayloadHash('Text/Plain; charset=utf-8', payload)).toBe(payloadHash)
    const post = { ...published, method: 'POST', hash: payloadHash }
    expect(hawkMac('header', key, post)).toBe(postMac)
  })

  it("the request of Hawk's README is accepted, once", async () => {
    setClock(ts)
    const header = `Hawk id="${id}", ts="${ts}", nonce="j4h3g2", ext="some-app-ext-data", mac="${getMac}"`
    const request = () => new Request(url, { headers: { Authorization: header } })
    const first = await app.fetch(request(), {})
    expect(await first.json()).toEqual({ username: 'steve', ext: 'some-app-ext-data' })

    const second = await answerOf(request())
    expect([second.status, second.detail]).toEqual([401, 'Invalid nonce.'])
    expect(second.response.headers.get('WWW-Authenticate')).toBe('Hawk')
  })

  it('the answer proves that the server has the key of the Hawk request', async () => {
    setClock(ts)
    const { response } = await answerOf(signed())
    const text = `hawk.1.response\n${ts}\nn${nonces}\nGET\n${published.resource}\nexample.com\n8000\n\n\n`
    const mac = createHmac('sha256', key).update(text).digest('base64')
    expect(response.headers.get('Server-Authorization')).toBe(`Hawk mac="${mac}"`)
  })

  it('a Hawk request with a body is accepted with its hash, and the handler reads the body', async () => {
    setClock(ts)
    const request = signed({ body: 'a=1' })
    const headers = new Headers(request.headers)
    // The content type is part of the hash.
    headers.set('Content-Type', 'application/x-www-form-urlencoded')
    expect((await answerOf(new Request(request, { headers }))).detail).toBe('Bad payload hash.')

    const hash = hawkPayloadHash('application/json', '{"a":1}')
    const json = signed({ body: '{"a":1}', hash })
    const typed = new Headers(json.headers)
    typed.set('Content-Type', 'application/json')
    const response = await app.fetch(new Request(json, { headers: typed }), {})
    expect(await response.json()).toEqual({ username: 'steve', received: { a: 1 } })
  })

  it.each([
    [
      'another path',
      (request: Request) => new Request(url.replace('1?', '2?'), request),
      'Bad mac.',
    ],
    ['another query', (request: Request) => new Request(`${url}&c=3`, request), 'Bad mac.'],
    [
      'another host',
      (request: Request) => new Request(url.replace('.com', '.org'), request),
      'Bad mac.',
    ],
    [
      'another port',
      (request: Request) => new Request(url.replace('8000', '80'), request),
      'Bad mac.',
    ],
    [
      'another ext',
      (request: Request) => withHeader(request, (header) => header.replace('some', 'same')),
      'Bad mac.',
    ],
    [
      'another nonce',
      (request: Request) => withHeader(request, (header) => header.replace('nonce="', 'nonce="x')),
      'Bad mac.',
    ],
    [
      'another id',
      (request: Request) => withHeader(request, (header) => header.replace('id="', 'id="x')),
      'Bad mac.',
    ],
    [
      'an attribute twice',
      (request: Request) => withHeader(request, (header) => `${header}, ts="1"`),
      'Invalid Hawk header.',
    ],
    [
      'an unknown attribute',
      (request: Request) => withHeader(request, (header) => `${header}, x="1"`),
      'Invalid Hawk header.',
    ],
    [
      'no attributes',
      (request: Request) => withHeader(request, () => 'Hawk'),
      'Invalid Hawk header.',
    ],
    [
      'a time that is no number',
      (request: Request) => withHeader(request, (header) => header.replace(/ts="\d+"/, 'ts="1e9"')),
      'Invalid Hawk header.',
    ],
  ])('a Hawk request is refused with %s', async (_what, change, detail) => {
    setClock(ts)
    const { status, detail: answered } = await answerOf(change(signed()))
    expect([status, answered]).toEqual([401, detail])
  })

  it('a body without its hash, or with that of another, is refused by the Hawk example', async () => {
    setClock(ts)
    expect((await answerOf(signed({ body: 'pay 1', hash: '' }))).detail).toBe('Bad payload hash.')
    nonces++
    const other = hawkPayloadHash('text/plain', 'pay 9')
    expect((await answerOf(signed({ body: 'pay 1', hash: other }))).detail).toBe(
      'Bad payload hash.',
    )
  })

  it('a stale Hawk timestamp gets the time of the server, with a MAC that proves it', async () => {
    setClock(ts + 60)
    expect((await answerOf(signed())).status).toBe(200)
    setClock(ts + 61)
    const { response, status, detail } = await answerOf(signed({ nonce: 'late' }))
    expect([status, detail]).toEqual([401, 'Stale timestamp.'])
    const tsm = createHmac('sha256', key)
      .update(`hawk.1.ts\n${ts + 61}\n`)
      .digest('base64')
    expect(tsm).toBe(hawkTimestampMac(key, ts + 61))
    expect(response.headers.get('WWW-Authenticate')).toBe(
      `Hawk ts="${ts + 61}", tsm="${tsm}", error="Stale timestamp"`,
    )
  })

  it('who has not the Hawk key learns neither the time nor whether the id exists', async () => {
    setClock(ts + 1000)
    const { response, detail } = await answerOf(signed({ secret: 'guessed' }))
    expect(detail).toBe('Bad mac.')
    expect(response.headers.get('WWW-Authenticate')).toBe('Hawk')
  })

  it('other schemes of Authorization are not for the Hawk example', async () => {
    for (const header of ['Hawkeye id="1"', 'Token abc', 'Basic aGF3aw==']) {
      const { status, detail } = await answerOf(withHeader(signed(), () => header))
      expect([status, detail]).toEqual([401, 'Authentication credentials were not provided.'])
    }
  })

  it('a long header that is no header of Hawk is refused at once', async () => {
    const time = await processorTime(async () => {
      for (const filling of ['a', ' ', '"', '=', 'a="', 'a="",', '%']) {
        const header = `Hawk ${filling.repeat(16_000)}x`
        const { status, detail } = await answerOf(withHeader(signed(), () => header))
        expect([status, detail]).toEqual([401, 'Invalid Hawk header.'])
      }
    })
    expect(time).toBeLessThan(500)
  })
})
