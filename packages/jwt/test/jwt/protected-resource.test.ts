import { audience, issuer, signer } from '@turnpike/test-support/signed-tokens.ts'
import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  protectedResourceViews,
  requireScope,
  routes,
  type Scheme,
  type Settings,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import {
  type DpopUse,
  jwtAuthentication,
  memoryRefreshTokens,
  memorySigningKeys,
  pairAuthentication,
  tokenPairs,
} from '../../src/jwt/index.ts'
import { introspectionAuthentication } from '../../src/oauth/index.ts'

const ec = await signer()
const userOf = ({ sub }: { sub?: string }) => ({ name: sub ?? '', isAuthenticated: true as const })
const { users } = memoryAccounts()
const pairs = tokenPairs({
  users,
  refreshTokens: memoryRefreshTokens({ users }),
  signingKeys: memorySigningKeys(),
  secrets: ['the secret of the tests of token pairs'],
  issuer: 'https://pairs.example.com',
})

const jwt = (dpop?: DpopUse) =>
  jwtAuthentication({ issuer, audience, keys: ec.jwks, userOf, ...(dpop && { dpop }) })
const introspection = (dpop?: DpopUse) =>
  introspectionAuthentication({
    issuer: 'https://opaque.example.com',
    client: { id: 'api', secret: 'secret' },
    audience,
    userOf,
    ...(dpop && { dpop }),
  })
const schemes: readonly (readonly [string, Scheme])[] = [
  ['jwtAuthentication', jwt()],
  ['introspectionAuthentication', introspection()],
  ['pairAuthentication', pairAuthentication({ pairs })],
]

const on: Settings = { PROTECTED_RESOURCE: '/', BASE_URL: 'https://api.example.com' }
const metadata = 'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"'
const algs = 'algs="ES256 ES384 Ed25519 EdDSA PS256 RS256"'

function serve(scheme: Scheme, settings: Settings = on) {
  const api = createApi(settings)
  const views = {
    '/': api.view({
      authentication: [scheme],
      permissions: [isAuthenticated, requireScope('notes:read')],
      get: () => new ApiResponse(null),
    }),
  }
  const more = settings.PROTECTED_RESOURCE ? protectedResourceViews(api, views) : {}
  return testClient(routes(api, { ...views, ...more }))
}

async function challenge(scheme: Scheme, settings?: Settings, authorization?: string) {
  const headers: Record<string, string> =
    authorization === undefined ? {} : { Authorization: authorization }
  const response = await serve(scheme, settings).get('/', { headers })
  return `${response.status} ${response.headers.get('WWW-Authenticate')}`
}

describe('the challenge of a bearer scheme for a protected resource', () => {
  it.each(schemes)('%s names the scope and the metadata', async (_, scheme) => {
    expect(await challenge(scheme)).toBe(`401 Bearer realm="api", scope="notes:read", ${metadata}`)
    expect(await challenge(scheme, on, 'Bearer')).toBe(
      '401 Bearer realm="api", error="invalid_request", ' +
        'error_description="The Authorization header has no token.", ' +
        `scope="notes:read", ${metadata}`,
    )
  })

  it.each(schemes)('%s has neither without PROTECTED_RESOURCE', async (_, scheme) => {
    expect(await challenge(scheme, {})).toBe('401 Bearer realm="api"')
    expect(await challenge(scheme, { CHALLENGE_PROFILE: 'oauth' })).toBe('401 Bearer realm="api"')
  })

  it('the challenge of DPoP has them, too', async () => {
    const further = `scope="notes:read", ${metadata}`
    for (const scheme of [jwt, introspection]) {
      expect(await challenge(scheme('allowed'))).toBe(
        `401 Bearer realm="api", ${further}, DPoP realm="api", ${algs}, ${further}`,
      )
      expect(await challenge(scheme('required'))).toBe(`401 DPoP realm="api", ${algs}, ${further}`)
    }
  })

  it('a valid token without the scope gets a challenge with the profile oauth alone', async () => {
    const token = `Bearer ${await ec.token({ scope: 'other' })}`
    const profile: Settings = { CHALLENGE_PROFILE: 'oauth' }
    const plain = '403 Bearer realm="api", error="insufficient_scope", scope="notes:read"'
    expect(await challenge(jwt(), on, token)).toBe('403 null')
    expect(await challenge(jwt(), profile, token)).toBe(plain)
    expect(await challenge(jwt(), { ...on, ...profile }, token)).toBe(`${plain}, ${metadata}`)
    expect(await challenge(jwt('allowed'), profile, token)).toBe(plain)
  })
})

describe('the metadata of bearer schemes', () => {
  const read = async (...given: Parameters<typeof serve>) =>
    (await serve(...given).get('/.well-known/oauth-protected-resource')).json()

  it('name the issuer of JWTs and of introspection, and no issuer of token pairs', async () => {
    const common = {
      resource: 'https://api.example.com/',
      scopes_supported: ['notes:read'],
      bearer_methods_supported: ['header'],
    }
    expect(await read(jwt())).toEqual({ ...common, authorization_servers: [issuer] })
    expect(await read(introspection())).toEqual({
      ...common,
      authorization_servers: ['https://opaque.example.com'],
    })
    expect(await read(pairAuthentication({ pairs }))).toEqual(common)
  })

  it('an issuer that is not a URL is left out', async () => {
    const scheme = jwtAuthentication({ issuer: 'our own', audience, keys: ec.jwks, userOf })
    expect(await read(scheme)).not.toHaveProperty('authorization_servers')
  })

  it('say whether DPoP is required, and with which signatures', async () => {
    const algorithms = ['ES256', 'PS256'] as const
    const required = await read(jwt({ required: true, algorithms }))
    expect(required.dpop_bound_access_tokens_required).toBe(true)
    expect(required.dpop_signing_alg_values_supported).toEqual(algorithms)
    expect(await read(jwt('allowed'))).not.toHaveProperty('dpop_bound_access_tokens_required')
  })
})
