import { oneView } from '@turnpike/test-support/one-view.ts'
import { audience, issuer, signer } from '@turnpike/test-support/signed-tokens.ts'
import {
  ApiResponse,
  anyOf,
  isAuthenticated,
  memoryAccounts,
  type Permission,
  requireRole,
  requireScope,
  ServiceUnavailable,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  accountByClaim,
  type JwtAuth,
  type JwtAuthenticationOptions,
  jwtAuthentication,
} from '../../src/jwt/index.ts'

const ec = await signer()

const userOf = ({ sub }: { sub?: string }) => ({
  username: sub ?? '',
  isAuthenticated: true as const,
})

type Options = Partial<JwtAuthenticationOptions<unknown>>

const scheme = (options: Options = {}) =>
  jwtAuthentication({ issuer, audience, keys: ec.jwks, userOf, ...options })

const serve = (options: Options = {}, permissions: readonly Permission[] = [isAuthenticated]) =>
  oneView({
    authentication: [scheme(options)],
    permissions,
    get: ({ user, auth }) => new ApiResponse({ user, auth }),
  })

const get = (token: string | undefined, client = serve()) =>
  client.get('/', token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } })

/** Status and text of a refusal. */
async function refusal(response: Response) {
  return [response.status, (await response.json()).detail]
}

describe('authentication by JWT', () => {
  it('sets the user that userOf returns, and auth to the claims, scopes and roles', async () => {
    const exp = Math.floor(Date.now() / 1000) + 100
    const token = await ec.token({ scope: 'notes:read notes:write', roles: ['editor'], exp })
    const response = await get(token)

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      user: { username: 'ann' },
      auth: {
        claims: { iss: issuer, sub: 'ann', exp },
        scopes: ['notes:read', 'notes:write'],
        roles: ['editor'],
        expires: new Date(exp * 1000).toISOString(),
      },
    })
  })

  it('a request without a JWT is anonymous, and where a user is needed 401 with the realm', async () => {
    const response = await get(undefined)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"')
    expect(await refusal(response)).toEqual([401, 'Authentication credentials were not provided.'])
    expect((await get(undefined, serve({}, []))).status).toBe(200)
  })

  it('a refused JWT is 401 with invalid_token and the reason in the challenge', async () => {
    const response = await get(await ec.token({ exp: 1 }))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="api", error="invalid_token", error_description="The token has expired."',
    )
    expect(response.headers.get('Vary')).toContain('Authorization')
  })

  it('a JWT in the query or in a cookie is not read', async () => {
    const token = await ec.token()
    const response = await serve().get(`/?access_token=${token}`, {
      headers: { Cookie: `access_token=${token}` },
    })
    expect(response.status).toBe(401)
  })

  it.each([
    ['a list of texts', { scope: ['a', 'b'] }, ['a', 'b']],
    ['the claim scp as a text', { scp: 'a b' }, ['a', 'b']],
    ['the claim scp as a list', { scp: ['a', 'b'] }, ['a', 'b']],
    ['scope before scp', { scope: 'a', scp: 'b' }, ['a']],
    ['nothing', {}, []],
    ['something else', { scope: { a: true } }, []],
    ['names that no scope can have', { scope: ['a', 7, '', 'b c', 'd"', null] }, ['a']],
  ])('takes the scopes from %s', async (_where, claims, scopes) => {
    const { auth } = await (await get(await ec.token(claims))).json()
    expect(auth.scopes).toEqual(scopes)
  })

  it('takes scopes and roles from other claims, paths and functions', async () => {
    const token = await ec.token({
      permissions: ['notes:read'],
      realm_access: { roles: ['editor'] },
      'https://example.com/roles': ['admin'],
      tier: 'gold',
    })
    const at = async (options: Options) => (await (await get(token, serve(options))).json()).auth
    expect(await at({ scopesIn: 'permissions' })).toMatchObject({ scopes: ['notes:read'] })
    expect(await at({ rolesIn: ['realm_access', 'roles'] })).toMatchObject({ roles: ['editor'] })
    expect(await at({ rolesIn: 'https://example.com/roles' })).toMatchObject({ roles: ['admin'] })
    expect(await at({ rolesIn: ({ tier }) => [`${tier}`] })).toMatchObject({ roles: ['gold'] })
    expect(await at({ rolesIn: ['realm_access', 'toString'] })).toMatchObject({ roles: [] })
    expect(await at({ rolesIn: ['constructor', 'name'] })).toMatchObject({ roles: [] })
  })

  it('a view can need a scope or a role of the JWT', async () => {
    const token = await ec.token({ scope: 'notes:read', roles: ['editor'] })
    const allowed = serve({}, [requireScope('notes:read'), requireRole('editor')])
    expect((await get(token, allowed)).status).toBe(200)

    const denied = await get(token, serve({}, [requireScope('notes:write')]))
    expect(denied.headers.get('WWW-Authenticate')).toBeNull()
    expect(await refusal(denied)).toEqual([
      403,
      'This needs credentials with the scope notes:write.',
    ])
    expect(await refusal(await get(token, serve({}, [requireRole('admin')])))).toEqual([
      403,
      'This needs the role admin.',
    ])
    const either = serve({}, [anyOf(requireRole('admin'), requireRole('editor'))])
    expect((await get(token, either)).status).toBe(200)
  })

  it('requireRole denies credentials without roles, and needs the name of a role', async () => {
    const client = oneView({
      authentication: [{ authenticate: () => ({ user: userOf({}), auth: { roles: 'admin' } }) }],
      permissions: [requireRole('admin')],
      get: () => new ApiResponse('in'),
    })
    expect((await client.get('/')).status).toBe(403)
    expect(() => requireRole('')).toThrow('needs a role')
  })

  it('types the claims by their schema, and refuses claims that do not fit', async () => {
    const claims = z.object({ sub: z.string(), org: z.string() })
    const authentication = jwtAuthentication({
      issuer,
      audience,
      keys: ec.jwks,
      claims,
      userOf: ({ org }) => {
        expectTypeOf(org).toEqualTypeOf<string>()
        return { org, isAuthenticated: true as const }
      },
    })
    const client = oneView({
      authentication: [authentication],
      permissions: [isAuthenticated],
      get: ({ user, auth }) => new ApiResponse([user, auth]),
    })
    type Given = Awaited<ReturnType<typeof authentication.authenticate>>
    expectTypeOf<NonNullable<Given>['auth']>().toEqualTypeOf<
      JwtAuth<{ sub: string; org: string }>
    >()

    const [user, auth] = await (await get(await ec.token({ org: 'acme', x: 1 }), client)).json()
    expect(user.org).toBe('acme')
    expect(auth.claims).toEqual({ sub: 'ann', org: 'acme' })
    expect(await refusal(await get(await ec.token({ org: 7 }), client))).toEqual([
      401,
      'The token has a missing or invalid claim.',
    ])
  })

  it('a token of no known user is 401, and so is one of an inactive user', async () => {
    const token = await ec.token()
    const unknown = [401, "The token's user does not exist."]
    expect(await refusal(await get(token, serve({ userOf: () => null })))).toEqual(unknown)
    expect(await refusal(await get(token, serve({ userOf: async () => null })))).toEqual(unknown)
    expect(await refusal(await get(token, serve({ userOf: () => undefined })))).toEqual(unknown)
    const inactive = serve({ userOf: () => ({ isActive: false }) })
    expect(await refusal(await get(token, inactive))).toEqual([401, 'User inactive or deleted.'])
  })

  it('an error of userOf is 500, and never an anonymous user', async () => {
    const fail = () => {
      throw new TypeError('the directory is broken')
    }
    for (const userOf of [fail, async () => fail()]) {
      expect((await get(await ec.token(), serve({ userOf }, []))).status).toBe(500)
    }
  })

  it('userOf may answer 503 itself', async () => {
    const userOf = () => {
      throw new ServiceUnavailable({ retryAfter: 7 })
    }
    const response = await get(await ec.token(), serve({ userOf }))
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('7')
  })

  it('userOf is called for each request, so that a removed user is refused at once', async () => {
    let user: object | null = { isAuthenticated: true }
    const client = serve({ userOf: () => user })
    const token = await ec.token()
    expect((await get(token, client)).status).toBe(200)
    user = null
    expect((await get(token, client)).status).toBe(401)
  })

  it('requests with one token share claims that nobody can change', async () => {
    const changed: unknown[] = []
    const client = serve({
      userOf: (claims) => {
        changed.push(Reflect.set(claims, 'sub', 'eve'), Reflect.set(claims.address ?? {}, 'x', 1))
        return userOf(claims)
      },
    })
    const token = await ec.token({ address: { city: 'Bern' } })
    for (let request = 0; request < 2; request++) await get(token, client)
    expect(changed).toEqual([false, false, false, false])
  })
})

describe('accounts by a claim', () => {
  const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: null }] })

  it('finds the account with the username in sub, and creates none', async () => {
    const client = serve({ userOf: accountByClaim({ users }) })
    const { user } = await (await get(await ec.token(), client)).json()
    expect(user).toMatchObject({ username: 'ann', isActive: true })
    expect((await get(await ec.token({ sub: 'new' }), client)).status).toBe(401)
  })

  it('creates unknown accounts if so configured, with a prefix for the issuer', async () => {
    const options = { users, createUnknown: true, prefix: 'acme:' }
    const client = serve({ userOf: accountByClaim(options) })
    const responses = await Promise.all(
      [1, 2, 3].map(async () => get(await ec.token({ sub: 'new' }), client)),
    )
    const found = await Promise.all(responses.map((response) => response.json()))
    expect(found.map(({ user }) => user.username)).toEqual(['acme:new', 'acme:new', 'acme:new'])
  })

  it('takes another claim, and refuses tokens without it or with one that names nobody', async () => {
    const options = { users, claim: 'preferred_username', createUnknown: true }
    const client = serve({ userOf: accountByClaim(options) })
    expect((await get(await ec.token({ preferred_username: 'ann' }), client)).status).toBe(200)
    for (const name of [undefined, '', 7, ['ann'], 'x'.repeat(1000)]) {
      expect((await get(await ec.token({ preferred_username: name }), client)).status).toBe(401)
    }
  })

  it('rejects a misspelt option of accountByClaim', () => {
    expect(() => accountByClaim({ users, createUnkown: true } as never)).toThrow('createUnknown')
  })

  it('several issuers and opaque tokens share the keyword Bearer', async () => {
    const other = await signer('ES256', 'other')
    const of = (iss: string, keys: object) =>
      scheme({ issuer: iss, keys: keys as never, otherTokens: 'pass', userOf: () => ({ iss }) })
    const ann = await users.find('ann')
    if (ann === null) throw new Error('There is no ann.')
    const { key } = await tokens.getOrCreate(ann)
    const client = oneView({
      authentication: [
        of('https://a.example.com', ec.jwks),
        of('https://b.example.com', other.jwks),
        tokenAuthentication({ tokens, keyword: 'Bearer', realm: 'api' }),
      ],
      get: ({ user }) => new ApiResponse(user),
    })
    const fromA = await ec.token({ iss: 'https://a.example.com' })
    const fromB = await other.token({ iss: 'https://b.example.com' })

    expect(await (await get(fromA, client)).json()).toEqual({ iss: 'https://a.example.com' })
    expect(await (await get(fromB, client)).json()).toEqual({ iss: 'https://b.example.com' })
    expect(await (await get(key, client)).json()).toMatchObject({ username: 'ann' })

    // Attempted and wrong: no other scheme is asked.
    const forged = await other.token({ iss: 'https://a.example.com' })
    expect(await refusal(await get(forged, client))).toEqual([
      401,
      'The signature of the token is invalid.',
    ])
    const stranger = await ec.token({ iss: 'https://c.example.com' })
    expect(await refusal(await get(stranger, client))).toEqual([401, 'Invalid token.'])
    expect(await refusal(await get('unknown', client))).toEqual([401, 'Invalid token.'])
  })
})
