import { opaqueApi } from '@turnpike/test-support/issuer.ts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { bearer, oneIntrospectedView } from './one-introspected-view.ts'

const issuer = 'https://issuer.example.com'
const pair = await generateKeyPair('ES256', { extractable: true })
const other = await generateKeyPair('ES256', { extractable: true })

interface SaidOptions {
  type?: string
  typ?: string
  aud?: string
  iss?: string
  key?: CryptoKey
  claims?: object
}

/** The answer of a view while the issuer signs what it says of a token. */
async function answerTo({
  type = 'application/token-introspection+jwt',
  typ = 'token-introspection+jwt',
  aud = 'api',
  iss = issuer,
  key = pair.privateKey,
  claims = { active: true, aud: opaqueApi, client_id: 'robot', token_type: 'Bearer' },
}: SaidOptions = {}) {
  const jwt = await new SignJWT({ token_introspection: claims })
    .setProtectedHeader({ alg: 'ES256', typ, kid: '1' })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt()
    .sign(key)
  const accepted: (string | null)[] = []
  const client = oneIntrospectedView({
    issuer,
    signedAnswers: 'ES256',
    fetch: async (url, init) => {
      const { pathname } = new URL(String(url))
      if (pathname === '/jwks') {
        const jwk = { ...(await exportJWK(pair.publicKey)), kid: '1', alg: 'ES256', use: 'sig' }
        return Response.json({ keys: [jwk] })
      }
      if (pathname.startsWith('/.well-known/')) {
        return Response.json({
          issuer,
          jwks_uri: `${issuer}/jwks`,
          introspection_endpoint: `${issuer}/introspect`,
        })
      }
      accepted.push(new Headers(init?.headers).get('Accept'))
      const body = type === 'application/json' ? JSON.stringify(claims) : jwt
      return new Response(body, { headers: { 'Content-Type': type } })
    },
  })
  return { status: (await client.get('/', bearer('a'))).status, accepted }
}

describe('signed answers of the authorization server', () => {
  it('a signed answer is asked for, and accepted when the issuer has signed it', async () => {
    expect(await answerTo()).toEqual({
      status: 200,
      accepted: ['application/token-introspection+jwt'],
    })
    expect((await answerTo({ claims: { active: false } })).status).toBe(401)
  })

  it.each<[string, SaidOptions]>([
    ['is signed by somebody else', { key: other.privateKey }],
    ['is not signed', { type: 'application/json' }],
    ['is a JWT of another kind', { typ: 'at+jwt' }],
    ['was made for another client', { aud: 'another' }],
    ['was made by another issuer', { iss: 'https://evil.example' }],
  ])('where answers must be signed, one that %s is 503', async (_what, said) => {
    expect((await answerTo(said)).status).toBe(503)
  })
})
