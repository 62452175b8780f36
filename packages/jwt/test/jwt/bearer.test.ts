import { oneView } from '@turnpike/test-support/one-view.ts'
import fc from 'fast-check'
import {
  ApiResponse,
  AuthenticationFailed,
  isAuthenticated,
  memoryAccounts,
  type Scheme,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { BearerFailure, bearerChallenge, readBearer } from '../../src/jwt/index.ts'

const read = (authorization?: string, keyword?: string) =>
  readBearer(
    new Headers(authorization === undefined ? {} : { Authorization: authorization }),
    keyword,
  )

describe('reading a bearer token', () => {
  it('takes the token after Bearer in any case', () => {
    expect(read('Bearer abc.DEF-_~+/==')).toBe('abc.DEF-_~+/==')
    expect(read('bEARER abc')).toBe('abc')
  })

  it('takes the token after another keyword', () => {
    expect(read('DPoP abc', 'DPoP')).toBe('abc')
    expect(read('Bearer abc', 'DPoP')).toBeNull()
  })

  it.each([undefined, '', 'Basic abc', 'Bearerabc', 'Bearer:abc'])(
    'finds no bearer token in %j',
    (header) => expect(read(header)).toBeNull(),
  )

  it.each([
    'Bearer',
    'Bearer a b',
    'Bearer  a',
    'Bearer a,b',
    'Bearer =',
    'Bearer a=b',
    'Bearer \xff',
  ])('the bearer header %j is an invalid request', (header) => {
    expect(() => read(header)).toThrow(expect.objectContaining({ error: 'invalid_request' }))
  })
})

describe('the challenge of a bearer scheme', () => {
  it('names the realm alone when no token was sent (RFC 6750 §3.1)', () => {
    expect(bearerChallenge()()).toBe('Bearer realm="api"')
    expect(bearerChallenge({ realm: 'the "notes"' })()).toBe('Bearer realm="the \\"notes\\""')
  })

  it('names the error and its description for a bearer failure', () => {
    const failure = new BearerFailure('invalid_token', 'The token has expired.')
    expect(bearerChallenge()(failure)).toBe(
      'Bearer realm="api", error="invalid_token", error_description="The token has expired."',
    )
  })

  it('says nothing of a failure of other credentials', () => {
    expect(bearerChallenge()(new AuthenticationFailed())).toBe('Bearer realm="api"')
  })

  it.each(['', 'Bearer ', 'Api Key'])('a challenge with the keyword %j is refused', (keyword) => {
    expect(() => bearerChallenge({ keyword })).toThrow('keyword')
  })

  it('takes another keyword and further parameters', () => {
    const challenge = bearerChallenge({ keyword: 'DPoP', parameters: { algs: 'ES256 EdDSA' } })
    expect(challenge()).toBe('DPoP realm="api", algs="ES256 EdDSA"')
    expect(challenge(new BearerFailure('invalid_dpop_proof', 'No.'))).toBe(
      'DPoP realm="api", error="invalid_dpop_proof", error_description="No.", algs="ES256 EdDSA"',
    )
  })

  it('a description has only the characters of RFC 6750, so it cannot end its quotes', () => {
    const allowed =
      /^Bearer realm="api", error="invalid_token", error_description="[\x20-\x21\x23-\x5b\x5d-\x7e]*"$/
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bearerChallenge()(new BearerFailure('invalid_token', text))).toMatch(allowed)
      }),
    )
  })

  it('a realm that no header can carry is a configuration error', () => {
    expect(() => bearerChallenge({ realm: 'a\nb' })).toThrow('cannot be sent in a header')
  })
})

describe('a view with a bearer scheme', () => {
  const challenge = bearerChallenge()
  const bearer: Scheme<{ isAuthenticated: true }, null> = {
    authenticate({ headers }) {
      const token = readBearer(headers)
      if (token === null) return null
      if (token === 'good') return { user: { isAuthenticated: true }, auth: null }
      throw new BearerFailure('invalid_token', 'The token has expired.')
    },
    challenge: (_request, failure) => challenge(failure),
  }
  const { tokens } = memoryAccounts()
  const client = oneView({
    authentication: [bearer, tokenAuthentication({ tokens })],
    permissions: [isAuthenticated],
    get: () => new ApiResponse('in'),
  })
  const get = (Authorization?: string) =>
    client.get('/', Authorization === undefined ? {} : { headers: { Authorization } })

  it('answers a bad bearer token with its error in the challenge, and the text in the body', async () => {
    const response = await get('Bearer bad')
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="api", error="invalid_token", error_description="The token has expired."',
    )
    expect(await response.json()).toEqual({ detail: 'The token has expired.' })
  })

  it('answers a request without a bearer token with the realm alone', async () => {
    const response = await get()
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"')
  })

  it('answers wrong credentials of another scheme with the realm alone', async () => {
    const response = await get('Token wrong')
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"')
  })
})
