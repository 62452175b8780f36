import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  ApiResponse,
  arrayStore,
  charField,
  createApi,
  isAuthenticated,
  memoryAccounts,
  PermissionDenied,
  routes,
  type Settings,
  tokenAuthentication,
  uploadParser,
  userRateThrottle,
  ValidationError,
  type ViewOptions,
} from '../../../src/index.ts'

const key = (text = 'first') => ({ 'Idempotency-Key': text })

/** A client of one view, whose answers count how often it was called. */
function counting(options: ViewOptions = {}, settings: Settings = {}) {
  const api = createApi(settings)
  let calls = 0
  const view = api.view({
    idempotent: true,
    post: () => new ApiResponse({ call: ++calls }, 201, { Location: `/${calls}/` }),
    ...options,
  })
  const app = routes(api, { '/': view, '/other/': view })
  return { app, client: testClient(app), calls: () => calls }
}

const replayed = ({ headers }: Response) => headers.get('Idempotency-Replayed')
const codeOf = async (app: Promise<Response>) => (await (await app).json()).detail

describe('a repeat', () => {
  it('a repeat with the key gets the first answer, with its status, fields and body', async () => {
    const { client, calls } = counting()
    const first = await client.post('/', { headers: key(), json: { a: 1 } })
    const second = await client.post('/', { headers: key(), json: { a: 1 } })

    expect([first.status, replayed(first)]).toEqual([201, null])
    expect([second.status, replayed(second)]).toEqual([201, 'true'])
    expect(second.headers.get('Location')).toBe('/1/')
    expect(second.headers.get('Content-Type')).toBe('application/json')
    expect(await second.json()).toEqual({ call: 1 })
    expect(calls()).toBe(1)
  })

  it('a request without a key, with another one or at another path is carried out', async () => {
    const { client, calls } = counting()
    await client.post('/', { headers: key() })
    await client.post('/')
    await client.post('/')
    await client.post('/', { headers: key('second') })
    await client.post('/other/', { headers: key() })
    expect(calls()).toBe(5)
  })

  it('a key with another body, query or content type is refused with 422', async () => {
    const { client, calls } = counting()
    await client.post('/', { headers: key(), json: { a: 1 } })
    const text = { ...key(), 'Content-Type': 'text/plain' }
    for (const answer of [
      await client.post('/', { headers: key(), json: { a: 2 } }),
      await client.post('/?b=1', { headers: key(), json: { a: 1 } }),
      await client.post('/', { headers: text, body: '{"a":1}' }),
      await client.post('/', { headers: key() }),
    ]) {
      expect(answer.status).toBe(422)
      expect(await answer.json()).toEqual({ detail: 'This key was used for another request.' })
    }
    expect(calls()).toBe(1)
  })

  it('a repeat while the first request is under way gets 409 with Retry-After', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { client } = counting({
      async post() {
        await promise
        return new ApiResponse({ done: true })
      },
    })
    const first = client.post('/', { headers: key() })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await client.post('/', { headers: key() })
    resolve()

    expect([second.status, second.headers.get('Retry-After')]).toEqual([409, '1'])
    expect((await first).status).toBe(200)
    expect(replayed(await client.post('/', { headers: key() }))).toBe('true')
  })

  it('one of a hundred parallel requests with a key is carried out', async () => {
    const { client, calls } = counting()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client.post('/', { headers: key() })),
    )
    expect(calls()).toBe(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  })

  it('a form that is sent again with another boundary is a repeat, and with another file not', async () => {
    const { client, calls } = counting({ parsers: [uploadParser()] })
    const formWith = (content: string) => {
      const form = new FormData()
      form.set('title', 'ü')
      form.set('file', new File([content, new Uint8Array([0, 255, 128])], 'a.bin'))
      return { headers: key(), body: form }
    }
    expect(replayed(await client.post('/', formWith('a')))).toBeNull()
    expect(replayed(await client.post('/', formWith('a')))).toBe('true')
    expect((await client.post('/', formWith('b'))).status).toBe(422)
    expect(calls()).toBe(1)
  })

  it.each([
    ['application/json; boundary=1', '{"cents":1}', '{"cents":11}'],
    ['multipart/form-data; boundary=1', '--1\r\n\r\n1\r\n--1--', '--1\r\n\r\n11\r\n--1--'],
    ['multipart/form-data; boundary=1', '--1\r\n\r\na\r\n--1--', '--\r\n\r\na\r\n--11--'],
  ])('a boundary hides no difference of the body: %s %j %j', async (type, one, other) => {
    const { client, calls } = counting()
    const send = (body: string) =>
      client.post('/', { headers: { ...key(), 'Content-Type': type }, body })
    await send(one)
    expect([(await send(one)).status, (await send(other)).status]).toEqual([201, 422])
    expect(calls()).toBe(1)
  })

  it('the handler still reads the body of a request with a key', async () => {
    const { client } = counting({
      post: async (request) => new ApiResponse(await request.data()),
    })
    const answer = await client.post('/', { headers: key(), json: { a: 1 } })
    expect(await answer.json()).toEqual({ a: 1 })
  })
})

describe('keys', () => {
  it.each(['', 'a b', 'ü', 'a\tb', 'x'.repeat(256), 'a, b'])(
    'a malformed key gets 400 and nothing is carried out: %j',
    async (text) => {
      const { client, calls } = counting()
      const answer = await client.post('/', { headers: { 'Idempotency-Key': text } })
      expect(answer.status).toBe(400)
      expect(calls()).toBe(0)
    },
  )

  it('a key of 255 characters, or in quotation marks, is accepted', async () => {
    const { client } = counting()
    expect((await client.post('/', { headers: key('x'.repeat(255)) })).status).toBe(201)
    expect((await client.post('/', { headers: key('"8e03978e"') })).status).toBe(201)
  })

  it('a missing key gets 400 where it is required, but not for other methods', async () => {
    const { client, calls } = counting({
      idempotent: { required: true },
      get: () => new ApiResponse({}),
      put: () => new ApiResponse({}),
    })
    expect(await codeOf(client.post('/'))).toBe(
      'Send Idempotency-Key with a new key, such as a UUID.',
    )
    expect(calls()).toBe(0)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
      expect((await client.request(method, '/')).status).toBe(200)
    }
    expect((await client.post('/', { headers: key() })).status).toBe(201)
  })

  it('the header field is a setting', async () => {
    const { client, calls } = counting({}, { IDEMPOTENCY_HEADER: 'X-Request-Key' })
    const headers = { 'X-Request-Key': 'a' }
    await client.post('/', { headers })
    expect(replayed(await client.post('/', { headers }))).toBe('true')
    await client.post('/', { headers: key() })
    expect(calls()).toBe(2)
  })

  it('PATCH takes a key, PUT and DELETE ignore it', async () => {
    let calls = 0
    const change = () => new ApiResponse({ call: ++calls })
    const { client } = counting({ patch: change, put: change, delete: change })
    const sent = { headers: key() }
    await client.patch('/', sent)
    expect(replayed(await client.patch('/', sent))).toBe('true')
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) await client.request(method, '/', sent)
    expect(calls).toBe(5)
  })
})

describe('whose key it is', () => {
  async function users() {
    const accounts = memoryAccounts()
    const [ann, bob] = await Promise.all(
      ['ann', 'bob'].map(async (username) => {
        const user = await accounts.users.create({ username, password: null })
        return { Authorization: `Token ${(await accounts.tokens.getOrCreate(user)).key}` }
      }),
    )
    return { accounts, ann: ann ?? {}, bob: bob ?? {} }
  }

  it('the same key of another user is another key', async () => {
    const { accounts, ann, bob } = await users()
    const { client, calls } = counting({ authentication: [tokenAuthentication(accounts)] })
    const asAnn = await client.post('/', { headers: { ...key(), ...ann } })
    const asBob = await client.post('/', { headers: { ...key(), ...bob } })
    const asNobody = await client.post('/', { headers: key() })

    expect([replayed(asAnn), replayed(asBob), replayed(asNobody)]).toEqual([null, null, null])
    expect(calls()).toBe(3)
    expect(replayed(await client.post('/', { headers: { ...key(), ...ann } }))).toBe('true')
  })

  it('an answer is not sent again without credentials, or with fewer rights', async () => {
    const { accounts, ann } = await users()
    const { client } = counting({
      authentication: [tokenAuthentication(accounts)],
      permissions: [isAuthenticated],
    })
    await client.post('/', { headers: { ...key(), ...ann } })
    expect((await client.post('/', { headers: key() })).status).toBe(401)
    const user = await accounts.users.find('ann')
    if (user !== null) await accounts.users.setActive(user, false)
    expect((await client.post('/', { headers: { ...key(), ...ann } })).status).toBe(401)
  })

  it('credentials with other scopes have keys of their own', async () => {
    const scopesOf = (header: string | null) => (header ?? '').split(' ')
    const { client, calls } = counting({
      authentication: [
        {
          name: 'scoped',
          authenticate: async ({ headers }) => ({
            user: { pk: 1 },
            auth: { scopes: scopesOf(headers.get('X-Scopes')) },
          }),
        },
      ],
    })
    const send = (scopes: string) => client.post('/', { headers: { ...key(), 'X-Scopes': scopes } })
    await send('read write')
    expect(replayed(await send('read'))).toBeNull()
    expect(replayed(await send('write read'))).toBe('true')
    expect(calls()).toBe(2)
  })

  it('who acts for a user has keys of their own', async () => {
    const { client, calls } = counting({
      authentication: [
        {
          name: 'delegated',
          authenticate: async ({ headers }) => {
            const subject = headers.get('X-Actor')
            const actor = subject && { subject, issuer: null, clientId: null }
            return { user: { pk: 1 }, auth: { scopes: [], actor } }
          },
        },
      ],
    })
    const send = (actor?: string) =>
      client.post('/', { headers: { ...key(), ...(actor && { 'X-Actor': actor }) } })
    await send()
    expect(replayed(await send('robot'))).toBeNull()
    expect(replayed(await send('null'))).toBeNull()
    expect(replayed(await send('robot'))).toBe('true')
    expect(replayed(await send())).toBe('true')
    expect(calls()).toBe(3)
  })

  it('clients without credentials are known by their address, and need one', async () => {
    const { app, calls } = counting()
    const from = (address: string | null) =>
      testClient(app, { connection: { address } }).post('/', { headers: key() })
    await from('192.0.2.1')
    expect(replayed(await from('192.0.2.2'))).toBeNull()
    expect(replayed(await from('192.0.2.1'))).toBe('true')
    expect((await from(null)).status).toBe(400)
    expect(calls()).toBe(2)
  })

  it.each([{}, { pk: null }])(
    'a user without a pk has no keys, since others may have the same address: %j',
    async (user) => {
      const { client, calls } = counting({
        authentication: [{ name: 'own', authenticate: async () => ({ user, auth: null }) }],
      })
      expect((await client.post('/', { headers: key() })).status).toBe(400)
      expect(calls()).toBe(0)
    },
  )

  it('a host has the same keys on other ports and with the final dot of an absolute name', async () => {
    const { app, calls } = counting({}, { ALLOWED_HOSTS: ['a.test'] })
    for (const baseUrl of ['http://a.test', 'http://a.test:8001', 'http://a.test.:8001']) {
      await testClient(app, { baseUrl }).post('/', { headers: key() })
    }
    expect(calls()).toBe(1)
  })

  it('another host has keys of its own', async () => {
    const { app, calls } = counting({}, { ALLOWED_HOSTS: ['a.test', 'b.test'] })
    for (const baseUrl of ['http://a.test', 'http://b.test']) {
      await testClient(app, { baseUrl }).post('/', { headers: key() })
    }
    expect(calls()).toBe(2)
  })
})

describe('what is kept', () => {
  it('an error that the handler returns is kept, and one that it throws is not', async () => {
    let calls = 0
    const { client } = counting(
      {
        async post({ query }) {
          calls++
          if (query.has('throw')) throw new ValidationError({ a: ['No.'] })
          if (query.has('fail')) throw new Error('A defect.')
          return new ApiResponse({ calls }, query.has('bad') ? 400 : 503, { 'Retry-After': '1' })
        },
      },
      { LOGGER: silent },
    )
    const statuses = async (path: string) => [
      (await client.post(path, { headers: key(path) })).status,
      (await client.post(path, { headers: key(path) })).status,
      calls,
    ]
    expect(await statuses('/?bad')).toEqual([400, 400, 1])
    expect(await statuses('/?unavailable')).toEqual([503, 503, 2])
    expect(await statuses('/?throw')).toEqual([400, 400, 4])
    // The uncaught error is answered outside the view.
    expect(await statuses('/?fail')).toEqual([500, 500, 6])
    // A client must not wait for it and ask again forever.
    const again = await client.post('/?unavailable', { headers: key('/?unavailable') })
    expect(again.headers.get('Retry-After')).toBeNull()
  })

  it('refusals before the handler are not kept: the key is still new', async () => {
    let isAllowed = false
    const { client, calls } = counting({
      permissions: [{ hasPermission: () => isAllowed }],
    })
    expect((await client.post('/', { headers: key() })).status).toBe(403)
    isAllowed = true
    const answer = await client.post('/', { headers: key() })
    expect([answer.status, replayed(answer), calls()]).toEqual([201, null, 1])
  })

  it('a repeat is counted by the throttles, and has what they say of it', async () => {
    const { client, calls } = counting(
      { throttles: [userRateThrottle({ rate: '2/min' })] },
      { RATE_LIMIT_HEADERS: true },
    )
    const limits: (string | null)[] = []
    for (let request = 0; request < 3; request++) {
      const { status, headers } = await client.post('/', { headers: key() })
      limits.push(`${status} ${headers.get('RateLimit')?.split(';')[1]}`)
    }
    expect(limits).toEqual(['201 r=1', '201 r=0', '429 r=0'])
    expect(calls()).toBe(1)
  })

  it('cookies and dates of the first answer are not sent again', async () => {
    const { client } = counting({
      post: () => {
        const headers = new Headers({ Date: 'Fri, 02 Jan 2026 03:04:05 GMT', 'X-Own': 'a' })
        headers.append('Set-Cookie', 'a=1')
        headers.append('Set-Cookie', 'b=2')
        return new ApiResponse({}, 200, headers)
      },
    })
    const first = await client.post('/', { headers: key() })
    const second = await client.post('/', { headers: key() })
    expect(first.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(second.headers.getSetCookie()).toEqual([])
    expect([second.headers.get('Date'), second.headers.get('X-Own')]).toEqual([null, 'a'])
  })

  it('the cookie that a scheme adds to an answer is that of the repeat', async () => {
    let cookies = 0
    const { client } = counting({
      authentication: [
        {
          name: 'session',
          authenticate: async () => ({
            user: { pk: 1 },
            auth: null,
            headers: { 'Set-Cookie': `sid=${++cookies}` },
          }),
        },
      ],
    })
    await client.post('/', { headers: key() })
    const second = await client.post('/', { headers: key() })
    expect([replayed(second), second.headers.getSetCookie()]).toEqual(['true', ['sid=2']])
  })

  it('a token that a scheme adds to the first answer is not sent again', async () => {
    let calls = 0
    const { client } = counting({
      authentication: [
        {
          name: 'renewing',
          authenticate: async () => ({
            user: { pk: 1 },
            auth: null,
            headers: calls++ === 0 ? { 'X-New-Token': 'secret', 'Cache-Control': 'private' } : {},
          }),
        },
      ],
    })
    const first = await client.post('/', { headers: key() })
    const second = await client.post('/', { headers: key() })
    expect([first.headers.get('X-New-Token'), replayed(second)]).toEqual(['secret', 'true'])
    expect(second.headers.get('X-New-Token')).toBeNull()
    expect(second.headers.get('Cache-Control')).toBe('private')
  })

  it.each<[string, ViewOptions['post'] & {}]>([
    ['one above the limit', () => new ApiResponse('x'.repeat(200))],
    ['a stream', () => new Response(new Blob(['a']).stream())],
    ['one with no-store', () => new ApiResponse({}, 200, { 'Cache-Control': 'no-store' })],
    ['a page', () => new ApiResponse({}, 200, { 'Content-Type': 'text/html; charset=utf-8' })],
  ])('a repeat of an answer that is not kept gets 409 without Retry-After: %s', async (_, post) => {
    let calls = 0
    const { client } = counting(
      {
        post(...given) {
          calls++
          return post(...given)
        },
      },
      { IDEMPOTENCY_MAX_ANSWER_SIZE: 100 },
    )
    expect((await client.post('/', { headers: key() })).status).toBe(200)
    const second = await client.post('/', { headers: key() })
    expect([second.status, second.headers.get('Retry-After'), calls]).toEqual([409, null, 1])
    expect(await second.json()).toEqual({
      detail: 'This request was carried out before, but its answer was not kept.',
    })
    expect((await client.post('/', { headers: key(), json: {} })).status).toBe(422)
  })

  it('answers without a body, and with one of bytes, are kept', async () => {
    const bytes = Uint8Array.of(0, 255, 128, 10)
    const binary = { mediaType: 'application/octet-stream', format: 'bin', charset: null }
    const { client } = counting({
      renderers: [{ ...binary, render: () => bytes }],
      post: ({ query }) => new ApiResponse(query.has('none') ? undefined : {}, 200),
      patch: () => new ApiResponse(undefined, 204),
    })
    for (const [method, path] of [
      ['POST', '/'],
      ['POST', '/?none'],
      ['PATCH', '/'],
    ] as const) {
      const first = await client.request(method, path, { headers: key(path) })
      const second = await client.request(method, path, { headers: key(path) })
      expect(replayed(second)).toBe('true')
      expect(second.status).toBe(first.status)
      expect(await second.bytes()).toEqual(await first.bytes())
    }
  })

  it('work whose answer cannot be rendered is not done again', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    let calls = 0
    const { client } = counting(
      {
        post() {
          calls++
          return new ApiResponse(circular)
        },
      },
      { LOGGER: silent },
    )
    expect((await client.post('/', { headers: key() })).status).toBe(500)
    expect((await client.post('/', { headers: key() })).status).toBe(409)
    expect(calls).toBe(1)
  })
})

describe('generic views', () => {
  const schema = z.object({ title: charField({ maxLength: 5 }) })

  it('a list adds one item for a key, and a refused body leaves the key new', async () => {
    const api = createApi()
    const store = arrayStore<{ id: number; title: string }>([])
    const list = api.listView({ store, schema, idempotent: true, pagination: null })
    const client = testClient(routes(api, { '/': list }))

    const refused = await client.post('/', { headers: key(), json: { title: 'too long' } })
    expect(refused.status).toBe(400)
    const statuses: unknown[] = []
    for (let request = 0; request < 3; request++) {
      const { status } = await client.post('/', { headers: key(), json: { title: 'a' } })
      statuses.push(status)
    }
    expect(statuses).toEqual([201, 201, 201])
    expect(await (await client.get('/')).json()).toHaveLength(1)
  })

  it('a PATCH with If-Match is repeated although the item has changed since', async () => {
    const api = createApi({ CONDITIONAL_REQUESTS: true })
    const store = arrayStore([{ id: 1, title: 'a' }])
    const detail = api.detailView({ store, schema, idempotent: true })
    const client = testClient(routes(api, { '/:id/': detail }))

    const etag = (await client.get('/1/')).headers.get('ETag') ?? ''
    const sent = { headers: { ...key(), 'If-Match': etag }, json: { title: 'b' } }
    const first = await client.patch('/1/', sent)
    const second = await client.patch('/1/', sent)
    expect([first.status, second.status, replayed(second)]).toEqual([200, 200, 'true'])
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'))
    const unkeyed = await client.patch('/1/', { ...sent, headers: { 'If-Match': etag } })
    expect(unkeyed.status).toBe(412)
  })

  it('a denied object leaves the key new', async () => {
    let isDenied = true
    const { client, calls } = counting({
      async patch() {
        if (isDenied) throw new PermissionDenied()
        return new ApiResponse({ ok: true })
      },
    })
    expect((await client.patch('/', { headers: key() })).status).toBe(403)
    isDenied = false
    expect((await client.patch('/', { headers: key() })).status).toBe(200)
    expect(calls()).toBe(0)
  })
})

const silent = { info() {}, warn() {}, error() {}, debug() {} }
