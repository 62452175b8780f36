import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  AuthenticationFailed,
  allOf,
  allowAny,
  anonRateThrottle,
  anyOf,
  arrayStore,
  createApi,
  isAdminUser,
  isAuthenticated,
  memoryThrottleStore,
  NotFound,
  not,
  type Permission,
  PermissionDenied,
  requireScope,
  routes,
  type Scheme,
  type Throttle,
  userRateThrottle,
} from '../../src/index.ts'
import { explainedSite } from './explained.ts'

const site = await explainedSite()
const withToken = { headers: { Authorization: `Token ${site.key}` } }

/** A scheme of one's own, without a description. */
const keyScheme = (scopes: readonly string[] = []): Scheme => ({
  name: 'key',
  vary: ['X-Key'],
  authenticate({ headers }) {
    const key = headers.get('X-Key')
    if (key === null || key === 'other') return null
    if (key !== 'right') throw new AuthenticationFailed('Invalid key.')
    return { user: site.ann, auth: { scopes }, credential: 'k-7' }
  },
  challenge: () => 'Key',
})

const linesOf = async (...[view, request, settings]: Parameters<typeof ask>) =>
  (await ask(view, request, settings)).lines

const ask = (
  view: Parameters<typeof site.open>[0],
  { method = 'GET', ...request }: { method?: string; headers?: Record<string, string> } = {},
  settings?: Parameters<typeof site.open>[1],
) => site.open(view, settings).ask(method, request)

describe('why a request without credentials was refused', () => {
  it('an anonymous refusal says what each scheme looked for, and how to sign in', async () => {
    const asked = await ask({ permissions: [isAuthenticated] })
    expect(asked.status).toBe(401)
    expect(asked.lines).toEqual([
      'GET /notes/ (Notes): 401 Unauthorized, by the permission',
      'isAuthenticated denied an anonymous user the request.',
      '→ Send one of: Authorization: Token … | sign in at /login/',
      '',
      'Schemes',
      '  token: not attempted: no Authorization header',
      '  session: not attempted: no cookie sessionid',
      '',
      'Permissions',
      '  isAuthenticated: denied',
      '',
      'Throttles',
      '  none',
    ])
    expect(asked.header).toBe(
      'isAuthenticated denied an anonymous user the request. ' +
        'Send one of: Authorization: Token ... | sign in at /login/',
    )
  })

  it('an explanation says why a 401 became a 403', async () => {
    const { session, token } = site.schemes
    const view = { authentication: [session, token], permissions: [isAuthenticated] }
    const asked = await ask(view)
    expect(asked.status).toBe(403)
    expect(asked.explanation?.reason).toBe(
      'isAuthenticated denied an anonymous user the request. It is a 403 instead of a 401, ' +
        'because the first scheme, session, has no challenge.',
    )
    expect(asked.explanation?.schemes.map(({ name }) => name)).toEqual(['session', 'token'])
  })

  it('an explanation says which other keyword Authorization has, if it is a known one', async () => {
    const view = { permissions: [isAuthenticated] }
    const saidFor = async (Authorization: string) =>
      (await ask(view, { headers: { Authorization } })).explanation?.schemes[0]?.said
    expect(await saidFor('bearer abc')).toBe('Authorization has another keyword than Token: Bearer')
    expect(
      (await ask(view, { headers: { Authorization: 'Bearer abc' } })).explanation?.advice,
    ).toEqual([
      'Authorization was sent, but no scheme took it: see what each one said.',
      'Send one of: Authorization: Token … | sign in at /login/',
    ])
    expect(await saidFor('hunter2 abc')).toBe('Authorization has another keyword than Token')
    expect(await saidFor('hunter2')).toBe('Authorization has another keyword than Token')
  })

  it('an explanation says that a cookie was sent and is not valid', async () => {
    const { session } = site.schemes
    const view = { authentication: [session], permissions: [isAuthenticated] }
    const headers = { Cookie: 'sessionid=some-session-that-has-ended' }
    expect((await ask(view, { headers })).explanation?.schemes).toMatchObject([
      {
        name: 'session',
        result: 'not attempted',
        said: 'the cookie sessionid is not valid here: it has expired, was ended, or is of another service',
      },
    ])
  })

  it('a scheme of one’s own without a description is explained by what it reads', async () => {
    const view = { authentication: [keyScheme()], permissions: [isAuthenticated] }
    const steps = async (headers: Record<string, string>) =>
      (await ask(view, { headers })).explanation?.schemes
    expect(await steps({})).toMatchObject([{ name: 'key', said: 'no X-Key header' }])
    expect(await steps({ 'X-Key': 'other' })).toMatchObject([
      { said: 'X-Key was sent, but its value is not for this scheme' },
    ])
    const bare: Scheme = { authenticate: () => null }
    expect((await ask({ ...view, authentication: [bare] })).explanation?.schemes).toEqual([
      { name: 'unnamed', result: 'not attempted', said: 'no credentials of its kind' },
    ])
  })

  it('a view without schemes explains that no credentials can help', async () => {
    const view = { authentication: [], permissions: [isAuthenticated] }
    expect((await ask(view)).explanation).toMatchObject({
      status: 403,
      advice: ['The view has no schemes, so that no credentials can help.'],
    })
  })
})

describe('why a request with credentials was refused', () => {
  it('wrong credentials are explained by the scheme that failed, and the next ones are not asked', async () => {
    const headers = { Authorization: 'Token 0123456789abcdef' }
    const asked = await ask({ permissions: [isAuthenticated] }, { headers })
    expect(asked.lines).toEqual([
      'GET /notes/ (Notes): 401 Unauthorized, by the authentication',
      'The scheme token found credentials and refused them: Invalid token.',
      '→ Send valid credentials for token, or none of its kind: after a failure no other scheme is asked.',
      '',
      'Schemes',
      '  token: failed: Invalid token.',
      '  session: not asked',
      '',
      'Permissions',
      '  isAuthenticated: not asked',
      '',
      'Throttles',
      '  none',
    ])
  })

  it.each([
    ['before another', [0, 1], ['token: succeeded as user 1', 'key: not asked']],
    ['after another', [1, 0], ['key: succeeded as user 1, credentials k-7', 'token: not asked']],
  ])(
    'an explanation of two schemes that could succeed has their order: the right one %s',
    async (_, order, expected) => {
      const both = [site.schemes.token, keyScheme()]
      const authentication = order.map((index) => both[index] as Scheme)
      const headers = { ...withToken.headers, 'X-Key': 'right' }
      const lines = await linesOf({ authentication, permissions: [isAdminUser] }, { headers })
      expect(lines.slice(4, 6).map((line) => line.trim())).toEqual(expected)
    },
  )

  it('too many wrong credentials are explained as such', async () => {
    const site2 = site.open(
      { permissions: [isAuthenticated] },
      { FAILED_CREDENTIALS_RATES: { address: '1/min', username: null } },
    )
    const headers = { Authorization: 'Token wrong' }
    await site2.ask('GET', { headers })
    const { explanation } = await site2.ask('GET', { headers })
    expect(explanation).toMatchObject({
      status: 429,
      refusedBy: 'authentication',
      advice: [expect.stringContaining('FAILED_CREDENTIALS_RATES')],
    })
  })

  it('a write with a session explains its CSRF refusal', async () => {
    const session = await site.sessions.create(site.ann)
    const view = { post: () => new ApiResponse(), permissions: [isAuthenticated] }
    const headers = { Cookie: `sessionid=${session.id}` }
    expect((await ask(view, { method: 'POST', headers })).explanation).toMatchObject({
      status: 403,
      refusedBy: 'CSRF check',
      reason: expect.stringContaining('The scheme session: CSRF Failed: CSRF cookie not set.'),
    })
  })

  it('a scope that is missing is explained with those that the credentials have', async () => {
    const permissions = [requireScope('notes:write')]
    const asked = await ask(
      { authentication: [keyScheme(['notes:read'])], permissions },
      { headers: { 'X-Key': 'right' } },
    )
    expect(asked.explanation).toMatchObject({
      status: 403,
      refusedBy: 'permission',
      reason:
        'requireScope(notes:write) denied user 1 the request. This needs credentials with the scope notes:write.',
      advice: [
        'This needs credentials with the scope notes:write. Those of the request have notes:read.',
      ],
    })
    expect((await ask({ permissions }, withToken)).explanation?.advice).toEqual([
      'This needs credentials with the scope notes:write. Those of the request have no scopes at all: isUnscoped allows them.',
    ])
  })

  it('an exception that a permission throws is explained by its detail', async () => {
    const closed: Permission = {
      name: 'isOpen',
      hasPermission() {
        throw new PermissionDenied('Closed on Sundays.')
      },
    }
    expect((await ask({ permissions: [closed] })).explanation).toMatchObject({
      reason: 'isOpen refused the request: Closed on Sundays.',
      permissions: [{ name: 'isOpen', result: 'failed', said: 'Closed on Sundays.' }],
    })
  })
})

describe('the permissions in an explanation', () => {
  const isOwner: Permission = { name: 'isOwner', hasPermission: () => false }

  it('nested permissions are explained down to the one that decided', async () => {
    const permissions = [
      allowAny,
      allOf(anyOf(isAdminUser, isAuthenticated), not(not(isOwner)), isAdminUser),
      isAuthenticated,
    ]
    const lines = await linesOf({ permissions }, withToken)
    expect(lines[1]).toBe(
      'allOf(anyOf(isAdminUser, isAuthenticated), not(not(isOwner)), isAdminUser) denied user 1 ' +
        'the request because of isOwner.',
    )
    expect(lines.slice(lines.indexOf('Permissions') + 1, lines.indexOf('Throttles') - 1)).toEqual([
      '  allowAny: allowed',
      '  allOf(anyOf(isAdminUser, isAuthenticated), not(not(isOwner)), isAdminUser): denied',
      '    anyOf(isAdminUser, isAuthenticated): allowed',
      '      isAdminUser: denied',
      '      isAuthenticated: allowed',
      '    not(not(isOwner)): denied',
      '      not(isOwner): allowed',
      '        isOwner: denied',
      '  isAuthenticated: not asked',
    ])
  })

  it('a copy of a combination keeps its name and its parts', async () => {
    const librarians = { ...allOf(isAuthenticated, isOwner), message: 'Librarians only.' }
    const { explanation } = await ask({ permissions: [librarians] }, withToken)
    expect(explanation?.reason).toBe(
      'allOf(isAuthenticated, isOwner) denied user 1 the request because of isOwner. Librarians only.',
    )
  })

  it('a combination with another check of its own is explained by that check', async () => {
    const own = { ...allOf(allowAny, allowAny), hasPermission: () => false }
    expect((await ask({ permissions: [own] }, withToken)).explanation?.permissions).toEqual([
      {
        name: 'allOf(allowAny, allowAny)',
        about: 'request',
        result: 'denied',
        said: null,
        parts: [],
      },
    ])
  })

  it('permissions of one’s own are named by their class or their function', async () => {
    class IsMember implements Permission {
      readonly #members = new Set(['ann'])
      hasPermission({ user }: { user: unknown }) {
        return this.#members.has((user as { username: string }).username)
      }
    }
    const isNobody = () => false
    const permissions = [
      new IsMember(),
      Object.freeze({ hasPermission: () => true }),
      { hasPermission: isNobody },
    ]
    const { explanation } = await ask({ permissions }, withToken)
    expect(explanation?.permissions.map(({ name, result }) => [name, result])).toEqual([
      ['IsMember', 'allowed'],
      ['unnamed', 'allowed'],
      ['isNobody', 'denied'],
    ])
  })

  it('a permission that denies an item is explained', async () => {
    const isOwnNote: Permission = {
      name: 'isOwnNote',
      hasPermission: () => true,
      hasObjectPermission: () => false,
    }
    const app = site.open({
      permissions: [allOf(isAuthenticated, isOwnNote)],
      async get(request, view) {
        const { checkObjectPermissions } = await import('../../src/index.ts')
        await checkObjectPermissions(view, request, { id: 1 })
        return new ApiResponse({})
      },
    })
    const { explanation } = await app.ask('GET', withToken)
    expect(explanation?.reason).toBe(
      'allOf(isAuthenticated, isOwnNote) denied user 1 this item because of isOwnNote.',
    )
  })
})

describe('throttles in an explanation', () => {
  it('an explanation of two throttles in two stores says which one refused', async () => {
    const app = site.open({
      throttles: [
        userRateThrottle({ rate: '9/min', store: memoryThrottleStore() }),
        anonRateThrottle({ rate: '1/min', store: memoryThrottleStore() }),
      ],
    })
    expect((await app.ask('GET')).explanation).toBeUndefined()
    const { explanation, status, header } = await app.ask('GET')
    expect(status).toBe(429)
    expect(explanation).toMatchObject({
      refusedBy: 'throttle',
      reason:
        'anonRateThrottle (scope anon) refused the request: 1 requests in 60 seconds for each address of clients who are not signed in.',
      advice: [expect.stringMatching(/^Wait \d+ seconds\.$/)],
      throttles: [
        { name: 'userRateThrottle', result: 'allowed', scope: 'user', remaining: 7, wait: null },
        { name: 'anonRateThrottle', result: 'denied', scope: 'anon', wait: expect.any(Number) },
      ],
    })
    expect(header).toMatch(/^anonRateThrottle \(scope anon\) refused the request: .* Wait/)
  })

  it('an explanation of throttles adds no rate limit fields to the answer', async () => {
    const app = site.open({ throttles: [anonRateThrottle({ rate: '1/min' })] })
    const response = await app.client.get('/notes/')
    expect([...response.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([])
  })

  it('a throttle of one’s own is explained', async () => {
    class QuietHours implements Throttle {
      allowRequest = () => ({ allowed: false, wait: null }) as const
    }
    expect((await ask({ throttles: [new QuietHours()] })).explanation).toMatchObject({
      reason: 'QuietHours refused the request.',
      advice: ['Try again later.'],
      throttles: [{ name: 'QuietHours', result: 'denied', limits: null }],
    })
  })
})

describe('refusals for other reasons', () => {
  it('a 405 is explained with the methods of the view', async () => {
    expect((await ask({}, { method: 'PUT' })).explanation).toMatchObject({
      refusedBy: 'method',
      reason: 'The view has no handler for PUT.',
      advice: ['Use one of: GET, HEAD, OPTIONS.'],
    })
  })

  it('a 406 is explained with the media types of the view', async () => {
    const headers = { Accept: 'application/xml' }
    expect((await ask({}, { headers })).explanation).toMatchObject({
      status: 406,
      refusedBy: 'format',
      advice: ['Accept one of: application/json, text/html.'],
      schemes: [{ result: 'not asked' }, { result: 'not asked' }],
    })
  })

  it('a host that is not allowed is explained in the log, and not to the client', async () => {
    const app = site.open({}, { ALLOWED_HOSTS: ['api.example.com'] })
    const { status, header, explanation } = await app.ask('GET')
    expect({ status, header }).toEqual({ status: 400, header: null })
    expect(explanation).toMatchObject({
      status: 400,
      refusedBy: 'suspicious request',
      reason: 'The host testserver is not in ALLOWED_HOSTS.',
    })
  })

  it('a refusal by the handler is explained as such', async () => {
    const get = () => {
      throw new PermissionDenied('Not today.')
    }
    expect((await ask({ get })).explanation?.reason).toBe(
      'Every check before the handler allowed the request, and the handler refused it: Not today.',
    )
    const answer = () => new ApiResponse({}, 403)
    expect((await ask({ get: answer })).explanation?.reason).toContain('it answered 403')
  })

  it('a refusal by the handler of a view with a parent names the permissions of the parent', async () => {
    const store = arrayStore<{ id: number; organisation: number }>([])
    const permissions = [isAuthenticated, isAdminUser]
    const parent = { store, parameter: 'organisation', field: 'organisation', permissions } as const
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [site.schemes.token],
      EXPLAIN_REFUSALS: true,
      LOGGER: silentLogger,
    })
    const view = api.listView({ store, parent, permissions: [isAuthenticated] })
    const { get } = testClient(routes(api, { '/organisations/:organisation/tickets/': view }))
    const response = await get('/organisations/1/tickets/', withToken)
    expect(response.status).toBe(403)
    expect(response.headers.get('X-Turnpike-Explain')).toContain(
      'The handler asks about the parent (organisation): isAuthenticated, isAdminUser.',
    )
  })

  it.each([
    ['a good answer', () => new ApiResponse([])],
    [
      'a 404',
      () => {
        throw new NotFound()
      },
    ],
  ])('%s is not explained', async (_, get) => {
    const asked = await ask({ get })
    expect([asked.header, asked.explanation]).toEqual([null, undefined])
  })
})
