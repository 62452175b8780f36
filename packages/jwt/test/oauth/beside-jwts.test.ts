import { dpopClient } from '@turnpike/test-support/dpop.ts'
import {
  api,
  type Issuer,
  opaqueApi,
  startIssuer,
  tokenUrl,
} from '@turnpike/test-support/issuer.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, isAuthenticated, requireScope, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { jwtAuthentication } from '../../src/jwt/index.ts'
import { introspectionAuthentication } from '../../src/oauth/index.ts'
import { apiClient, bearer, robotOf } from './one-introspected-view.ts'

/** A view for JWTs, which are verified here, and opaque tokens, which are introspected. */
function oneViewForBoth(issuer: Issuer) {
  const jwts = jwtAuthentication({
    issuer: issuer.url,
    audience: api,
    userOf: ({ sub = '' }) => ({ name: sub, isAuthenticated: true as const }),
    otherTokens: 'pass',
    dpop: 'allowed',
  })
  const opaque = introspectionAuthentication({
    issuer: issuer.url,
    client: apiClient,
    audience: opaqueApi,
    userOf: robotOf,
    dpop: 'allowed',
  })
  const asApi = createApi({ LOGGER: silentLogger })
  const view = asApi.view({
    authentication: [jwts, opaque],
    permissions: [isAuthenticated],
    get: ({ auth }) => new ApiResponse(auth && 'clientId' in auth ? 'introspected' : 'verified'),
  })
  const scoped = asApi.view({
    authentication: [jwts, opaque],
    permissions: [requireScope('notes:write')],
    get: ({ auth }) => new ApiResponse(auth.scopes),
  })
  return testClient(routes(asApi, { '/': view, '/scoped/': scoped }))
}

describe('JWTs and opaque tokens at one view', () => {
  it('a JWT is verified and an opaque token is introspected at one view', async () => {
    await using issuer = await startIssuer()
    const client = oneViewForBoth(issuer)
    const jwt = await issuer.token()
    const opaque = await issuer.token({ resource: opaqueApi })
    issuer.requests.length = 0

    expect(await (await client.get('/', bearer(jwt))).json()).toBe('verified')
    expect(issuer.requests).not.toContain('/token/introspection')
    expect(await (await client.get('/', bearer(opaque))).json()).toBe('introspected')
    expect(issuer.requests).toContain('/token/introspection')
  })

  it('a wrong token at a view for JWTs and opaque tokens gets the error of the one that refused it', async () => {
    await using issuer = await startIssuer()
    const client = oneViewForBoth(issuer)
    const forged = `${(await issuer.token()).slice(0, -8)}AAAAAAAA`
    for (const token of ['made-up', forged]) {
      const response = await client.get('/', bearer(token))
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toMatch(
        /^Bearer realm="api", error="invalid_token", .*, DPoP realm="api", algs="ES256/,
      )
    }
  })

  it('requireScope works with JWTs and with introspected tokens', async () => {
    await using issuer = await startIssuer()
    const client = oneViewForBoth(issuer)
    for (const resource of [api, opaqueApi]) {
      const writing = await issuer.token({ resource, scope: 'notes:read notes:write' })
      const reading = await issuer.token({ resource, scope: 'notes:read' })
      expect((await client.get('/scoped/', bearer(writing))).status).toBe(200)
      expect((await client.get('/scoped/', bearer(reading))).status).toBe(403)
    }
  })

  it('bound tokens of both kinds are accepted from their holder alone', async () => {
    await using issuer = await startIssuer()
    const client = oneViewForBoth(issuer)
    const holder = await dpopClient()
    const thief = await dpopClient()
    const url = 'http://testserver/'
    for (const resource of [api, opaqueApi]) {
      const dpop = await holder.proof({ url: tokenUrl(issuer.url), method: 'POST' })
      const token = await issuer.token({ resource, dpop })
      const statusWith = async (proof: string) =>
        (await client.get('/', { headers: { Authorization: `DPoP ${token}`, DPoP: proof } })).status

      const proof = await holder.proof({ url, token })
      expect(await statusWith(proof)).toBe(200)
      expect(await statusWith(proof)).toBe(401)
      expect(await statusWith(await thief.proof({ url, token }))).toBe(401)
      expect((await client.get('/', bearer(token))).status).toBe(401)
      // Verified tokens are remembered, their proofs are not.
      expect(await statusWith(await holder.proof({ url, token }))).toBe(200)
    }
  })
})
