import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  ApiResponse,
  createApi,
  formParser,
  jsonParser,
  type Parser,
  routes,
  type Settings,
  type ViewOptions,
} from '../../src/index.ts'

const echo: ViewOptions = {
  post: async (request) => new ApiResponse({ data: await request.data() }),
  delete: async (request) => new ApiResponse({ data: await request.data() }),
  get: async (request) => new ApiResponse({ data: await request.data() }),
}

/** Sends a request of which nothing is set that is not given. */
async function send(init: RequestInit, view: ViewOptions = echo, settings: Settings = {}) {
  const app = routes(createApi({ LOGGER: silentLogger, ...settings }), { '/': view })
  const request = new Request('http://testserver/', {
    method: 'POST',
    duplex: 'half',
    ...init,
  } as RequestInit)
  return app.fetch(request, {})
}
const json = { 'Content-Type': 'application/json' }
const summary = async (response: Response) => [response.status, await response.json()]

/** A body of unknown length in chunks. `cancelled` returns whether the rest was refused. */
function stream(...chunks: string[]) {
  const state = { cancelled: false, read: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[state.read++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
      cancel() {
        state.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, state }
}

describe('a request without a body', () => {
  it('a request without a body has the data {}, whatever the content type', async () => {
    for (const type of ['application/json', 'text/csv', 'nonsense', 'multipart/form-data']) {
      expect(await summary(await send({ headers: { 'Content-Type': type } }))).toEqual([
        200,
        { data: {} },
      ])
    }
    expect(await summary(await send({}))).toEqual([200, { data: {} }])
    expect(await summary(await send({ method: 'DELETE' }))).toEqual([200, { data: {} }])
    expect(await summary(await send({ method: 'GET', headers: json }))).toEqual([200, { data: {} }])
  })

  it('a body of length 0, or whose stream ends at once, counts as absent', async () => {
    const { body } = stream()
    const headers = { 'Content-Type': 'text/csv' }

    expect(await summary(await send({ body, headers }))).toEqual([200, { data: {} }])
    expect(await summary(await send({ body: '', headers }))).toEqual([200, { data: {} }])
    expect(await summary(await send({ headers: { ...headers, 'Content-Length': '0' } }))).toEqual([
      200,
      { data: {} },
    ])
  })
})

describe('a body of an unknown content type', () => {
  it('an unknown content type is 415 with the whole content type in the text, and the known types in Accept', async () => {
    const headers = { 'Content-Type': 'text/csv; header=present' }
    const response = await send({ body: 'a,b', headers })

    expect(response.status).toBe(415)
    expect(response.headers.get('Accept')).toBe(
      'application/json, application/x-www-form-urlencoded, multipart/form-data',
    )
    expect(await response.json()).toEqual({
      detail: 'Unsupported media type "text/csv; header=present" in request.',
    })
  })

  it('a missing content type is 415 with "" in the text', async () => {
    const body = new TextEncoder().encode('{}')
    expect(await summary(await send({ body }))).toEqual([
      415,
      { detail: 'Unsupported media type "" in request.' },
    ])
  })

  it.each(['json', '*/*', 'application/*', 'application/json2', 'application/json, text/csv'])(
    'an unknown content type is 415: %s',
    async (type) => {
      expect((await send({ body: '{}', headers: { 'Content-Type': type } })).status).toBe(415)
    },
  )

  it('a content type longer than 256 characters is 415', async () => {
    const typeOf = (length: number) => `${'application/json;a='.padEnd(length, 'x')}`

    expect((await send({ body: '1', headers: { 'Content-Type': typeOf(256) } })).status).toBe(200)
    expect((await send({ body: '1', headers: { 'Content-Type': typeOf(257) } })).status).toBe(415)
  })

  it('follows the parsers of the view, or of the settings', async () => {
    const onlyForms = { ...echo, parsers: [formParser()] }
    const response = await send({ body: '{}', headers: json }, onlyForms)
    expect(response.status).toBe(415)
    expect(response.headers.get('Accept')).toBe('application/x-www-form-urlencoded')

    const settings = { DEFAULT_PARSER_CLASSES: [jsonParser()] }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send({ body: 'a=1', headers: form }, echo, settings)).status).toBe(415)
  })

  it('a body of an unknown type is refused unread when its length is known', async () => {
    const { body, state } = stream('a,b')
    const headers = { 'Content-Type': 'text/csv', 'Content-Length': '3' }

    expect((await send({ body, headers })).status).toBe(415)
    expect(state.read).toBe(0)
  })
})

describe('a body that is compressed', () => {
  it.each(['gzip', 'deflate', 'br', 'gzip, identity', 'x'])(
    'a body compressed by %s is 415',
    async (encoding) => {
      const headers = { ...json, 'Content-Encoding': encoding }
      expect((await send({ body: '{}', headers })).status).toBe(415)
      expect(
        (await send({ body: '{}', headers: { ...headers, 'Content-Length': '2' } })).status,
      ).toBe(415)
    },
  )

  it('a compressed body is refused unread, with its encoding in the text and the known ones in Accept-Encoding', async () => {
    const { body, state } = stream('zipped')
    const response = await send({ body, headers: { ...json, 'Content-Encoding': 'gzip' } })

    expect(response.headers.get('Accept-Encoding')).toBe('identity')
    expect(await summary(response)).toEqual([
      415,
      { detail: 'Unsupported content encoding "gzip" in request.' },
    ])
    expect(state.read).toBe(0)
  })

  it('a body with the encoding identity is read', async () => {
    for (const encoding of ['identity', 'Identity']) {
      const headers = { ...json, 'Content-Encoding': encoding }
      expect(await summary(await send({ body: '1', headers }))).toEqual([200, { data: 1 }])
    }
  })
})

describe('the length of a body', () => {
  const limited = { DATA_UPLOAD_MAX_MEMORY_SIZE: 10 }
  const tooLarge = [413, { detail: 'Request body is too large.' }]
  const ofLength = (length: number) => `"${'x'.repeat(length - 2)}"`

  it('a body with a known length may be the limit and no more', async () => {
    const told = (length: number) => ({
      body: ofLength(length),
      headers: { ...json, 'Content-Length': `${length}` },
    })
    expect((await send(told(10), echo, limited)).status).toBe(200)
    expect(await summary(await send(told(11), echo, limited))).toEqual(tooLarge)
  })

  it('a body without a known length may be the limit and no more', async () => {
    expect((await send({ ...stream('"xxxx', 'xxxx"'), headers: json }, echo, limited)).status).toBe(
      200,
    )
    expect(
      await summary(await send({ ...stream('"xxxx', 'xxxxx"'), headers: json }, echo, limited)),
    ).toEqual(tooLarge)
  })

  it('counts bytes, not characters', async () => {
    expect((await send({ body: '"üüüü"', headers: json }, echo, limited)).status).toBe(200)
    expect((await send({ body: '"üüüüü"', headers: json }, echo, limited)).status).toBe(413)
  })

  it('stops the reading as soon as it is too long', async () => {
    const { body, state } = stream('"xxxx', 'xxxxxxxx', 'never', 'read"')

    expect((await send({ body, headers: json }, echo, limited)).status).toBe(413)
    expect(state).toEqual({ cancelled: true, read: 2 })
  })

  it.each(['3', '-1', '1, 2'])(
    'stops the reading of a body that is longer than Content-Length: %s',
    async (declared) => {
      const { body, state } = stream('"xxxx', 'xxxxxxxx', 'never', 'read"')
      const headers = { ...json, 'Content-Length': declared }

      expect(await summary(await send({ body, headers }, echo, limited))).toEqual(tooLarge)
      expect(state).toEqual({ cancelled: true, read: 2 })
    },
  )

  it('a body is refused unread when its declared length is too long', async () => {
    const { body, state } = stream('"xxxx', 'xxxxxxxx"')
    const headers = { ...json, 'Content-Length': '13' }

    expect((await send({ body, headers }, echo, limited)).status).toBe(413)
    expect(state.read).toBe(0)
  })

  it('a body is at most 2.5 MiB by default', async () => {
    expect((await send({ body: ofLength(2_621_440), headers: json })).status).toBe(200)
    expect((await send({ body: ofLength(2_621_441), headers: json })).status).toBe(413)
  })
})

describe('the bytes of a body', () => {
  it('the bytes of a body are joined, wherever they were cut', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const byte of new TextEncoder().encode('{"a":"grün 👍"}')) {
          controller.enqueue(Uint8Array.of(byte))
        }
        controller.close()
      },
    })
    expect(await summary(await send({ body, headers: json }))).toEqual([
      200,
      { data: { a: 'grün 👍' } },
    ])
  })

  it('a body that ends early is 400', async () => {
    const broken = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"a":'))
        },
        pull(controller) {
          controller.error(new Error('the client went away'))
        },
      })
    const answer = [400, { detail: 'The request body ended early.' }]

    expect(await summary(await send({ body: broken(), headers: json }))).toEqual(answer)
    expect(
      await summary(await send({ body: broken(), headers: { ...json, 'Content-Length': '9' } })),
    ).toEqual(answer)
  })

  it('a body is read only when the handler asks for it', async () => {
    const { body, state } = stream('{"malformed')
    const view = { post: () => new ApiResponse('not needed') }

    expect((await send({ body, headers: json }, view)).status).toBe(200)
    expect(state.read).toBe(0)
  })

  it('a body is read once, however often the handler asks', async () => {
    const view: ViewOptions = {
      async post(request) {
        const [first, second] = await Promise.all([request.data(), request.data()])
        return new ApiResponse([first, second, await request.data()])
      },
    }
    expect(await summary(await send({ body: '{"a":1}', headers: json }, view))).toEqual([
      200,
      [{ a: 1 }, { a: 1 }, { a: 1 }],
    ])
  })
})

it('a parser of your own reads its media type', async () => {
  const csv: Parser = {
    mediaType: 'text/csv',
    parse: async (body) => new TextDecoder().decode(body).split(','),
  }
  const headers = { 'Content-Type': 'text/csv; header=absent' }
  const view: ViewOptions = {
    parsers: [csv],
    post: async (request) => new ApiResponse(await request.data(z.array(z.string()))),
  }
  const response = await send({ body: 'a,b', headers }, view)
  expect(await response.json()).toEqual(['a', 'b'])
})
