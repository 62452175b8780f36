import { describe, expect, it } from 'vitest'
import { createClient, type RequestOptions } from '../src/index.ts'
import { type HelpDesk, helpDesk } from './help-desk.ts'

interface Sent {
  url: string
  init: RequestInit
}

type Answer = (sent: Sent, index: number) => Response | Promise<Response>

/** A client of a server that answers as it likes, and what was sent to it. */
function against(answer: Answer, url = 'https://api.example.com/v1/') {
  const sent: Sent[] = []
  const client = createClient<HelpDesk>({
    url,
    fetch: async (url, init) => answer({ url, init }, sent.push({ url, init }) - 1),
  })
  return { client, sent, urls: () => sent.map(({ url }) => url) }
}

const json = (body: unknown, status = 200, headers: HeadersInit = {}) =>
  new Response(JSON.stringify(body), { status, headers })

/** An answer whose body fails after its first bytes. */
const cut = (status: number, headers: HeadersInit = {}) => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":')),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
  return new Response(body, { status, headers })
}

const page = (next: unknown, results: unknown[] = [{ id: 1 }]) =>
  json({ next, previous: null, results })

async function firstIds(list: AsyncIterable<{ id: number }>, most: number): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of list) if (ids.push(id) >= most) break
  return ids
}

describe('a client and the links of a list', () => {
  it('a client follows a link to another origin or path at its own list', async () => {
    const { client, urls } = against((_, index) =>
      page(index === 0 ? 'https://evil.example/steal/?cursor=x' : null),
    )
    expect(await firstIds(client.stream.list(), 9)).toEqual([1, 1])
    expect(urls()).toEqual([
      'https://api.example.com/v1/stream/',
      'https://api.example.com/v1/stream/?cursor=x',
    ])
  })

  it('a client ends a list whose links lead in a circle', async () => {
    const { client, sent } = against((_, index) => page(`?cursor=${index % 2}`))
    const read = firstIds(client.stream.list(), 99)
    await expect(read).rejects.toMatchObject({ error: { kind: 'unreadable' } })
    expect(sent.length).toBe(3)
  })

  it('a client reads of a list without an end only what is asked for', async () => {
    const { client, sent } = against((_, index) => page(`?cursor=${index + 1}`))
    expect(await firstIds(client.stream.list(), 5)).toHaveLength(5)
    expect(sent.length).toBe(5)
  })

  it.each([[5], ['http://'], [{}], [true]])(
    'a client refuses a page whose next is %j',
    async (next) => {
      const { client } = against(() => page(next))
      expect(await client.stream.page()).toMatchObject({ error: { kind: 'unreadable' } })
    },
  )

  it.each([
    ['HTML', () => new Response('<h1>Hello</h1>')],
    ['an object', () => json({})],
    ['no body', () => new Response(null, { status: 204 })],
    ['null', () => json(null)],
  ])('a client refuses a list that is answered with %s', async (_, answer) => {
    const { client } = against(answer)
    expect(await client.stream.page()).toMatchObject({ error: { kind: 'unreadable' } })
  })
})

describe('a client and answers that wait', () => {
  it('a client sends a request again after the time that Retry-After says', async () => {
    const soon = new Date(Date.now() - 1000).toUTCString()
    for (const [status, wait, options] of [
      [429, '0', {}],
      // It is safe only with a key.
      [503, soon, { idempotent: true }],
    ] as const) {
      const { client, sent } = against((_, index) =>
        index < 2 ? json({ detail: 'Later.' }, status, { 'Retry-After': wait }) : json({ id: 7 }),
      )
      const note = { title: 'a', owner: 1 }
      expect(await client.notes.create(note, options)).toMatchObject({ ok: true })
      expect(sent.map(({ init }) => init.body)).toEqual(Array(3).fill('{"title":"a","owner":1}'))
    }
  })

  it('a client does not repeat after a 503 what may have been committed', async () => {
    const attempts = async (send: (own: ReturnType<typeof against>['client']) => unknown) => {
      // As after a connection to the database that is lost during a commit.
      const { client, sent } = against(() => json({}, 503, { 'Retry-After': '0' }))
      const error = { kind: 'unavailable', retryAfter: 0 }
      expect(await send(client)).toMatchObject({ error })
      return sent.length
    }
    expect(await attempts((own) => own.notes.create({ title: 'a', owner: 1 }))).toBe(1)
    expect(await attempts((own) => own.notes.update(1, { title: 'a' }))).toBe(1)
    expect(await attempts((own) => own.notes.delete(1))).toBe(1)
    expect(await attempts((own) => own.notes.get(1))).toBe(3)
  })

  it('a client gives up after two more attempts', async () => {
    const { client, sent } = against(() => json({ detail: 'No.' }, 429, { 'Retry-After': '0' }))
    expect(await client.notes.get(1)).toMatchObject({
      error: { kind: 'throttled', status: 429, detail: 'No.', retryAfter: 0 },
    })
    expect(sent).toHaveLength(3)
  })

  it.each([
    ['31536000', 31536000],
    ['-5', null],
    ['soon', null],
    ['1e3', null],
    ['0x10', null],
    ['', null],
  ])('a client does not wait for Retry-After: %s', async (value, retryAfter) => {
    const { client, sent } = against(() => json({}, 503, { 'Retry-After': value }))
    expect(await client.notes.get(1)).toMatchObject({ error: { kind: 'unavailable', retryAfter } })
    expect(sent).toHaveLength(1)
  })

  it('a client that is aborted while it waits sends nothing more', async () => {
    const { client, sent } = against(() => json({}, 429, { 'Retry-After': '20' }))
    const controller = new AbortController()
    const call = client.notes.get(1, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 20)
    expect(await call).toMatchObject({
      error: { kind: 'aborted', status: 0, cause: { message: 'enough' } },
    })
    expect(sent).toHaveLength(1)
  })

  it('a client that is aborted between two pages reads no further', async () => {
    const { client, sent } = against((_, index) => page(`?cursor=${index + 1}`))
    const controller = new AbortController()
    const read = async () => {
      for await (const _ of client.stream.list({}, { signal: controller.signal }))
        controller.abort()
    }
    await expect(read()).rejects.toMatchObject({ error: { kind: 'aborted' } })
    expect(sent).toHaveLength(1)
  })

  it('a client repeats without an answer only what changes nothing twice', async () => {
    const lost = () => Promise.reject(new TypeError('fetch failed'))
    const attempts = async (send: (own: ReturnType<typeof against>['client']) => unknown) => {
      const { client, sent } = against(lost)
      expect(await send(client)).toMatchObject({ error: { kind: 'network', status: 0 } })
      return sent.length
    }
    const note = { title: 'a', owner: 1 }
    expect(await attempts((own) => own.notes.create(note))).toBe(1)
    expect(await attempts((own) => own.notes.delete(1))).toBe(1)
    const headers = { 'Idempotency-Key': '1' }
    expect(await attempts((own) => own.notes.create(note, { headers }))).toBe(3)
    expect(await attempts((own) => own.notes.get(1))).toBe(3)
  })

  it('a client asks again for the answer to a GET that ends early', async () => {
    const { client, sent } = against((_, index) =>
      index < 2 ? cut(index === 0 ? 200 : 500) : json({ id: 1 }),
    )
    expect(await client.notes.get(1).orThrow()).toEqual({ id: 1 })
    expect(sent).toHaveLength(3)
  })

  it.each([201, 400, 401, 403, 429])(
    'an answer of %i to a POST that ends early is no answer',
    async (status) => {
      const { client, sent } = against(() => cut(status))
      expect(await client.notes.create({ title: 'a', owner: 1 })).toMatchObject({
        error: { kind: 'network', status: 0, response: null, cause: { message: 'terminated' } },
      })
      expect(sent).toHaveLength(1)
    },
  )

  it('an idempotent request is repeated with one key, and each call has a key of its own', async () => {
    const keys: (string | null)[] = []
    const keyOf = ({ init }: Sent) => new Headers(init.headers).get('Idempotency-Key')
    const { client } = against((sent, index) => {
      keys.push(keyOf(sent))
      if (index === 0) throw new TypeError('fetch failed')
      return index === 1 ? json({}, 409, { 'Retry-After': '0' }) : json({ id: 1 }, 201)
    })
    const note = { title: 'a', owner: 1 }
    expect(await client.notes.create(note, { idempotent: true })).toMatchObject({ ok: true })
    await client.notes.create(note, { idempotent: true })
    await client.notes.get(1, { idempotent: true })
    await client.notes.create(note)

    expect(keys[0]).toMatch(/^[!-~]{20,60}$/)
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
    expect(keys[3]).toMatch(/^[!-~]{20,60}$/)
    expect(keys[3]).not.toBe(keys[0])
    expect(keys.slice(4)).toEqual([null, null])
  })

  it('all POST and PATCH of an idempotent client have a key, unless the call says otherwise', async () => {
    const sent: string[] = []
    const client = createClient<HelpDesk>({
      url: 'https://api.example.com/v1/',
      idempotent: true,
      fetch: async (_, { method, headers }) => {
        sent.push(`${method} ${new Headers(headers).has('Idempotency-Key')}`)
        return json({ id: 1 })
      },
    })
    await client.notes.create({ title: 'a', owner: 1 })
    await client.notes.update(1, { title: 'a' })
    await client.notes.delete(1)
    await client.notes.create({ title: 'a', owner: 1 }, { idempotent: false })
    expect(sent).toEqual(['POST true', 'PATCH true', 'DELETE false', 'POST false'])
  })
})

describe('a client and answers that are no JSON', () => {
  it('a client gives the page of a proxy the kind of its status', async () => {
    for (const [status, kind] of [
      [400, 'invalid'],
      [404, 'not_found'],
      [418, 'other'],
      [502, 'server'],
    ] as const) {
      const { client } = against(() => new Response('<html>', { status }))
      expect(await client.notes.get(1)).toMatchObject({
        error: { kind, status, detail: `The answer has the status ${status}.`, errors: [] },
      })
    }
  })

  it('a client does not follow redirects', async () => {
    const { client, sent } = against(() => Response.redirect('https://evil.example/', 302))
    expect(await client.notes.get(1)).toMatchObject({ error: { kind: 'other', status: 302 } })
    expect(sent[0]?.init.redirect).toBe('manual')
  })

  it.each([
    [[null, 5, 'text', {}, { pointer: 5, detail: 'x' }, { pointer: '#/a' }], {}],
    [
      [
        { pointer: '#/a', detail: 'x' },
        { pointer: '#/a/__proto__/polluted', detail: 'y' },
        { pointer: '#/__proto__/polluted', detail: 'z' },
        { pointer: '#/a/0/0', detail: 'w' },
      ],
      null,
    ],
  ])('a client survives the errors %j', async (errors, fields) => {
    const { client } = against(() => json({ detail: 'No.', errors }, 400))
    const result = await client.notes.create({ title: 'a', owner: 1 })
    expect(result).toMatchObject({ ok: false, error: { kind: 'invalid', detail: 'No.' } })
    if (fields && !result.ok && result.error.kind === 'invalid')
      expect({ ...result.error.fields }).toEqual(fields)
    expect(([] as unknown as { polluted?: unknown }).polluted).toBeUndefined()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('a client survives a body of errors that is nested without end', async () => {
    const deep = `{"title":["One."],"tags":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const { client } = against(() => new Response(deep, { status: 400 }))
    expect(await client.notes.update(1, {})).toMatchObject({
      error: { kind: 'invalid', detail: 'One.', fields: { title: ['One.'] } },
    })
  })

  it('a client has the messages of plain bodies in their places', async () => {
    const body = {
      non_field_errors: ['Whole.'],
      title: ['One.', 'Two.'],
      author: { name: ['Three.'] },
      tags: { '1': ['Four.'] },
      'a/b~': ['Five.'],
    }
    const { client } = against(() => json(body, 400))
    const { error } = (await client.notes.update(1, {})) as { error: { errors: unknown } }
    expect(error).toMatchObject({
      detail: 'Whole.',
      nonFieldErrors: ['Whole.'],
      fields: { title: ['One.', 'Two.'], author: { name: ['Three.'] }, tags: { 1: ['Four.'] } },
    })
    expect(error.errors).toContainEqual({ pointer: '#/a~1b~0', detail: 'Five.', code: null })
  })
})

describe('what a caller gives to a client', () => {
  const { client, urls } = against(() => page(null))

  it.each(['', '.', '..', undefined, null])('a client refuses the key %j', async (id) => {
    await expect(client.notes.get(id as string)).rejects.toThrow(TypeError)
    await expect(client.notes.delete(id as string)).rejects.toThrow(TypeError)
    expect(() => client.tickets(id as string)).toThrow(TypeError)
  })

  it('a client escapes keys and values', async () => {
    urls().length = 0
    const at = against(() => page(null))
    await at.client.notes.get('a/b?c#d')
    await at.client.notes.get('žluť')
    await at.client.notes.get(9007199254740993n)
    await at.client.notes.page({ title__contains: 'a&b=c', owner__in: [1, 2] })
    await at.client.notes.page({ created__lt: new Date(0), status: null, owner: undefined })
    expect(at.urls().map((url) => url.replace('https://api.example.com/v1', ''))).toEqual([
      '/notes/a%2Fb%3Fc%23d/',
      '/notes/%C5%BElu%C5%A5/',
      '/notes/9007199254740993/',
      '/notes/?title__contains=a%26b%3Dc&owner__in=1%2C2',
      '/notes/?created__lt=1970-01-01T00%3A00%3A00.000Z',
    ])
  })

  it('a client does not list everything for an empty list of values', () => {
    expect(() => client.notes.list({ owner__in: [] })).toThrow(TypeError)
  })

  it.each([['a,b'], ['', 'a']])(
    'a client lists no text that is read as none or as several: %j',
    (...texts) => {
      const list = () => against(() => json([])).client.notes.list({ title__in: texts })
      expect(list).toThrow('title__in needs values without commas.')
    },
  )

  it('a client can be awaited like any value', async () => {
    expect(await Promise.resolve(client.notes)).toBeTypeOf('function')
  })

  it('a client leaves the origin of its service for no path', async () => {
    const at = against(() => json({}))
    await at.client.request('GET', '//evil.example/')
    await at.client.request('GET', '/../../x/')
    for (const url of at.urls()) expect(new URL(url).origin).toBe('https://api.example.com')
    await expect(at.client.request('GET', 'https://evil.example/')).rejects.toThrow(TypeError)
  })

  it('a client sends forms as they are and dates as texts', async () => {
    const at = against(() => json({}))
    const body = new FormData()
    await at.client.request('POST', '/upload/', { body })
    await at.client.request('POST', '/dates/', { body: { at: new Date(0) } })
    expect(at.sent[0]?.init.body).toBe(body)
    expect(new Headers(at.sent[0]?.init.headers).has('Content-Type')).toBe(false)
    expect(at.sent[1]?.init.body).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })

  it('a client sends no stream, which it could not send again', async () => {
    const at = against(() => json({}))
    const body = new Blob(['text']).stream()
    await expect(at.client.request('POST', '/upload/', { body })).rejects.toThrow(
      'Send a Blob, not a stream.',
    )
    expect(at.sent).toEqual([])
  })

  it('a client that is aborted before it begins sends nothing', async () => {
    const at = against(() => json({}))
    const options: RequestOptions = { signal: AbortSignal.abort() }
    expect(await at.client.notes.get(1, options)).toMatchObject({ error: { kind: 'aborted' } })
    expect(at.sent).toEqual([])
  })

  it('a client needs no socket', async () => {
    const app = helpDesk()
    const own = createClient<typeof app>({
      url: 'http://localhost/',
      fetch: (url, init) => app.request(url, init),
    })
    expect(await own.whoami.get().orThrow()).toEqual({ username: 'ann' })
  })
})
