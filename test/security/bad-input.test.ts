import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  arrayItems,
  arrayStore,
  basicAuthentication,
  booleanField,
  charField,
  choiceField,
  createApi,
  cursorPagination,
  dateTimeField,
  decimalField,
  emailField,
  integerField,
  limitOffsetPagination,
  listField,
  memoryAccounts,
  obtainToken,
  pageNumberPagination,
  pbkdf2,
  routes,
  tokenAuthentication,
  userRateThrottle,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** A small service with one view of every kind, and the errors that it logs. */
function openService() {
  const { users, tokens } = memoryAccounts({
    passwords: pbkdf2({ iterations: 1 }),
    users: [{ username: 'ann', password: 'secret' }],
  })
  const schema = z.object({
    title: charField({ maxLength: 20 }),
    pages: integerField({ minValue: 1 }),
    price: decimalField({ maxDigits: 5, decimalPlaces: 2 }),
    isNew: booleanField(),
    contact: emailField(),
    published: dateTimeField(),
    size: choiceField(['s', 'm']),
    tags: listField(charField()),
    rows: z.array(z.object({ name: z.string() })),
    extra: z.record(z.string(), z.unknown()),
  })
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, created: id % 7, title: `t${id % 3}` }))
  const logged: unknown[] = []
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      basicAuthentication({ users }),
    ],
    FAILED_CREDENTIALS_RATES: { address: null, username: null },
    DEFAULT_THROTTLE_CLASSES: [userRateThrottle({ rate: '1000000/s' })],
    PAGE_SIZE: 5,
    LOGGER: {
      info() {},
      warn() {},
      error: (fields: { err?: unknown }) => logged.push(fields.err),
    },
  })
  const orderingFilter = { fields: ['created', 'title'] } as const
  const items = arrayItems(rows)
  const store = arrayStore<Record<string, unknown> & { id: number }>([{ id: 1 }])

  const app = routes(api, {
    '/pages/': api.listView({
      items,
      orderingFilter,
      pagination: pageNumberPagination({ pageSizeQueryParam: 'page_size' }),
    }),
    '/windows/': api.listView({ items, orderingFilter, pagination: limitOffsetPagination() }),
    '/cursors/': api.listView({
      items,
      orderingFilter,
      pagination: cursorPagination({ pageSizeQueryParam: 'page_size' }),
    }),
    '/books/': api.listView({ store, schema, location: ({ id }) => `/books/${id}/` }),
    '/books/:id/': api.detailView({ store, schema }),
    '/echo/': api.view({ post: async (request) => new ApiResponse(await request.data()) }),
    '/token/': obtainToken({ users, tokens }),
  })
  return { client: testClient(app), logged }
}

const { client, logged } = openService()
const paths = ['/pages/', '/windows/', '/cursors/', '/books/', '/books/1/', '/echo/', '/token/']
const withBody = ['/books/', '/books/1/', '/echo/', '/token/']

/** Every answer is JSON and none is a 500, whatever was sent. */
async function check(response: Response, sent: string): Promise<number> {
  expect(logged, sent).toEqual([])
  expect(response.status, sent).toBeLessThan(500)
  const text = await response.text()
  if (text !== '') {
    expect(response.headers.get('Content-Type'), sent).toMatch(/^application\/(problem\+)?json$/)
    expect(() => JSON.parse(text), sent).not.toThrow()
  }
  return response.status
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** JSON that no view of the service can use, because it is malformed or would be changed by parsing. */
const malformed = [
  '{',
  '}',
  '[1,',
  '{"title":',
  '{"title":}',
  "{'title':1}",
  'NaN',
  '{"title":NaN}',
  '{"pages":Infinity}',
  '{"pages":1e400}',
  '{"pages":-1e400}',
  '{"pages":99999999999999999999}',
  '{"pages":0x10}',
  '{"title":"\u0000"}',
  '{"title":"a\nb"}',
  '{"title":"\\ud8"}',
  '{} {}',
  '\ufeff{}',
  '\u0000',
  ' ',
  deep(65),
  deep(100_000),
  '['.repeat(100_000),
  `{"a":`.repeat(100_000),
  `"${'x'.repeat(100_000)}`,
]

/** Values of the wrong type, or of the right one and out of every range. */
const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\x07\x1b[31m\x7f',
  '\u202e\u2028\ufeff',
  '__proto__',
  'constructor',
  '0x10',
  '1_0',
  '٢',
  '1e400',
  '9'.repeat(5000),
  '1e999999999',
  '0001-01-01T00:00:00-23:59',
  '9999-12-31T23:59:59.999999+23:59',
  '2024-02-30T00:00:00Z',
  '99999-01-01',
  `${'a'.repeat(50_000)}@example.com`,
  `a@${'b.'.repeat(20_000)}`,
  'x'.repeat(100_000),
  [],
  [[]],
  [null],
  ['\ud800', '\0', {}],
  {},
  JSON.parse('{"toString":1,"valueOf":1,"then":1,"toJSON":1,"length":5}'),
  { $ne: null },
  JSON.parse('{"__proto__":{"isStaff":true},"constructor":{"prototype":1},"hasOwnProperty":1}'),
  JSON.parse(deep(60)),
  Array.from({ length: 5000 }, () => ({})),
]

const fields = [
  'title',
  'pages',
  'price',
  'isNew',
  'contact',
  'published',
  'size',
  'tags',
  'rows',
  'extra',
  'username',
  'password',
]

/** As every field by itself and as the whole body. */
const wrongBodies = values.flatMap((value) => [
  value,
  ...fields.map((field) => ({ username: 'ann', password: 'wrong', [field]: value })),
  Object.fromEntries(fields.map((field) => [field, value])),
])

/** Values of a parameter in a URL, already escaped. */
const parameters = [
  '',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1'.repeat(40),
  '9'.repeat(4300),
  '0x10',
  '1_0',
  '%2B1',
  '+1',
  '%D9%A2',
  '%EF%BC%91',
  '%00',
  '1%00',
  '%0A',
  '%0D%0AX-Injected:%201',
  '%1B%7F',
  '%',
  '%zz',
  '%ff',
  '%C0%80',
  '%ED%A0%80',
  '%F0%9F%91%8D',
  '%E2%80%AE',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  "'%20OR%201=1--",
  '%3Cscript%3E',
  '..%2F..%2Fetc',
  'AAAA',
  '-',
  '_',
  ',',
  ',,,-,--,---created',
  `${'created,'.repeat(1000)}title`,
  'x'.repeat(50_000),
]

describe('malformed JSON', () => {
  it.each(withBody)('malformed JSON is 400 at %s', async (path) => {
    const method = path === '/books/1/' ? 'PUT' : 'POST'
    for (const body of malformed) {
      const headers = { 'Content-Type': 'application/json' }
      const response = await client.request(method, path, { body, headers })
      expect(await check(response, body.slice(0, 80)), body.slice(0, 80)).toBe(400)
    }
  })

  it.each(paths)('malformed JSON is no 500 with any method at %s', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      for (const body of ['{', '\ufeff{}', deep(65)]) {
        const headers = { 'Content-Type': 'application/json' }
        const status = await check(await client.request(method, path, { body, headers }), method)
        if (!(path === '/books/1/' && method === 'DELETE'))
          expect(status >= 400 || status === 204).toBe(true)
      }
    }
  })
})

describe('wrong values', () => {
  it.each(['/books/', '/token/'])('wrong values are 400 in a body sent to %s', async (path) => {
    for (const json of wrongBodies) {
      const label = JSON.stringify(json)?.slice(0, 80)
      expect(await check(await client.post(path, { json }), label), label).toBe(400)
    }
  })

  it.each(['PUT', 'PATCH'])('wrong values are no 500 when they are sent by %s', async (method) => {
    await client.post('/echo/', { json: {} })
    for (const json of wrongBodies) {
      const response = await client.request(method, '/books/1/', { json })
      await check(response, JSON.stringify(json)?.slice(0, 80))
    }
  })

  it('wrong values are echoed unchanged, or refused', async () => {
    for (const json of wrongBodies) {
      const label = JSON.stringify(json)?.slice(0, 80)
      const response = await client.post('/echo/', { json })
      const body = response.clone().text()
      if ((await check(response, label)) === 200)
        expect(await body, label).toBe(JSON.stringify(json))
    }
  })

  it.each(['/books/', '/token/'])('wrong values are 400 in a form sent to %s', async (path) => {
    for (const value of values.filter((value) => typeof value === 'string')) {
      for (const field of [...fields, '__proto__', '\0', '']) {
        const form = { username: 'ann', password: 'wrong', [field]: value }
        expect(await check(await client.post(path, { form }), `${field}=${value}`)).toBe(400)
      }
    }
  })

  it('wrong values never reach a prototype', () => {
    expect(Object.hasOwn(Object.prototype, 'isStaff')).toBe(false)
    expect(({} as { isStaff?: boolean }).isStaff).toBeUndefined()
  })
})

describe('wrong parameters', () => {
  const names = [
    'page',
    'page_size',
    'limit',
    'offset',
    'cursor',
    'ordering',
    'format',
    '__proto__',
  ]

  it.each(paths)('wrong parameters in the query are no 500 at %s', async (path) => {
    for (const name of names) {
      for (const value of parameters) {
        const url = `${path}?${name}=${value}`
        const status = await check(await client.get(url), url.slice(0, 80))
        expect([200, 404, 405]).toContain(status)
      }
    }
  })

  it('wrong parameters in the path are 404', async () => {
    for (const value of parameters.filter((value) => value !== '')) {
      const url = `/books/${value.replaceAll('/', '%2F')}/`
      expect(await check(await client.get(url), url.slice(0, 80)), url.slice(0, 80)).toBe(404)
    }
  })

  it('wrong parameters never reach a header field of the answer', async () => {
    const response = await client.get('/pages/?x=%0D%0AX-Injected:%201&page=1')
    expect(response.headers.has('X-Injected')).toBe(false)
    expect((await response.json()).next).toContain('x=%0D%0AX-Injected%3A+1')
  })

  it('more than 1,000 parameters are a bad request at any view', async () => {
    for (const path of paths) {
      const response = await client.get(`${path}?${'a=1&'.repeat(1001)}`)
      expect(await check(response, path)).toBe(400)
    }
  })
})

describe('wrong header fields', () => {
  const nonsense = [
    '',
    ',',
    ';',
    '*',
    '/',
    'a/b/c',
    '\u00e9/\u00e9',
    '"',
    '\\',
    'text/html;q=\u00a0',
    '%00',
    '\x7f',
    '\t',
    'x'.repeat(10_000),
    'a/b,'.repeat(5000),
    '"'.repeat(5000),
    '\\"'.repeat(5000),
    ';'.repeat(5000),
  ]

  it.each(['Accept', 'Content-Type', 'Content-Encoding', 'Authorization', 'Cookie', 'Origin'])(
    '%s is no 500',
    async (name) => {
      for (const value of nonsense) {
        // What no server would let through is not sent.
        if (value === '\x7f' && name === 'Cookie') continue
        for (const path of ['/pages/', '/echo/', '/token/']) {
          const headers = { 'Content-Type': 'application/json', [name]: value }
          await check(await client.get(path, { headers }), `${name}: ${value.slice(0, 40)}`)
          await check(
            await client.post(path, { body: '{}', headers }),
            `${name}: ${value.slice(0, 40)}`,
          )
        }
      }
    },
  )

  it.each(['Token', 'Basic'])('credentials after %s are 401', async (keyword) => {
    const latin1 = ['\u00ff', '\u00c3\u00bc', '\u00ed\u00a0\u0080']
    const encoded = [
      '',
      ':',
      '\0:\0',
      'ann:\0',
      '\xff:\xfe',
      'ann',
      '__proto__:x',
      ':'.repeat(3000),
    ]
    const credentials = [
      ...nonsense.filter((value) => value.trim() !== ''),
      ...latin1,
      ...encoded.map((text) => btoa(text)).filter((text) => text !== ''),
      '9'.repeat(10_000),
      '__proto__',
      'constructor',
    ]
    for (const value of credentials) {
      const headers = { Authorization: `${keyword} ${value}` }
      const response = await client.get('/pages/', { headers })
      expect(response.headers.get('WWW-Authenticate'), value).toBe('Token')
      expect(await check(response, value.slice(0, 40)), value).toBe(401)
    }
  })

  it('X-Forwarded-* fields are no 500 and are not believed', async () => {
    for (const value of [...nonsense, '1.2.3.4, , x', '::ffff:1.2.3.4', 'evil.test']) {
      const headers = {
        'X-Forwarded-For': value,
        'X-Forwarded-Host': value,
        'X-Forwarded-Proto': value,
      }
      const response = await client.get('/pages/', { headers })
      expect((await response.json()).next).toBe('http://testserver/pages/?page=2')
    }
  })
})

describe('a body of another kind', () => {
  it.each([
    'text/plain',
    'application/xml',
    'application/json; charset=zlib',
    'application/json; charset=rot13',
    'application/json; charset="\u00a0"',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=utf-16',
  ])('a body of another kind is 400 or 415: %s', async (type) => {
    for (const body of ['{}', 'a=1', '--x\r\n', '\0'.repeat(100), '--y'.repeat(5000)]) {
      const headers = { 'Content-Type': type }
      expect([400, 415]).toContain(
        await check(await client.post('/echo/', { body, headers }), type),
      )
    }
  })

  it('a body of bytes that are not text is 400', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80]]) {
        const headers = { 'Content-Type': type }
        const sent = { body: Uint8Array.from(bytes), headers }
        expect(await check(await client.post('/echo/', sent), type)).toBe(400)
      }
    }
  })
})
