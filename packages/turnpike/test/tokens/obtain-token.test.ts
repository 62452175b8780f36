import { oneView } from '@turnpike/test-support/one-view.ts'
import type { TestRequest } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  type ApiException,
  anonRateThrottle,
  basicAuthentication,
  exceptionHandler,
  isAuthenticated,
  jsonParser,
  memoryAccounts,
  type ObtainTokenOptions,
  obtainToken,
  pbkdf2,
  type Renderer,
  type Settings,
  scopedRateThrottle,
  tokenAuthentication,
} from '../../src/index.ts'

const accounts = memoryAccounts({
  passwords: pbkdf2({ iterations: 1 }),
  users: [
    { username: 'ann', password: ' secret ', email: 'ann@example.com' },
    { username: 'eve', password: 'secret' },
    { username: 'gone', password: 'secret', isActive: false },
  ],
})
const { users, tokens } = accounts
const ann = { username: 'ann', password: ' secret ' }

const serve = (
  options: Partial<ObtainTokenOptions<Awaited<ReturnType<typeof users.create>>>> = {},
  settings: Settings = {},
) => oneView(obtainToken({ users, tokens, ...options }), settings)

const post = (sent: TestRequest, settings: Settings = {}) => serve({}, settings).post('/', sent)
const summary = async (response: Response) => [response.status, await response.json()]

describe('a sign-in under way', () => {
  it('gets no token when the password is replaced before it is made, in the words of a wrong one', async () => {
    const { users, tokens } = memoryAccounts({ passwords: pbkdf2({ iterations: 1 }), users: [ann] })
    const late: Pick<typeof users, 'verify'> = {
      async verify(...credentials) {
        const verified = await users.verify(...credentials)
        if (verified) await users.setPassword(verified.user, 'another')
        return verified
      },
    }
    const reasons: unknown[] = []
    const warn = (fields: { reason?: unknown }) => void reasons.push(fields.reason)
    const LOGGER = { info() {}, warn, error() {} }
    const client = oneView(obtainToken({ users: late, tokens }), { LOGGER })

    const refused = await client.post('/', { json: ann })
    const wrong = await client.post('/', { json: { ...ann, password: 'wrong' } })

    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual(await wrong.json())
    const user = await users.find('ann')
    expect(user && (await tokens.of(user))).toBeNull()
    expect(reasons).toEqual(['outdated', 'wrong_password'])
  })
})

describe('spec, Token issuing endpoint', () => {
  it('answers 200 with the key of the token, which is not to be stored', async () => {
    const response = await post({ json: ann })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({ token: expect.stringMatching(/^[0-9a-f]{40}$/) })
  })

  it('creates the token when it is missing and keeps it otherwise', async () => {
    const first = await (await post({ json: ann })).json()
    const second = await (await post({ json: ann })).json()

    expect(second).toEqual(first)
    expect((await tokens.find(first.token))?.user.username).toBe('ann')
  })

  it('the token endpoint takes JSON or form data', async () => {
    const multipart = new FormData()
    for (const [name, value] of Object.entries(ann)) multipart.append(name, value)

    for (const sent of [{ json: ann }, { form: ann }, { body: multipart }]) {
      expect((await post(sent)).status).toBe(200)
    }
  })

  it('the token endpoint takes POST only', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const response = await serve().request(method, '/')
      expect(await summary(response)).toEqual([405, { detail: `Method '${method}' not allowed.` }])
      expect(response.headers.get('Allow')).toBe('POST, OPTIONS')
    }
  })

  it('says what it is', async () => {
    expect(await (await serve().request('OPTIONS', '/')).json()).toEqual({
      name: 'Obtain token',
      description: 'Returns the token of the user whose username and password are sent.',
      renders: ['application/json'],
      parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      actions: {
        POST: {
          username: { type: 'string', required: true, read_only: false, label: 'Username' },
          password: { type: 'string', required: true, read_only: false, label: 'Password' },
          token: expect.objectContaining({ required: false, read_only: true, label: 'Token' }),
        },
      },
    })
  })

  it('the token endpoint may return further fields next to the token', async () => {
    const client = serve({
      extraFields: ({ key, user }, { method }) => ({
        user_id: user.pk,
        email: user.email,
        length: key.length,
        method,
      }),
    })
    expect(await (await client.post('/', { json: ann })).json()).toEqual({
      token: expect.any(String),
      user_id: 1,
      email: 'ann@example.com',
      length: 40,
      method: 'POST',
    })
  })
})

describe('the body', () => {
  const required = ['This field is required.']

  it.each([
    [{}, { username: required, password: required }],
    [{ username: 'ann' }, { password: required }],
    [{ password: 'x' }, { username: required }],
    [{ username: '', password: '' }, bothWith('This field may not be blank.')],
    [{ username: '   ', password: 'x' }, { username: ['This field may not be blank.'] }],
    [{ username: null, password: null }, bothWith('This field may not be null.')],
    [{ username: true, password: ['x'] }, bothWith('Not a valid string.')],
    [{ username: { $ne: 1 }, password: {} }, bothWith('Not a valid string.')],
    [{ username: 'ann\0', password: 'x\0' }, bothWith('Null characters are not allowed.')],
    [
      { username: '\ud800', password: 'x\udc00' },
      {
        username: ['Surrogate characters are not allowed: U+D800.'],
        password: ['Surrogate characters are not allowed: U+DC00.'],
      },
    ],
  ])('the token endpoint answers the body %j with 400', async (json, body) => {
    expect(await summary(await post({ json }))).toEqual([400, body])
  })

  it('a body that is not an object is 400 under the non-field key', async () => {
    expect(await summary(await post({ json: null }))).toEqual([
      400,
      { non_field_errors: ['No data provided'] },
    ])
    for (const json of [[], 'ann', 7, true]) {
      expect(await summary(await post({ json }))).toEqual([
        400,
        {
          non_field_errors: [
            expect.stringMatching(/^Invalid data\. Expected a dictionary, but got /),
          ],
        },
      ])
    }
  })

  it('a malformed body is 400, and one of another content type 415', async () => {
    const malformed = { body: '{', headers: { 'Content-Type': 'application/json' } }
    expect(await summary(await post(malformed))).toEqual([
      400,
      { detail: expect.stringMatching(/^JSON parse error - /) },
    ])
    const other = { body: 'a', headers: { 'Content-Type': 'text/csv' } }
    expect((await post(other)).status).toBe(415)
  })

  it('blanks around the username are dropped; around the password they count', async () => {
    expect((await post({ json: { ...ann, username: ' ann ' } })).status).toBe(200)
    expect((await post({ json: { ...ann, password: 'secret' } })).status).toBe(400)
  })

  it('a byte order mark is part of the username, and not a blank', async () => {
    expect((await post({ json: { ...ann, username: '\ufeffann' } })).status).toBe(400)
    expect((await post({ json: { ...ann, username: '\x85ann' } })).status).toBe(200)
  })

  it('unknown fields of the body are ignored', async () => {
    expect((await post({ json: { ...ann, isStaff: true } })).status).toBe(200)
  })
})

describe('credentials that are wrong', () => {
  const wrong = [
    { username: 'ann', password: 'wrong' },
    { username: 'nobody', password: 'secret' },
    { username: 'gone', password: 'secret' },
    { username: 'Ann', password: ' secret ' },
  ]

  it('wrong credentials are 400 with one text for all', async () => {
    for (const json of wrong) {
      const response = await post({ json })
      expect(response.status).toBe(400)
      expect(response.headers.has('WWW-Authenticate')).toBe(false)
      expect(await response.text()).toBe(
        '{"non_field_errors":["Unable to log in with provided credentials."]}',
      )
    }
  })

  it('wrong credentials have the code authorization, under the key of NON_FIELD_ERRORS_KEY', async () => {
    let codes: unknown
    const settings: Settings = {
      NON_FIELD_ERRORS_KEY: '__all__',
      EXCEPTION_HANDLER(error, context) {
        codes = (error as ApiException).codes
        return exceptionHandler(error, context)
      },
    }
    expect(await summary(await post({ json: wrong[0] }, settings))).toEqual([
      400,
      { __all__: ['Unable to log in with provided credentials.'] },
    ])
    expect(codes).toEqual({ __all__: ['authorization'] })
  })

  it('wrong credentials make no token', async () => {
    const gone = await users.find('gone')
    const made: unknown[] = []
    const watching = { getOrCreate: async (user: never) => made.push(user) as never }

    const client = serve({ tokens: watching })
    for (const json of wrong) await client.post('/', { json })
    expect(gone?.isActive).toBe(false)
    expect(made).toEqual([])
  })
})

describe('the settings', () => {
  const html: Renderer = {
    mediaType: 'text/html',
    format: 'api',
    charset: 'utf-8',
    render: () => '',
  }

  it('the settings do not decide the permissions, throttles, renderers and parsers of the token endpoint', async () => {
    const client = serve(
      {},
      {
        DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
        DEFAULT_THROTTLE_CLASSES: [anonRateThrottle({ rate: '0/day' })],
        DEFAULT_RENDERER_CLASSES: [html],
        DEFAULT_PARSER_CLASSES: [jsonParser()],
      },
    )
    const response = await client.post('/', { form: ann })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')

    const headers = { Accept: 'text/html' }
    const refused = await client.post('/', { form: ann, headers })
    expect(refused.status).toBe(406)
    expect(refused.headers.get('Content-Type')).toBe('application/json')
  })

  it('the settings decide the schemes of the token endpoint: a failing Authorization header fails the request', async () => {
    const settings = {
      DEFAULT_AUTHENTICATION_CLASSES: [
        tokenAuthentication({ tokens }),
        basicAuthentication({ users }),
      ],
    }
    const headers = { Authorization: 'Token unknown' }
    const response = await post({ json: ann, headers }, settings)

    expect(response.headers.get('WWW-Authenticate')).toBe('Token')
    expect(await summary(response)).toEqual([401, { detail: 'Invalid token.' }])
    expect((await post({ json: ann }, settings)).status).toBe(200)
  })
})

describe('throttling', () => {
  it('throttling can be added to the token endpoint by extending it', async () => {
    const client = serve({ throttles: [anonRateThrottle({ rate: '1/min' })] })

    expect((await client.post('/', { json: ann })).status).toBe(200)
    expect((await client.post('/', { json: ann })).status).toBe(429)
  })

  it('throttling can be added to the token endpoint by a scope', async () => {
    const client = serve(
      { throttles: [scopedRateThrottle()], throttleScope: 'tokens' },
      { DEFAULT_THROTTLE_RATES: { tokens: '1/min' } },
    )
    expect((await client.post('/', { json: ann })).status).toBe(200)
    expect((await client.post('/', { json: ann })).status).toBe(429)
  })
})

function bothWith(text: string) {
  return { username: [text], password: [text] }
}
