import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  allOf,
  anyOf,
  ConfigurationError,
  createApi,
  isAdminUser,
  isAuthenticated,
  isUnscoped,
  type Permission,
  requireAuthentication,
  requireRole,
  requireScope,
  routes,
  type Scheme,
  type Settings,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/document.ts'

const user = { isAuthenticated: true as const }

/** The credentials of a request are the JSON in its header `Auth`. */
const token: Scheme<typeof user, unknown> = {
  name: 'token',
  authenticate({ headers }) {
    const auth = headers.get('Auth')
    return auth === null ? null : { user, auth: JSON.parse(auth) }
  },
  challenge: () => 'Bearer realm="api"',
  challengeInsufficient: (_request, parameters) =>
    ['Bearer realm="api"', ...Object.entries(parameters).map((one) => one.join('='))].join(', '),
}
const session: Scheme<typeof user, null> = {
  name: 'session',
  authenticate: ({ headers }) => (headers.has('Session') ? { user, auth: null } : null),
}

async function answer(
  permissions: readonly Permission[],
  auth: object | 'session',
  settings: Settings = { CHALLENGE_PROFILE: 'oauth' },
  authentication: readonly Scheme[] = [token, session],
) {
  const api = createApi(settings)
  const view = api.view({ authentication, permissions, get: () => new ApiResponse(null) })
  const headers: Record<string, string> =
    auth === 'session' ? { Session: 'yes' } : { Auth: JSON.stringify(auth) }
  const response = await testClient(routes(api, { '/': view })).get('/', { headers })
  return [response.status, response.headers.get('WWW-Authenticate'), await response.json()] as const
}

/** Its status and challenge. */
const refusal = async (...given: Parameters<typeof answer>) => (await answer(...given)).slice(0, 2)

const withScope = (...scopes: string[]) => ({ scopes })
const needsScope = { detail: 'This needs credentials with the scope a.' }
const insufficient = (scope: string) =>
  `Bearer realm="api", error=insufficient_scope, scope=${scope}`

const signedIn = (secondsAgo: number, acr: string | null = null) => ({
  acr,
  authTime: new Date(Date.now() - secondsAgo * 1000),
})
/** JSON has no dates. */
const revived: Scheme<typeof user, unknown> = {
  ...token,
  authenticate({ headers }) {
    const { authTime, ...auth } = JSON.parse(headers.get('Auth') ?? '{}')
    return { user, auth: { ...auth, authTime: authTime == null ? null : new Date(authTime) } }
  },
}
const recent = requireAuthentication({ maxAgeSeconds: 300 })
const strong = requireAuthentication({ acr: ['urn:mfa', 'urn:phr'] })

describe('credentials that allow too little', () => {
  it('a 403 has no challenge by default', async () => {
    for (const permission of [requireScope('a'), strong]) {
      const [status, challenge] = await answer([permission], withScope('b'), {})
      expect([status, challenge]).toEqual([403, null])
    }
  })

  it('with the profile oauth, a missing scope is a 403 with insufficient_scope and the same body', async () => {
    expect(await answer([requireScope('a')], withScope('b'))).toEqual([
      403,
      insufficient('a'),
      needsScope,
    ])
    expect(await refusal([requireScope('a')], withScope())).toEqual([403, insufficient('a')])
  })

  it('a challenge for a missing scope names all that the view needs, and of alternatives the first', async () => {
    const permissions = [requireScope('a'), requireScope('b'), anyOf(isUnscoped, requireScope('c'))]
    expect(await refusal(permissions, withScope('a'))).toEqual([403, insufficient('a b c')])
    const either = [anyOf(isAdminUser, requireScope('a'))]
    expect(await refusal(either, withScope('b'))).toEqual([403, insufficient('a')])
  })

  it.each([
    ['a role', [requireRole('editor'), requireScope('a')], withScope('a')],
    ['staff', [allOf(isAdminUser, requireScope('a'))], withScope('a')],
    ['a session, which has no scopes', [requireScope('a')], 'session' as const],
  ])(
    'a denial because of %s has no challenge, in the profile oauth too',
    async (_, permissions, auth) => {
      expect(await refusal(permissions, auth)).toEqual([403, null])
    },
  )

  it('a scheme without such challenges gets the plain 403', async () => {
    const { challengeInsufficient, ...plain } = token
    expect(challengeInsufficient).toBeDefined()
    const settings = { CHALLENGE_PROFILE: 'oauth' } as const
    const got = await answer([requireScope('a')], withScope('b'), settings, [plain])
    expect(got).toEqual([403, null, needsScope])
  })

  it('the scheme that has authenticated the request writes the challenge, although another is the first', async () => {
    const settings = { CHALLENGE_PROFILE: 'oauth' } as const
    const got = await answer([requireScope('a')], withScope('b'), settings, [session, token])
    expect(got).toEqual([403, insufficient('a'), needsScope])
    const weak = await answer([strong], signedIn(0), settings, [session, token])
    expect(weak[0]).toBe(401)
  })

  it('OpenAPI shows the challenges of the profile oauth', async () => {
    const api = createApi({ CHALLENGE_PROFILE: 'oauth' })
    const view = api.view({
      authentication: [token],
      permissions: [requireScope('a'), strong],
      get: () => new ApiResponse(null),
    })
    const info = { title: 'Test', version: '1' }
    const { components } = await openApiDocument(api, { '/': view }, info)
    const header = (name: string) => {
      const response = components.responses?.[name] as
        | { headers?: Record<string, object> }
        | undefined
      return response?.headers?.['WWW-Authenticate']
    }
    expect(header('Forbidden')).toMatchObject({ example: insufficient('a') })
    expect(header('Unauthorized')).toMatchObject({ example: 'Bearer realm="api"' })
  })
})

describe('signing in again', () => {
  const settings = { CHALLENGE_PROFILE: 'oauth' } as const
  const ask = (permission: Permission, auth: object, own: Settings = settings) =>
    answer([isAuthenticated, permission], auth, own, [revived])

  it.each([
    [recent, signedIn(290), 200],
    [recent, signedIn(310), 403],
    [recent, signedIn(-30), 200],
    [recent, signedIn(-120), 403],
    [recent, { acr: 'urn:mfa', authTime: null }, 403],
    [recent, { claims: { auth_time: 1 } }, 403],
    [strong, signedIn(9999, 'urn:phr'), 200],
    [strong, signedIn(0, 'urn:password'), 403],
    [strong, signedIn(0), 403],
    [requireAuthentication({ acr: 'urn:mfa', maxAgeSeconds: 300 }), signedIn(310, 'urn:mfa'), 403],
  ])(
    '%# a sign-in that is recent and strong enough is allowed, others are 403',
    async (permission, auth, status) => {
      const [got, challenge] = await ask(permission, auth, {})
      expect([got, challenge]).toEqual([status, null])
    },
  )

  it('with the profile oauth, a sign-in that is too weak or too old is the 401 of RFC 9470', async () => {
    const error = 'Bearer realm="api", error=insufficient_user_authentication'
    const body = { detail: 'This needs a stronger or more recent sign-in.' }
    expect(await ask(recent, signedIn(310))).toEqual([401, `${error}, max_age=300`, body])
    expect(await ask(strong, signedIn(0))).toEqual([
      401,
      `${error}, acr_values=urn:mfa urn:phr`,
      body,
    ])
    const both = allOf(isAuthenticated, anyOf(isAdminUser, strong), recent)
    expect((await ask(both, signedIn(0))).slice(0, 2)).toEqual([
      401,
      `${error}, acr_values=urn:mfa urn:phr`,
    ])
    expect((await ask(both, signedIn(310, 'urn:mfa'))).slice(0, 2)).toEqual([
      401,
      `${error}, max_age=300`,
    ])
  })

  it.each([
    {},
    { acr: [] },
    { acr: '' },
    { acr: 'two words' },
    { acr: 'quote"' },
    { acr: 7 },
    { maxAgeSeconds: -1 },
    { maxAgeSeconds: 1.5 },
    { maxAge: 300 },
  ])('%j is a configuration error', (options) => {
    expect(() => requireAuthentication(options as object)).toThrow(ConfigurationError)
  })
})
