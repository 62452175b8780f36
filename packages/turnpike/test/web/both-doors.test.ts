import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  createApi,
  routes,
  type Settings,
  type ViewOptions,
  type WebApp,
} from '../../src/index.ts'

/** What a view sees of a request. */
const look: ViewOptions['get'] = async (request) =>
  new ApiResponse({
    method: request.method,
    path: request.path,
    url: request.url,
    params: request.params,
    query: [...request.query],
    cookies: [...request.cookies],
    fields: [...request.headers].filter(([name]) => !ofDoor.includes(name)),
    data: await request.data(),
  })

/** What a client of HTTP must write and a web request has not. */
const ofDoor = ['host', 'connection', 'content-length']

const appOf = (settings: Settings = {}) => {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const view = { get: look, post: look, put: look, methods: { TRACE: look, PROPFIND: look } }
  return routes(api, { '/': view, '/notes/': view, '/notes/:id/': view, '/files/*': view })
}

interface Sent {
  method?: string
  target?: string
  host?: string
  fields?: readonly (readonly [string, string])[]
  body?: string
}

type Seen = readonly [number, readonly (readonly [string, string])[], string]

async function throughWeb(app: WebApp, sent: Sent): Promise<Seen> {
  const { method = 'GET', target = '/', host = 'api.test', fields = [], body } = sent
  const init = { method, headers: fields.map(([...pair]) => pair), body: body ?? null }
  const request = new Request(`http://${host}${target}`, method === 'TRACE' ? {} : init)
  if (method === 'TRACE') Object.defineProperty(request, 'method', { value: method })
  const connection = { address: '127.0.0.1', remoteUser: null }
  const response = await app.fetch(request, { connection })
  return [response.status, withoutLength([...response.headers]), await response.text()]
}

async function throughNode(app: WebApp, sent: Sent): Promise<Seen> {
  const { method = 'GET', target = '/', host = 'api.test', fields = [], body } = sent
  const length = body === undefined ? [] : [['Content-Length', `${Buffer.byteLength(body)}`]]
  const all = [['Host', host], ['Connection', 'close'], ...length, ...fields]
  const head = [`${method} ${target} HTTP/1.1`, ...all.map((pair) => pair.join(': '))].join('\r\n')
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')])
  const answer = await sendThroughNode(app, bytes, { logger: silentLogger })
  return [answer.status, withoutLength(answer.fields), answer.body.toString()]
}

/** A web response has none before it is sent. */
const withoutLength = (fields: readonly (readonly [string, string])[]) =>
  fields.filter(([name]) => name !== 'content-length')

/** Expects the same of the web door, the Node door, and the web door behind Node's. */
async function expectSame(sent: Sent, settings?: Settings): Promise<Seen> {
  const web = await throughWeb(appOf(settings), sent)
  expect(await throughNode(appOf(settings), sent)).toEqual(web)
  const { fetch } = appOf(settings)
  expect(await throughNode({ fetch }, sent)).toEqual(web)
  return web
}

describe('a target', () => {
  it.each([
    ['/', 200, '/'],
    ['/?', 200, '/'],
    ['/notes/', 200, '/notes/'],
    ['/notes', 404, null],
    ['/notes//', 404, null],
    ['//notes/', 404, null],
    ['/notes/7/', 200, '/notes/7/'],
    ['/notes/../notes/', 200, '/notes/'],
    ['/./notes/7/./', 200, '/notes/7/'],
    ['/..', 200, '/'],
    ['/..?', 200, '/'],
    ['/notes/{a}/?', 200, '/notes/%7Ba%7D/'],
    ['/./?a=', 200, '/'],
    ['/notes/a%20b/', 200, '/notes/a%20b/'],
    ['/notes/a%2Fb/', 200, '/notes/a%2Fb/'],
    ['/notes/%25/', 200, '/notes/%25/'],
    ['/notes/%2525/', 200, '/notes/%2525/'],
    ['/notes/%/', 200, '/notes/%/'],
    ['/notes/%ff/', 200, '/notes/%ff/'],
    ['/notes/%zz/', 200, '/notes/%zz/'],
    ['/%6eotes/', 200, '/%6eotes/'],
    ['/notes/;a=b/', 200, '/notes/;a=b/'],
    ['/notes/:id/', 200, '/notes/:id/'],
    ['/notes/[a]/', 200, '/notes/[a]/'],
    ["/notes/it's/", 200, "/notes/it's/"],
    ['/notes/a|b/', 200, '/notes/a|b/'],
    ['/notes/"a"/', 200, '/notes/%22a%22/'],
    ['/notes/{a}/', 200, '/notes/%7Ba%7D/'],
    ['/notes/a^b`c/', 200, null],
    ['/files/', 200, '/files/'],
    ['/files/a/b/c.txt', 200, '/files/a/b/c.txt'],
    ['/nowhere/', 404, null],
  ])('a target is the same through both doors: %s', async (target, status, path) => {
    const [came, , text] = await expectSame({ target })

    expect(came).toBe(status)
    if (path !== null) expect(JSON.parse(text).path).toBe(path)
  })

  it.each([
    '/?a=1&a=2&b',
    '/??a=1',
    '/?a=%20+%2B',
    "/?a='b'",
    '/?a="b"<c>',
    '/?a=[1]&b={2}|\\',
    '/?a=%',
    '/?a=%ff%zz',
    '/?/../',
    '/?next=/%2e%2e/',
    '/?a;b',
    '/?a=1?b=2',
    '/?:@!$*(),',
  ])('a query is the same through both doors: %s', async (target) => {
    expect((await expectSame({ target }))[0]).toBe(200)
  })
})

describe('the host of a request', () => {
  it.each(['api.test', 'API.Test', 'api.test:80', 'api.test:8000', 'api.test.', '[::1]:8000'])(
    'the host is the same through both doors: %s',
    async (host) => {
      const [status, , text] = await expectSame({ host, target: '/notes/?a=1' })

      expect(status).toBe(200)
      const expected = host.toLowerCase().replace(/:80$/, '')
      expect(JSON.parse(text).url).toBe(`http://${expected}/notes/?a=1`)
    },
  )

  it('a host that the API does not answer for is refused by both doors', async () => {
    expect((await expectSame({ host: 'evil.test' }, { ALLOWED_HOSTS: ['api.test'] }))[0]).toBe(400)
  })
})

describe('the header fields of a request', () => {
  it.each([
    ['one', [['X-A', '1']]],
    ['names in any case', [['x-a', '1']]],
    [
      'two of a name',
      [
        ['X-A', '1'],
        ['x-a', '2'],
      ],
    ],
    [
      'two of Accept',
      [
        ['Accept', 'text/html'],
        ['Accept', 'application/json'],
      ],
    ],
    [
      'two of Authorization',
      [
        ['Authorization', 'Token a'],
        ['Authorization', 'Token b'],
      ],
    ],
    [
      'two of User-Agent',
      [
        ['User-Agent', 'a'],
        ['User-Agent', 'b'],
      ],
    ],
    [
      'two of Cookie',
      [
        ['Cookie', 'a=1'],
        ['Cookie', 'a=2; b=3'],
      ],
    ],
    [
      'two of X-Forwarded-For',
      [
        ['X-Forwarded-For', '192.0.2.1'],
        ['X-Forwarded-For', '192.0.2.2'],
      ],
    ],
    ['one that is empty', [['X-A', '']]],
    ['blanks around', [['X-A', ' \t1 2\t ']]],
    ['ISO 8859-1', [['X-A', 'caf\xe9 \xff']]],
    [
      'names of objects',
      [
        ['constructor', 'a'],
        ['__proto__', 'b'],
        ['toString', 'c'],
      ],
    ],
    ['odd names', [["!#$%&'*+-.^_`|~", 'a']]],
  ] as [string, [string, string][]][])(
    'header fields are the same through both doors: %s',
    async (_name, fields) => {
      expect((await expectSame({ fields }))[0]).toBe(200)
    },
  )

  it('fields of one name are joined by commas, those of Cookie by semicolons', async () => {
    const fields = [
      ['X-A', '1'],
      ['x-a', '2'],
      ['Cookie', 'a=1'],
      ['cookie', 'b=2'],
    ] as const
    const [, , text] = await expectSame({ fields })

    expect(JSON.parse(text).fields).toEqual([
      ['cookie', 'a=1; b=2'],
      ['x-a', '1, 2'],
    ])
  })
})

describe('the body of a request', () => {
  it.each([
    ['POST', 'application/json', '{"a":1}'],
    ['POST', 'application/json', '{'],
    ['POST', 'application/x-www-form-urlencoded', 'a=1&b=%C3%A9'],
    ['PUT', 'application/json', '"\u00e9\u{1f994}"'],
    ['POST', 'text/csv', 'a,b'],
    ['POST', '', '{"a":1}'],
    ['POST', 'application/json', ''],
  ])('a body is the same through both doors: %s %s %s', async (method, type, body) => {
    await expectSame({ method, target: '/notes/', body, fields: [['Content-Type', type]] })
  })

  it('a body may be as long through one door as through the other', async () => {
    const body = JSON.stringify('x'.repeat(1000))
    const sent: Sent = { method: 'POST', body, fields: [['Content-Type', 'application/json']] }

    expect((await expectSame(sent, { DATA_UPLOAD_MAX_MEMORY_SIZE: 1002 }))[0]).toBe(200)
    expect((await expectSame(sent, { DATA_UPLOAD_MAX_MEMORY_SIZE: 1001 }))[0]).toBe(413)
  })
})

it.each(['HEAD', 'OPTIONS', 'DELETE', 'TRACE', 'PROPFIND'])(
  'the method is the same through both doors: %s',
  async (method) => {
    await expectSame({ method, target: '/notes/' })
  },
)

describe('any request', () => {
  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~\w-]{1,12}$/)
  const value = fc.stringMatching(
    /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]{0,20}[\x21-\x7e\x80-\xff])?)?$/,
  )
  const known = fc.constantFrom(
    ...['Accept', 'Authorization', 'Cookie', 'X-Forwarded-For', 'Content-Type', 'Origin', 'Range'],
    ...['X-A', 'x-a', 'Referer', 'If-None-Match', 'User-Agent', 'From', 'Age', 'constructor'],
  )
  const ofTransport =
    /^(?:content-(?:length|encoding)|transfer-encoding|connection|host|expect|upgrade|te|trailer|keep-alive)$/i
  const field = fc.tuple(
    fc.oneof(known, token).filter((name) => !ofTransport.test(name)),
    value,
  )
  const piece = fc.constantFrom(
    ...['/', 'notes', '7', '..', '.', '%20', '%2F', '%25', '%', ':', ';', '=', '|', '{', '"', "'"],
    ...[
      '~',
      '@',
      '!',
      '[',
      ']',
      '+',
      ',',
      'a',
      '%ff',
      '%C3%A9',
      '$',
      '^',
      '`',
      '<',
      '>',
      '//',
      '?',
    ],
  )
  const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)
  const sent = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
    target: target.filter((text) => !encodedDots.test(text)),
    fields: fc.array(field, { maxLength: 6 }),
  })

  it('any request without a body is answered alike by both doors', async () => {
    await fc.assert(
      fc.asyncProperty(sent, async (request) => void (await expectSame(request))),
      {
        numRuns: 300,
      },
    )
  })

  it('any body is read alike by both doors', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'a/b',
      '',
    )
    const bodies = fc.oneof(fc.json(), fc.webQueryParameters(), fc.string({ unit: 'binary' }))
    const posted = fc.record({ body: bodies, type: types })
    await fc.assert(
      fc.asyncProperty(posted, async ({ body, type }) => {
        const fields = [['Content-Type', type]] as const
        await expectSame({ method: 'POST', target: '/notes/', body, fields })
      }),
      { numRuns: 200 },
    )
  })
})

/** Node's door refuses them; a web request has lost them by then. */
const encodedDots = /%2e/i
