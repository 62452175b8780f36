import { secrets } from '@turnpike/test-support/secrets.ts'
import { testClient } from '@turnpike/testing'
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  SignJWT,
} from 'jose'
import * as oauth from 'oauth4webapi'
import { ApiResponse, createApi, isUnscoped, requireScope, routes } from 'turnpike'
import { openApiView } from 'turnpike/openapi'
import { describe, expect, it } from 'vitest'
import { memorySigningKeys, pairAuthentication, tokenPairs } from '../../../src/jwt/index.ts'
import { issuer, memoryStores, openPairSite, pairIn, start } from './pair-site.ts'

const error = async (response: Response) => [
  response.status,
  response.headers.get('WWW-Authenticate'),
  (await response.json()).detail,
]
const invalid = [
  401,
  'Bearer realm="api", error="invalid_token", error_description="The token is invalid."',
  'The token is invalid.',
]

describe('an access token of a pair', () => {
  it('an access token has the header and the claims of RFC 9068', async () => {
    const { signIn } = openPairSite()
    const { access } = await pairIn(await signIn())

    expect(decodeProtectedHeader(access)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(decodeJwt(access)).toEqual({
      iss: issuer,
      aud: issuer,
      sub: '1',
      client_id: 'first-party',
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
      sid: expect.stringMatching(/^[\w-]{22}$/),
      iat: start / 1000,
      exp: start / 1000 + 300,
    })
  })

  it('an access token expires to the second, after the tolerance for clocks', async () => {
    const { signIn, me, at } = openPairSite({ pairs: { clockTolerance: 2 } })
    const { access } = await pairIn(await signIn())

    at(301)
    expect((await me(access)).status).toBe(200)
    at(302)
    expect(await error(await me(access))).toEqual([
      401,
      'Bearer realm="api", error="invalid_token", error_description="The token has expired."',
      'The token has expired.',
    ])
  })

  it('an access token of a removed user is refused at once', async () => {
    const stores = memoryStores()
    const { signIn, me } = openPairSite({
      stores: { ...stores, users: { ...stores.users, findByPk: async () => null } },
    })
    const { access } = await pairIn(await signIn())

    expect((await error(await me(access)))[2]).toBe('User inactive or deleted.')
  })

  it('a handler cannot change the claims of an access token for the next request', async () => {
    const { pairs, signIn } = openPairSite({ pairs: { claims: () => ({ groups: ['readers'] }) } })
    const { access } = await pairIn(await signIn())
    const groups = async () => (await pairs.verify(access)).token.claims.groups

    const first = await groups()
    expect(() => (first as string[]).push('admins')).toThrow(TypeError)
    expect(await groups()).toEqual(['readers'])
  })

  it('claims of your own can spare the look-up of the user', async () => {
    const stores = memoryStores()
    const findByPk = async () => {
      throw new Error('The user was looked up.')
    }
    const { signIn, me } = openPairSite({
      stores: { ...stores, users: { ...stores.users, findByPk } },
      pairs: {
        claims: ({ username, email }) => ({ username, email, sub: 'ignored' }),
        userOf: ({ userId, claims }) => ({
          pk: Number(userId),
          username: String(claims.username),
          email: String(claims.email),
          isActive: true,
          isStaff: false,
          isAuthenticated: true,
          created: new Date(0),
        }),
      },
    })
    const { access } = await pairIn(await signIn())

    const body = await (await me(access)).json()
    expect(body.user).toBe('ann')
    expect(body.auth.userId).toBe('1')
  })

  it('no altered, foreign or unsigned token passes for an access token', async () => {
    const site = openPairSite()
    const { access, refresh } = await pairIn(await site.signIn())
    const [header = '', payload = '', signature = ''] = access.split('.')
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(access)
    const { kid } = decodeProtectedHeader(access)
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: `${kid}` })
      .sign(privateKey)
    const [{ keys }] = [await (await site.client.get('/.well-known/jwks.json')).json()]
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: `${kid}` })
      .sign(new TextEncoder().encode(JSON.stringify(keys[0])))

    const tokens = [
      refresh,
      forged,
      confused,
      `${header}.${encoded({ ...claims, sub: '2' })}.${signature}`,
      `${encoded({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
      `${encoded({ alg: 'ES256', typ: 'at+jwt' })}.${payload}.${signature}`,
      `${header}.${payload}.${'A'.repeat(86)}`,
    ]
    for (const token of tokens) expect(await error(await site.me(token))).toEqual(invalid)
  })

  it('a JWT of the same key for something else is no access token', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256' }
    const site = openPairSite({ pairs: { keys: [jwk] } })
    const { access } = await pairIn(await site.signIn())
    const { kid, typ } = decodeProtectedHeader(access)
    const claims = decodeJwt(access)
    const signed = (header: object, changes: object) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'ES256', kid: `${kid}`, ...header })
        .sign(privateKey, { crit: { x: true } })

    expect((await site.me(await signed({ typ }, {}))).status).toBe(200)
    for (const token of [
      await signed({ typ: 'JWT' }, {}),
      await signed({}, {}),
      await signed({ typ }, { iss: 'https://other.example' }),
      await signed({ typ }, { aud: 'https://other.example' }),
      await signed({ typ }, { sid: undefined }),
      await signed({ typ }, { scope: 7 }),
      await signed({ typ, crit: ['x'], x: true }, {}),
    ]) {
      expect(await error(await site.me(token))).toEqual(invalid)
    }
  })

  it('tokens without scopes are unscoped credentials, and those with scopes have no others', async () => {
    const pairs = tokenPairs({
      ...memoryStores(),
      signingKeys: memorySigningKeys(),
      secrets,
      issuer,
      scopes: ['notes:read'],
    })
    const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [pairAuthentication({ pairs })] })
    const ok = () => new ApiResponse({})
    const client = testClient(
      routes(api, {
        '/all/': api.view({ permissions: [isUnscoped], get: ok }),
        '/read/': api.view({ permissions: [requireScope('notes:read')], get: ok }),
      }),
    )
    const user = (await pairs.users.findByPk('1')) ?? expect.fail('ann is missing')
    const whole = (await pairs.issue(user)).accessToken
    const scoped = (await pairs.issue(user, { scopes: ['notes:read'] })).accessToken
    const get = async (path: string, token: string) =>
      (await client.get(path, { headers: { Authorization: `Bearer ${token}` } })).status

    expect([await get('/all/', whole), await get('/read/', whole)]).toEqual([200, 403])
    expect([await get('/all/', scoped), await get('/read/', scoped)]).toEqual([403, 200])
  })

  it('the views work with an OAuth client library: refresh, RFC 9068 validation, revocation', async () => {
    const site = openPairSite()
    const fetching = {
      [oauth.customFetch]: (url: string, init: RequestInit) =>
        site.app.fetch(new Request(url, init)),
    }
    const server = {
      issuer,
      token_endpoint: `${issuer}/token/refresh/`,
      revocation_endpoint: `${issuer}/token/revoke/`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
    }
    const client = { client_id: 'first-party' }
    const { refresh } = await pairIn(await site.signIn())
    const options = fetching as unknown as oauth.TokenEndpointRequestOptions

    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refresh,
      options,
    )
    const result = await oauth.processRefreshTokenResponse(server, client, response)
    expect(result.expires_in).toBe(300)

    // It verifies with the clock of this machine.
    const skew = Math.round((start - Date.now()) / 1000)
    const request = new Request(issuer, {
      headers: { Authorization: `Bearer ${result.access_token}` },
    })
    const claims = await oauth.validateJwtAccessToken(server, request, issuer, {
      ...(fetching as object),
      [oauth.clockSkew]: skew,
    })
    expect(claims.sub).toBe('1')

    const token = `${result.refresh_token}`
    const revoked = await oauth.revocationRequest(server, client, oauth.None(), token, options)
    await oauth.processRevocationResponse(revoked)
    expect((await site.refresh(token)).status).toBe(400)
  })

  it('OpenAPI describes the scheme, the bodies and the errors of token pairs', async () => {
    const site = openPairSite()
    const { app } = { app: site.pairs }
    const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [pairAuthentication({ pairs: app })] })
    const { tokenPairViews, jwksView } = await import('../../../src/jwt/index.ts')
    const views = {
      ...tokenPairViews({ pairs: app }),
      '/jwks.json': jwksView({ pairs: app }),
      '/me/': api.view({ get: () => new ApiResponse({}) }),
    }
    const client = testClient(
      routes(api, { ...views, '/openapi.json': openApiView(views, { title: 'T', version: '1' }) }),
    )

    const document = await (await client.get('/openapi.json')).json()

    expect(document.components.securitySchemes).toMatchObject({
      'token-pair': { type: 'http', scheme: 'bearer' },
    })
    const { post } = document.paths['/token/']
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '400', '429']))
    expect(post.security ?? []).toEqual([])
    expect(Object.keys(document.paths)).toContain('/token/revoke/')
  })
})

describe('keys of your own for token pairs', () => {
  it('the first key signs and all of them verify, as JWK or PEM, of several algorithms', async () => {
    const keyOf = async (alg: string) =>
      (await generateKeyPair(alg, { extractable: true })).privateKey
    const old = { ...(await exportJWK(await keyOf('ES256'))), alg: 'ES256', kid: 'mine' }
    const pem = { pem: await exportPKCS8(await keyOf('Ed25519')), algorithm: 'Ed25519' }
    const stores = memoryStores()
    const before = openPairSite({ stores, pairs: { keys: [old] } })
    const after = openPairSite({ stores, pairs: { keys: [pem, old] } })

    const one = await pairIn(await before.signIn())
    const two = await pairIn(await after.signIn())

    expect(decodeProtectedHeader(two.access).alg).toBe('Ed25519')
    expect((await after.me(one.access)).status).toBe(200)
    expect((await after.me(two.access)).status).toBe(200)
    expect((await before.me(two.access)).status).toBe(401)
    const { keys } = await (await after.client.get('/.well-known/jwks.json')).json()
    expect(keys.map(({ alg }: { alg: string }) => alg)).toEqual(['Ed25519', 'ES256'])
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  it.each([
    [{ kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }, 'Its algorithm is HS256'],
    [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }, 'Its algorithm is missing'],
    [{ pem: 'nonsense', algorithm: 'ES256' }, 'cannot sign'],
  ])('a key that cannot sign is refused with what to do: %j', async (key, message) => {
    const site = openPairSite({ pairs: { keys: [key] } })

    await expect(site.pairs.keys.published()).rejects.toThrow(message)
    await expect(site.pairs.keys.published()).rejects.toThrow("{ pem, algorithm: 'ES256' }")
  })

  it('a public key in place of a private one is refused', async () => {
    const { publicKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256' }
    const site = openPairSite({ pairs: { keys: [jwk] } })

    await expect(site.pairs.keys.published()).rejects.toThrow('private')
  })

  it('token pairs need one kind of keys', () => {
    const needed = { ...memoryStores(), secrets, issuer }
    const keys = [{ kty: 'EC', alg: 'ES256' }]
    const signingKeys = memorySigningKeys()

    expect(() => tokenPairs(needed)).toThrow('one of the two')
    expect(() => tokenPairs({ ...needed, keys, signingKeys })).toThrow('one of the two')
    expect(() => tokenPairs({ ...needed, signingKeys, issuer: 'api' })).toThrow('issuer')
    expect(() => tokenPairs({ ...needed, signingKeys, secrets: ['short'] })).toThrow('secrets')
  })
})
