import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ApiRequest, ApiResponse, createApi, routes, type Settings } from '../../src/index.ts'

/** What `look` sees in a request to `/notes/:id/`. */
async function seen<Seen>(
  path: string,
  look: (request: ApiRequest) => Seen | Promise<Seen>,
  { settings = {} as Settings, sent = {}, baseUrl = 'http://testserver', method = 'GET' } = {},
): Promise<Seen> {
  let result: { seen: Seen } | undefined
  const answer = async (request: ApiRequest) => {
    result = { seen: await look(request) }
    return new ApiResponse('looked')
  }
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const app = routes(api, { '/notes/:id/': api.view({ get: answer, post: answer }) })
  const response = await testClient(app, { baseUrl }).request(method, path, sent)
  if (result === undefined) throw new Error(`Answered ${response.status}.`)
  return result.seen
}

describe('the address of a request', () => {
  it('a request has its path as it was sent, percent-encoded', async () => {
    expect(await seen('/notes/7/', ({ path }) => path)).toBe('/notes/7/')
    expect(await seen('/notes/a%20b/?q=/x', ({ path }) => path)).toBe('/notes/a%20b/')
  })

  it('a request has the parameters of the route, decoded', async () => {
    expect(await seen('/notes/a%20b/', ({ params }) => params)).toEqual({ id: 'a b' })
  })

  it('a request has the URL under which the client reached the service', async () => {
    expect(await seen('/notes/7/?a=%20&b', ({ url }) => url)).toBe(
      'http://testserver/notes/7/?a=%20&b',
    )
    const baseUrl = 'https://api.test:8443'
    expect(await seen('/notes/7/', ({ url }) => url, { baseUrl })).toBe(
      'https://api.test:8443/notes/7/',
    )
  })

  it('the URL of a request has the scheme and host of BASE_URL when it is set', async () => {
    for (const BASE_URL of ['https://api.example.com', 'https://api.example.com/']) {
      const both = await seen('/notes/7/?a=1', ({ url, baseUrl }) => ({ url, baseUrl }), {
        settings: { BASE_URL },
      })
      expect(both).toEqual({
        url: 'https://api.example.com/notes/7/?a=1',
        baseUrl: 'https://api.example.com',
      })
    }
    expect(await seen('/notes/7/', ({ baseUrl }) => baseUrl)).toBe('http://testserver')
  })
})

describe('the query of a request', () => {
  it('the query of a request is decoded', async () => {
    const query = await seen('/notes/7/?a=1&b=x+y%21&a=2&c', ({ query }) => [...query])
    expect(query).toEqual([
      ['a', '1'],
      ['b', 'x y!'],
      ['a', '2'],
      ['c', ''],
    ])
    expect(await seen('/notes/7/', ({ query }) => [...query])).toEqual([])
  })

  it('a query value is found by its name: the last of several, null when there is none', async () => {
    const values = (request: ApiRequest) => ['a', 'b', 'c'].map((name) => request.queryValue(name))
    expect(await seen('/notes/7/?a=1&b=&a=2', values)).toEqual(['2', '', null])
  })

  it('keeps a question mark that its first name begins with', async () => {
    expect(await seen('/notes/7/??a=1', ({ query }) => [...query])).toEqual([['?a', '1']])
  })

  it('parameters are separated by & alone, and ? is an ordinary character in a query', async () => {
    expect(await seen('/notes/7/?a=1;b=2?c=3', ({ query }) => [...query])).toEqual([
      ['a', '1;b=2?c=3'],
    ])
  })

  it('a query has at most 1,000 parameters, or DATA_UPLOAD_MAX_NUMBER_FIELDS: more is a bad request', async () => {
    const sizeOf = (count: number, settings: Settings = {}) =>
      seen(`/notes/7/?${Array(count).fill('a=').join('&')}`, ({ query }) => query.size, {
        settings,
      })

    expect(await sizeOf(1000)).toBe(1000)
    await expect(sizeOf(1001)).rejects.toThrow('Answered 400.')
    expect(await sizeOf(2, { DATA_UPLOAD_MAX_NUMBER_FIELDS: 2 })).toBe(2)
    await expect(sizeOf(3, { DATA_UPLOAD_MAX_NUMBER_FIELDS: 2 })).rejects.toThrow('Answered 400.')
  })
})

it('a request has its cookies by name', async () => {
  const sent = { headers: { Cookie: 'a=1; b=2; a=3' } }
  const cookies = await seen('/notes/7/', ({ cookies }) => [...cookies], { sent })
  expect(cookies).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})

describe('the data of a request', () => {
  const schema = z.object({ size: z.number() })
  const post = <Seen>(json: unknown, look: (request: ApiRequest) => Seen | Promise<Seen>) =>
    seen('/notes/7/', look, { method: 'POST', sent: { json } })

  it('the data of a request are the parsed body, or what a schema makes of it', async () => {
    expect(await post({ size: 4, more: 1 }, (request) => request.data())).toEqual({
      size: 4,
      more: 1,
    })
    expect(await post({ size: 4, more: 1 }, (request) => request.data(schema))).toEqual({ size: 4 })
  })

  it('data that do not fit the schema raise a validation error', async () => {
    const refused = post({ size: 'x' }, (request) => request.data(schema))
    await expect(refused).rejects.toThrow('Answered 400.')
  })

  it('validate() returns data that do not fit as a result instead of throwing', async () => {
    expect(await post({ size: 4 }, (request) => request.validate(schema))).toEqual({
      valid: true,
      data: { size: 4 },
    })
    const invalid = await post({}, (request) => request.validate(schema))
    expect(invalid.valid).toBe(false)
    expect(!invalid.valid && invalid.error.codes).toEqual({ size: ['required'] })
  })

  it('validate() can check partial data', async () => {
    expect(await post({}, (request) => request.validate(schema, { partial: true }))).toEqual({
      valid: true,
      data: {},
    })
  })

  it('the data of a request follow the settings of validation', async () => {
    const whole = schema.refine(() => false, 'Contradictory.')
    const details = await seen(
      '/notes/7/',
      async (request) => {
        const invalid = await request.validate(whole)
        return !invalid.valid && invalid.error.detail
      },
      {
        method: 'POST',
        sent: { json: { size: 1 } },
        settings: { NON_FIELD_ERRORS_KEY: '__all__' },
      },
    )
    expect(details).toEqual({ __all__: ['Contradictory.'] })
  })

  it('list errors are keyed by index, or a list when LIST_SERIALIZER_ERRORS_AS_DICT is false', async () => {
    const rows = z.object({ rows: z.array(z.object({ a: z.number() })) })
    const errorsFor = (settings: Settings) =>
      seen(
        '/notes/7/',
        async (request) => {
          const invalid = await request.validate(rows)
          return !invalid.valid && invalid.error.detail
        },
        { method: 'POST', sent: { json: { rows: [{ a: 1 }, {}] } }, settings },
      )
    const error = { a: ['This field is required.'] }
    expect(await errorsFor({})).toEqual({ rows: { 1: error } })
    expect(await errorsFor({ LIST_SERIALIZER_ERRORS_AS_DICT: false })).toEqual({
      rows: [{}, error],
    })
  })
})

describe('the body of a request, which can be read once', () => {
  const readTwice = (look: (request: ApiRequest) => Promise<unknown>) =>
    seen('/notes/7/', look, { method: 'POST', sent: { json: { size: 4 } } })

  it('a body is parsed once, however often data() is called', async () => {
    const both = await readTwice(async (request) => [await request.data(), await request.data()])
    expect(both).toEqual([{ size: 4 }, { size: 4 }])
  })

  it('a body can be read through raw instead of data()', async () => {
    expect(await readTwice(({ raw }) => raw.json())).toEqual({ size: 4 })
  })

  it('data() throws BodyUsed when the body was read through raw', async () => {
    const error = await readTwice(async (request) => {
      await request.raw.text()
      return request.data().catch((reason: unknown) => reason)
    })
    expect(error).toMatchObject({
      name: 'BodyUsed',
      message: expect.stringMatching(/^The body of a request can be read by/),
    })
  })

  it('bytes() gives the body as it was sent, and data() can be called before and after', async () => {
    const all = await readTwice(async (request) => {
      const before = await request.data()
      const bytes = new TextDecoder().decode(await request.bytes())
      return [before, bytes, await request.data(), (await request.bytes()).length]
    })
    expect(all).toEqual([{ size: 4 }, '{"size":4}', { size: 4 }, 10])
  })

  it('bytes() needs no parser for the content type, and is empty without a body', async () => {
    const textOf = async (request: ApiRequest) => new TextDecoder().decode(await request.bytes())
    const sent = { body: 'a,b', headers: { 'Content-Type': 'text/csv' } }
    expect(await seen('/notes/7/', textOf, { method: 'POST', sent })).toBe('a,b')
    expect(await seen('/notes/7/', textOf, { method: 'POST' })).toBe('')
    expect(await seen('/notes/7/', textOf)).toBe('')
  })

  it('bytes() refuses a body beyond DATA_UPLOAD_MAX_MEMORY_SIZE with 413', async () => {
    const reading = (size: number) =>
      seen('/notes/7/', async (request) => (await request.bytes()).length, {
        method: 'POST',
        sent: { body: 'x'.repeat(size) },
        settings: { DATA_UPLOAD_MAX_MEMORY_SIZE: 100 },
      })
    expect(await reading(100)).toBe(100)
    await expect(reading(101)).rejects.toThrow('Answered 413.')
  })

  it('bytes() throws BodyUsed when the body was read through raw', async () => {
    const error = await readTwice(async (request) => {
      await request.raw.text()
      return request.bytes().catch((reason: unknown) => reason)
    })
    expect(error).toMatchObject({ name: 'BodyUsed' })
  })

  it('a body that data() has read cannot be read through raw', async () => {
    const error = await readTwice(async (request) => {
      await request.data()
      return request.raw.text().catch((reason: unknown) => reason)
    })
    expect(error).toBeInstanceOf(TypeError)
  })
})

it('a request has a signal that is aborted when its client goes away', async () => {
  const client = new AbortController()
  const aborted = Promise.withResolvers<boolean>()
  const view = createApi().view({
    get: ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.aborted))
      client.abort()
      return new ApiResponse()
    },
  })
  const request = new Request('http://testserver/', { signal: client.signal })
  await routes(createApi(), { '/': view }).fetch(request, {})

  expect(await aborted.promise).toBe(true)
})
