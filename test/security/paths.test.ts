import { describe, expect, it } from 'vitest'
import { openNotes } from './open-notes.ts'

/** Spellings of `/whoami/` that some router, proxy or guard has taken for it, and others have not. */
const spellings = [
  '/%77hoami/',
  '/%2577hoami/',
  '/WHOAMI/',
  '//whoami/',
  '/whoami//',
  '/whoami',
  '/whoami?',
  '/whoami/?',
  '/whoami/??',
  '/whoami/;a=b',
  '/whoami;a=b/',
  '/;/whoami/',
  '/./whoami/',
  '/a/../whoami/',
  '/a/%2e%2e/whoami/',
  '/%2e/whoami/',
  '/whoami/.',
  '/whoami/%2e',
  '/%2fwhoami/',
  '/whoami%2f',
  '/whoami%00/',
  '/whoami%0a/',
  '/whoami/%20',
  '/whoami/.json',
  '/whoami.json',
  '/whoami/#',
  '/\\whoami/',
  '/whoami\\',
  '/notes/../whoami/',
  '/notes/%2e%2e%2fwhoami/',
  'http://a/whoami/',
  'http://a//whoami/',
  'http://b/whoami/',
  '/wh\xf6ami/',
]

describe('another spelling of a protected path', () => {
  it('another spelling of a protected path is refused like the path itself, or not found', async () => {
    const { raw, key } = await openNotes()

    const reached: string[] = []
    for (const spelling of spellings) {
      const anonymous = await raw('GET', spelling)
      const known = await raw('GET', spelling, `Authorization: Token ${key}`)

      if (known.status === 200) {
        reached.push(spelling)
        expect(anonymous.status, spelling).toBe(401)
        expect(anonymous.head, spelling).toContain('\r\nwww-authenticate: Token')
      } else {
        expect([400, 404], spelling).toContain(known.status)
        // 401 if it is the path of another view, which then reveals nothing.
        expect([known.status, 401], spelling).toContain(anonymous.status)
      }
      expect(anonymous.body, spelling).not.toContain('username')
    }
    // Or nothing would have been tried.
    expect(reached).toContain('/%77hoami/')
  })

  it('another spelling of a protected path is counted by the same throttle', async () => {
    const { raw, key } = await openNotes({
      DEFAULT_THROTTLE_RATES: 'anon=none,user=3/min,login=none',
    })
    const statuses: number[] = []
    for (const path of ['/whoami/', '/%77hoami/', '/./whoami/', '/a/../whoami/', '/whoami/?x']) {
      statuses.push((await raw('GET', path, `Authorization: Token ${key}`)).status)
    }

    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

describe('an encoded dot segment', () => {
  it.each([
    '/%2e%2e/whoami/',
    '/%2E%2e/whoami/',
    '/notes/%2e%2e/whoami/',
    '/notes/.%2e/whoami/',
    '/notes/%2E./whoami/',
    '/%2e/whoami/',
    '/whoami/%2E',
    '/whoami/%2e%2e',
    '/whoami/%2e?a=b',
    '/notes\\%2e%2e\\whoami/',
    '/notes/%2e%2e\\whoami/',
    'http://a/notes/%2e%2e/whoami/',
  ])('an encoded dot segment is 400 in JSON, wherever it would lead: %s', async (target) => {
    const { raw, key } = await openNotes()

    for (const fields of [[], [`Authorization: Token ${key}`]]) {
      const { status, body } = await raw('GET', target, ...fields)

      expect(status).toBe(400)
      expect(JSON.parse(body)).toEqual({ error: 'Bad Request (400)' })
    }
  })

  it.each([
    ['/whoami/?next=/%2e%2e/', 200],
    ['/whoami/?/%2e%2e', 200],
    ['/%77hoami/', 200],
    ['/notes/../whoami/', 200],
    ['/whoami%2e/', 404],
    ['/a%2e%2e/', 404],
    ['/%2e%2e%2e/', 404],
    ['/%2e%2ea/', 404],
  ])(
    'a query, another encoding or a dot in a longer name is not a dot segment: %s',
    async (target, expected) => {
      const { raw, key } = await openNotes()

      expect((await raw('GET', target, `Authorization: Token ${key}`)).status).toBe(expected)
    },
  )
})

describe('a request target that is no path', () => {
  it.each(['http://[::1', 'http://', '*', '/#a', 'notes/', 'javascript:1', '?a', '/\xe9'])(
    'an invalid request target is 400 in JSON, and the service continues: %s',
    async (target) => {
      const { raw } = await openNotes()

      const { status, head, body } = await raw('GET', target)

      expect(status).toBe(400)
      expect(head.toLowerCase()).toContain('\r\ncontent-type: application/json')
      expect(JSON.parse(body)).toEqual({ error: 'Bad Request (400)' })
      expect((await raw('GET', '/healthz')).status).toBe(200)
    },
  )

  it.each(['//', '//[', '//[::1', '///', '/%', '/%ff', '/%c0%af', '/%ed%a0%80', '/..%2f..%2fetc'])(
    'a request target without a view is 404 in JSON: %s',
    async (target) => {
      const { raw } = await openNotes()

      const { status, body } = await raw('GET', target)

      expect(status).toBe(404)
      expect(JSON.parse(body)).toEqual({ detail: 'Not found.' })
    },
  )
})

describe('a method', () => {
  it.each(['TRACE', 'PROPFIND', 'SEARCH', 'DELETE'])(
    'a method that a view lacks is 405 with Allow, and repeats nothing: %s',
    async (method) => {
      const { raw, key } = await openNotes()
      const fields = [`Authorization: Token ${key}`, 'Cookie: a=SECRET']

      const { status, head, body } = await raw(method, '/whoami/', ...fields)

      expect(status).toBe(405)
      expect(JSON.parse(body)).toEqual({ detail: `Method '${method}' not allowed.` })
      expect(head).toContain('\r\nallow: GET, HEAD, OPTIONS')
      expect(head + body).not.toContain('SECRET')
    },
  )

  it.each(['get', 'FOO', 'Get', '<a>'])(
    'a method that HTTP does not know is 400: %s',
    async (method) => {
      const { raw, key } = await openNotes()

      const { status, body } = await raw(method, '/whoami/', `Authorization: Token ${key}`)

      expect(status).toBe(400)
      expect(JSON.parse(body)).toEqual({ error: 'Bad Request (400)' })
    },
  )

  it('the method is that of the request line, whatever header fields or parameters say', async () => {
    const { raw, signed } = await openNotes()
    const fields = [
      `Authorization: ${signed.Authorization}`,
      'X-HTTP-Method-Override: DELETE',
      'X-HTTP-Method: DELETE',
      'X-Method-Override: DELETE',
    ]

    expect((await raw('GET', '/whoami/?_method=DELETE&method=DELETE', ...fields)).status).toBe(200)
  })
})
