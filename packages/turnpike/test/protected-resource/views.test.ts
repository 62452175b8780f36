import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  allOf,
  anyOf,
  ConfigurationError,
  createApi,
  isAuthenticated,
  isUnscoped,
  not,
  type Permission,
  protectedResourceViews,
  requireScope,
  routes,
  type Scheme,
  type Settings,
} from '../../src/index.ts'

const wellKnown = '/.well-known/oauth-protected-resource'

/** A scheme for bearer tokens of an issuer, as others may write it. */
const bearer = (description: object = {}): Scheme<unknown, { scopes: readonly string[] }> => ({
  name: 'bearer',
  authenticate: () => null,
  challenge: (request, _failure, view) => {
    const further = Object.entries(view?.resource?.challengeParameters(request) ?? {})
    return ['Bearer realm="api"', ...further.map(([name, text]) => `${name}="${text}"`)].join(', ')
  },
  describe: () => ({
    credentials: { header: 'Authorization', keyword: 'Bearer' },
    authorizationServer: 'https://issuer.example.com',
    ...description,
  }),
})

const key: Scheme = {
  name: 'key',
  authenticate: () => null,
  describe: () => ({ credentials: { header: 'X-Key' } }),
}

const get = () => new ApiResponse(null)
const ofMethod: Permission = {
  hasPermission: () => false,
  requiredScopes: (method) => [method === 'GET' ? 'notes:read' : 'notes:write'],
}

function open(
  settings: Settings,
  permissions: readonly Permission[] = [],
  schemes = [bearer()],
  baseUrl = 'http://testserver',
) {
  const api = createApi({ PROTECTED_RESOURCE: '/', ALLOWED_HOSTS: ['testserver'], ...settings })
  const views = { '/': api.view({ authentication: schemes, permissions, get, post: get }) }
  return testClient(routes(api, { ...views, ...protectedResourceViews(api, views) }), { baseUrl })
}

const metadataOf = async (...given: Parameters<typeof open>) =>
  (await open(...given).get(wellKnown)).json()

describe('the metadata of a protected resource', () => {
  it.each([
    [{ PROTECTED_RESOURCE: '/' }, wellKnown, 'http://testserver/'],
    [{ PROTECTED_RESOURCE: '/api' }, `${wellKnown}/api`, 'http://testserver/api'],
    [{ PROTECTED_RESOURCE: '/mcp/' }, `${wellKnown}/mcp/`, 'http://testserver/mcp/'],
    [{ PROTECTED_RESOURCE: '/mcp/' }, `${wellKnown}/mcp`, 'http://testserver/mcp/'],
    [
      { PROTECTED_RESOURCE: '/a', BASE_URL: 'https://b.example' },
      `${wellKnown}/a`,
      'https://b.example/a',
    ],
    [{ PROTECTED_RESOURCE: 'https://c.example/d' }, `${wellKnown}/d`, 'https://c.example/d'],
    [{ PROTECTED_RESOURCE: 'https://c.example' }, wellKnown, 'https://c.example'],
  ])('with %j they are at %s and name the resource %s', async (settings, path, resource) => {
    const client = open(settings)
    const response = await client.get(path)
    expect(response.status).toBe(200)
    expect((await response.json()).resource).toBe(resource)
    expect((await client.get(`${path}/other`)).status).toBe(404)
  })

  it.each([
    ['one scope', [requireScope('a')], ['a']],
    [
      'scopes of several permissions',
      [requireScope('a', 'b'), requireScope('b', 'c')],
      ['a', 'b', 'c'],
    ],
    ['alternatives', [anyOf(isUnscoped, requireScope('a'), requireScope('b'))], ['a', 'b']],
    [
      'a copy of a combination',
      [{ ...allOf(isAuthenticated, requireScope('a')), message: 'No.' }],
      ['a'],
    ],
    ['scopes by method', [ofMethod], ['notes:read', 'notes:write']],
    ['no scope', [isAuthenticated], undefined],
  ] as const)('scopes_supported has %s', async (_, permissions, scopes) => {
    expect((await metadataOf({}, permissions)).scopes_supported).toEqual(scopes)
  })

  it('views without a bearer scheme, or of another resource, are left out', async () => {
    const api = createApi({ PROTECTED_RESOURCE: '/', ALLOWED_HOSTS: ['testserver'] })
    const other = createApi({ PROTECTED_RESOURCE: '/other', ALLOWED_HOSTS: ['testserver'] })
    const views = {
      '/a': api.view({ authentication: [bearer()], permissions: [requireScope('a')], get }),
      '/b': api.view({ authentication: [key], permissions: [requireScope('b')], get }),
      '/c': other.view({ authentication: [bearer()], permissions: [requireScope('c')], get }),
    }
    const client = testClient(
      routes(api, {
        ...views,
        ...protectedResourceViews(api, views),
        ...protectedResourceViews(other, views),
      }),
    )
    expect((await (await client.get(wellKnown)).json()).scopes_supported).toEqual(['a'])
    expect((await (await client.get(`${wellKnown}/other`)).json()).scopes_supported).toEqual(['c'])
  })

  it('DPoP is required only if every bearer scheme requires it', async () => {
    const required = bearer({ dpop: { required: true, algorithms: ['ES256'] } })
    expect(await metadataOf({}, [], [required])).toMatchObject({
      dpop_bound_access_tokens_required: true,
      dpop_signing_alg_values_supported: ['ES256'],
    })
    const both = await metadataOf({}, [], [required, bearer()])
    expect(both).not.toHaveProperty('dpop_bound_access_tokens_required')
    expect(both.authorization_servers).toEqual(['https://issuer.example.com'])
  })

  it('pages of every origin may read them, with header fields of their own', async () => {
    const client = open({})
    const headers = { Origin: 'https://page.example', 'Access-Control-Request-Method': 'GET' }
    const preflight = await client.request('OPTIONS', wellKnown, { headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('*')
    const response = await client.get(wellKnown, { headers: { Origin: 'https://page.example' } })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
  })

  it('without PROTECTED_RESOURCE there are no metadata, and the error says what to set', () => {
    const make = () => protectedResourceViews(createApi(), {})
    expect(make).toThrow(ConfigurationError)
    expect(make).toThrow('protectedResourceViews() needs the setting PROTECTED_RESOURCE')
  })
})

describe('the URL of the metadata in a challenge', () => {
  const challenge = async (...given: Parameters<typeof open>) =>
    (await open(...given).get('/')).headers.get('WWW-Authenticate')

  it.each([
    [[requireScope('a')], 'a'],
    [[requireScope('a', 'b'), requireScope('c')], 'a b c'],
    [[anyOf(isUnscoped, requireScope('b'), requireScope('c'))], 'b'],
    [[allOf(requireScope('a'), anyOf(requireScope('b'), requireScope('c')))], 'a b'],
    [[ofMethod], 'notes:read'],
  ] as const)('the scope of %o is %s', async (permissions, scope) => {
    expect(await challenge({}, permissions)).toBe(
      `Bearer realm="api", scope="${scope}", resource_metadata="http://testserver${wellKnown}"`,
    )
  })

  it('a view that asks for no scope names none', async () => {
    const plain = `Bearer realm="api", resource_metadata="http://testserver${wellKnown}"`
    expect(await challenge({}, [isAuthenticated])).toBe(plain)
    expect(await challenge({}, [isAuthenticated, not(requireScope('a'))])).toBe(plain)
  })

  it('each method names its own scope, one after the other', async () => {
    const client = open({}, [ofMethod])
    for (const [method, scope] of [
      ['GET', 'read'],
      ['POST', 'write'],
      ['GET', 'read'],
    ] as const) {
      const { headers } = await client.request(method, '/')
      expect(headers.get('WWW-Authenticate')).toContain(`scope="notes:${scope}"`)
    }
  })

  it('a path without a known host is refused at the start', () => {
    for (const hosts of [null, ['*'], ['a.example', '*']]) {
      const make = () => createApi({ PROTECTED_RESOURCE: '/', ALLOWED_HOSTS: hosts })
      expect(make).toThrow('set BASE_URL or ALLOWED_HOSTS, or write it as a URL')
    }
    createApi({ PROTECTED_RESOURCE: '/', BASE_URL: 'https://a.example' })
    createApi({ PROTECTED_RESOURCE: 'https://a.example/' })
  })

  it('a host that is not allowed gets neither a challenge nor metadata', async () => {
    const client = open({}, [isAuthenticated], [bearer()], 'http://evil.example')
    for (const path of ['/', wellKnown]) {
      const response = await client.get(path)
      expect(response.status).toBe(400)
      expect(response.headers.get('WWW-Authenticate')).toBeNull()
      expect(await response.text()).not.toContain('evil')
    }
  })

  it('nothing of a client is in it: neither its path, its query nor its header fields', async () => {
    const client = open({ BASE_URL: 'https://a.example' }, [isAuthenticated])
    const expected = `Bearer realm="api", resource_metadata="https://a.example${wellKnown}"`
    const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    const response = await client.get('/?scope=%22evil', { headers })
    expect(response.headers.get('WWW-Authenticate')).toBe(expected)
  })

  it('a scope that no challenge can carry is a configuration error', () => {
    const wrong: Permission = { hasPermission: () => true, requiredScopes: () => ['a"b'] }
    expect(() => open({}, [wrong])).toThrow(ConfigurationError)
  })
})
