import { opaqueApi } from '@turnpike/test-support/issuer.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bearer, type OpenOptions, oneIntrospectedView } from './one-introspected-view.ts'

const issuer = 'https://issuer.example.com'
const endpoint = `${issuer}/introspect`
const now = () => Math.floor(Date.now() / 1000)

/** What a good answer says. */
const good = () => ({
  active: true,
  client_id: 'robot',
  aud: opaqueApi,
  iss: issuer,
  exp: now() + 300,
  token_type: 'Bearer',
  scope: 'notes:read notes:write',
})

/** The answer of a view while the authorization server says something about any token. */
async function answerTo(said: unknown, options: OpenOptions = {}, headers: object = {}) {
  const body = typeof said === 'string' ? said : JSON.stringify(said)
  const client = oneIntrospectedView({
    issuer,
    endpoint,
    fetch: async () =>
      new Response(body, { headers: { 'Content-Type': 'application/json', ...headers } }),
    ...options,
  })
  const response = await client.get('/', bearer('mF_9.B5f-4.1JqM'))
  return { status: response.status, data: await response.json() }
}

describe('what the authorization server says of a token', () => {
  it.each([
    ['has expired', { exp: now() - 10 }],
    ['is not valid yet', { nbf: now() + 60 }],
    ['has no valid lifetime', { exp: 'soon' }],
    ['has no valid lifetime', { nbf: [] }],
    ['is from another issuer', { iss: 'https://evil.example' }],
    ['is from another issuer', { iss: `${issuer}/` }],
    ['is for another audience', { aud: 'https://other.example.com' }],
    ['is for another audience', { aud: ['https://other.example.com'] }],
    ['is for another audience', { aud: undefined }],
    ['is for another audience', { aud: { [opaqueApi]: true } }],
    ['is not known to be an access token', { token_type: 'mac' }],
    ['is not known to be an access token', { token_type: 'refresh_token' }],
    ['is not known to be an access token', { token_type: 7 }],
    ['is not an access token', { token_use: 'refresh_token' }],
    ['is not an access token', { typ: 'Refresh' }],
    ['is not an access token', { typ: 'Offline' }],
    ['is not an access token', { typ: 'ID' }],
    ['is bound to a key that the issuer does not name', { token_type: 'DPoP' }],
  ])('an active token is refused if it %s: %j', async (fault, claims) => {
    expect(await answerTo({ ...good(), ...claims })).toEqual({
      status: 401,
      data: { detail: `The token ${fault}.` },
    })
  })

  it.each([
    { exp: now() - 3 },
    { nbf: now() + 3 },
    { exp: undefined },
    { iss: undefined },
    { aud: ['https://other.example.com', opaqueApi] },
    { token_type: undefined },
    { token_type: 'bearer' },
    { token_use: 'access_token', typ: 'Bearer' },
  ])('an active token is accepted with %j', async (claims) => {
    expect((await answerTo({ ...good(), ...claims })).status).toBe(200)
  })

  it('a token for any audience must have a type, because a refresh token is active, too', async () => {
    const untyped = { ...good(), aud: undefined, token_type: undefined }
    expect((await answerTo(untyped, { audience: null })).status).toBe(401)
    expect((await answerTo({ ...untyped, token_type: 'Bearer' }, { audience: null })).status).toBe(
      200,
    )
  })

  it('the scopes of a token are those that can be scopes', async () => {
    const scopesOf = async (scope: unknown) =>
      (await answerTo({ ...good(), scope })).data.auth.scopes
    expect(await scopesOf('a  b ')).toEqual(['a', 'b'])
    expect(await scopesOf(undefined)).toEqual([])
    expect(await scopesOf(['a'])).toEqual([])
    expect(await scopesOf('a "b"')).toEqual(['a'])
  })

  it('only active true is active', async () => {
    for (const active of [false, null, 'true', 1, undefined]) {
      const { status } = await answerTo({ ...good(), active })
      expect(status).toBe(active === false ? 401 : 503)
    }
  })

  it('a token without a user is refused unless userOf knows its client', async () => {
    expect(await answerTo(good(), { userOf: () => null })).toEqual({
      status: 401,
      data: { detail: "The token's user does not exist." },
    })
    // @ts-expect-error JavaScript says undefined for null
    expect((await answerTo(good(), { userOf: () => undefined })).status).toBe(401)
    const inactive = { name: 'x', isAuthenticated: true, isActive: false } as const
    expect(await answerTo(good(), { userOf: async () => inactive })).toEqual({
      status: 401,
      data: { detail: "The token's user is inactive." },
    })
  })

  it('an error in userOf is a 500, and never an anonymous user', async () => {
    const userOf = () => {
      throw new TypeError('a defect')
    }
    expect((await answerTo(good(), { userOf })).status).toBe(500)
  })

  it('no answer of an authorization server is a 500, or accepted without saying active', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (value, isClaims) => {
        const said = isClaims && typeof value === 'object' ? { ...value } : value
        const { status } = await answerTo(said)
        expect([401, 503]).toContain(status)
      }),
      { numRuns: 200 },
    )
    const names = ['exp', 'nbf', 'iss', 'aud', 'token_type', 'cnf', 'typ', 'token_use', 'scope']
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (name, value) => {
        const { status } = await answerTo({ ...good(), [name]: value })
        expect([200, 401]).toContain(status)
        if (['exp', 'nbf', 'aud', 'iss', 'cnf'].includes(name) && typeof value !== 'number') {
          expect(status).toBe(401)
        }
      }),
      { numRuns: 300 },
    )
  })
})
