import { audience, issuer, signer } from '@turnpike/test-support/signed-tokens.ts'
import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, isAuthenticated, requireAuthentication, routes } from 'turnpike'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { type Actor, jwtAuthentication } from '../../src/jwt/index.ts'
import { accessTokenOf } from '../../src/jwt/pairs/access-token.ts'
import { introspectedToken, requireAccessToken } from '../../src/oauth/introspected-token.ts'

const ec = await signer()
const scheme = jwtAuthentication({
  issuer,
  audience,
  keys: ec.jwks,
  // A schema that knows neither `act` nor `acr`.
  claims: z.object({ sub: z.string() }),
  userOf: ({ sub }) => ({ name: sub, isAuthenticated: true as const }),
})
const api = createApi()
const view = api.view({
  authentication: [scheme],
  permissions: [isAuthenticated],
  get: ({ auth }) => new ApiResponse({ actor: auth.actor, acr: auth.acr, time: auth.authTime }),
})
const client = testClient(routes(api, { '/': view }))

async function read(claims: object) {
  const token = await ec.token({ ...claims })
  const response = await client.get('/', { headers: { Authorization: `Bearer ${token}` } })
  return [response.status, await response.json()] as const
}

/** A chain of this many actors. */
const chain = (length: number): object =>
  length === 1 ? { sub: 'last' } : { sub: `${length}`, act: chain(length - 1) }

const wrong: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a text', 'agent'],
  ['a list', [{ sub: 'agent' }]],
  ['an empty object', {}],
  ['an issuer alone', { iss: 'https://a.example' }],
  ['a number as subject', { sub: 7 }],
  ['an empty subject', { sub: '' }],
  ['an object as client', { sub: 'agent', client_id: {} }],
  ['a wrong actor before', { sub: 'agent', act: 'before' }],
  ['a nameless actor before', { sub: 'agent', act: {} }],
  ['eleven actors', chain(11)],
]

describe('the actor of a delegated token', () => {
  it('auth.actor says who acts for the user, and who acted before', async () => {
    const before = { sub: 'planner', iss: 'https://a.example' }
    const act = { sub: 'agent', client_id: 'app', tool: 'search', act: before }
    expect(await read({ act })).toMatchObject([
      200,
      {
        actor: {
          subject: 'agent',
          issuer: null,
          clientId: 'app',
          claims: act,
          actor: { subject: 'planner', issuer: 'https://a.example', clientId: null, actor: null },
        },
      },
    ])
  })

  it('a token that was not delegated has none', async () => {
    expect(await read({})).toMatchObject([200, { actor: null, acr: null, time: null }])
  })

  it('ten actors are read', async () => {
    expect((await read({ act: chain(10) }))[0]).toBe(200)
  })

  it.each(wrong)('a token whose act is %s is refused', async (_, act) => {
    const detail = 'The token has a missing or invalid claim.'
    expect(await read({ act })).toEqual([401, { detail }])
  })

  it.each(wrong)('an introspected token whose act is %s is refused', (_, act) => {
    const claims = { active: true, token_type: 'Bearer', act }
    const rules = { issuer: undefined, audience: null, clockTolerance: 5 }
    expect(introspectedToken(claims).actor).toBeNull()
    expect(() => requireAccessToken(claims, rules, 0)).toThrow('missing or invalid claim')
  })

  it.each(wrong)('an access token of a pair whose act is %s is refused', (_, act) => {
    const claims = { jti: 'a', sub: '1', client_id: 'app', sid: 's', iat: 1, exp: 2 }
    expect(accessTokenOf({ ...claims, act: { sub: 'agent' } })?.actor?.subject).toBe('agent')
    expect(accessTokenOf({ ...claims, act })).toBeNull()
  })

  it('auth.actor is typed, and frozen', () => {
    const { actor } = introspectedToken({ active: true, act: { sub: 'agent' } })
    expectTypeOf(actor).toEqualTypeOf<Actor | null>()
    expect(Object.isFrozen(actor)).toBe(true)
  })
})

describe('how and when the user of a token has signed in', () => {
  it('auth has acr and auth_time, whatever the schema of claims knows', async () => {
    expect(await read({ acr: 'urn:mfa', auth_time: 1_700_000_000 })).toMatchObject([
      200,
      { acr: 'urn:mfa', time: '2023-11-14T22:13:20.000Z' },
    ])
  })

  it.each([
    { acr: 7, auth_time: '1700000000' },
    { acr: null, auth_time: 1e300 },
    { acr: ['urn:mfa'], auth_time: null },
  ])('what cannot be read is unknown: %j', async (claims) => {
    expect(await read(claims)).toMatchObject([200, { acr: null, time: null }])
  })

  it('requireAuthentication lets a handler know them', () => {
    api.view({
      authentication: [scheme],
      permissions: [requireAuthentication({ maxAgeSeconds: 300 })],
      get: ({ auth }) => {
        expectTypeOf(auth.acr).toEqualTypeOf<string | null>()
        expectTypeOf(auth.authTime).toEqualTypeOf<Date | null>()
        return new ApiResponse(null)
      },
    })
  })
})
