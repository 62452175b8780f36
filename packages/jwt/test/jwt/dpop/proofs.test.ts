import { dpopClient, type ProofRequest } from '@turnpike/test-support/dpop.ts'
import { base64url } from 'jose'
import { describe, expect, it } from 'vitest'
import type { DpopUse } from '../../../src/jwt/index.ts'
import { oneBoundView } from './one-bound-view.ts'

const url = 'http://testserver/'
const token = 'mF_9.B5f-4.1JqM'
const ann = await dpopClient()
const eve = await dpopClient()

const tokens = {
  [token]: { jkt: ann.thumbprint },
  another: { jkt: ann.thumbprint },
  unbound: undefined,
  certificate: { 'x5t#S256': 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2' },
  both: { jkt: ann.thumbprint, 'x5t#S256': 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2' },
  strange: { jkt: 7 },
  empty: {},
  text: 'jkt',
}

const open = (dpop: DpopUse = 'allowed') => oneBoundView({ dpop, tokens })
const asDpop = (proof: string, sent = token) => ({ Authorization: `DPoP ${sent}`, DPoP: proof })

/** What a view answers to a proof: the status, and what the challenge and the body say. */
async function answerTo(proof: string, sent = token, client = open()) {
  const response = await client.get('/', { headers: asDpop(proof, sent) })
  const { detail } = response.status === 200 ? { detail: null } : await response.json()
  return { status: response.status, detail, challenge: response.headers.get('WWW-Authenticate') }
}

const refusal = (detail: string) => ({
  status: 401,
  detail,
  challenge: expect.stringContaining('DPoP realm="api", error="invalid_dpop_proof"'),
})

describe('a proof of DPoP', () => {
  it.each(['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'])(
    'a token with a proof signed with %s is accepted',
    async (alg) => {
      const client = await dpopClient(alg)
      const view = oneBoundView({ dpop: 'allowed', tokens: { t: { jkt: client.thumbprint } } })
      const proof = await client.proof({ url, token: 't' })
      expect((await view.get('/', { headers: asDpop(proof, 't') })).status).toBe(200)
    },
  )

  const wrong: [string, Partial<ProofRequest>, string][] = [
    ['for another method', { method: 'POST' }, 'is for another method.'],
    ['for a method in other letters', { method: 'get' }, 'is for another method.'],
    ['for another path', { url: 'http://testserver/other' }, 'is for another URL.'],
    ['for another host', { url: 'http://evil.example/' }, 'is for another URL.'],
    ['for another port', { url: 'http://testserver:8080/' }, 'is for another URL.'],
    ['for another scheme', { url: 'https://testserver/' }, 'is for another URL.'],
    ['for a URL with a user', { url: 'http://ann@testserver/' }, 'is for another URL.'],
    ['without a URL', { claims: { htu: undefined } }, 'is for another URL.'],
    ['with a list of URLs', { claims: { htu: [url] } }, 'is for another URL.'],
    ['for another token', { token: 'another' }, 'is for another token.'],
    ['for no token', { claims: { ath: undefined } }, 'is for another token.'],
    ['without an id', { claims: { jti: undefined } }, 'has no jti.'],
    ['with an empty id', { claims: { jti: '' } }, 'has no jti.'],
    ['with a number as id', { claims: { jti: 7 } }, 'has no jti.'],
    ['without a time', { claims: { iat: undefined } }, 'has no iat.'],
    ['with a text as time', { claims: { iat: '2026' } }, 'has a wrong iat.'],
    ['that is too old', { claims: { iat: Date.now() / 1000 - 75 } }, 'is too old.'],
    ['from the future', { claims: { iat: Date.now() / 1000 + 20 } }, 'is from the future.'],
    ['that has expired', { claims: { exp: 1 } }, 'has expired.'],
    ['that is not valid yet', { claims: { nbf: 9e9 } }, 'has a wrong nbf.'],
    ['of another type', { header: { typ: 'JWT' } }, 'is not of the type dpop+jwt.'],
    ['with a number as type', { header: { typ: 7 } }, 'is not of the type dpop+jwt.'],
    ['without a type', { header: { typ: undefined } }, 'is not of the type dpop+jwt.'],
    ['without a key', { header: { jwk: undefined } }, 'has no public key.'],
    ['with a private key', { header: { jwk: ann.privateJwk } }, 'has a key that is not public.'],
    [
      'with a shared secret as key',
      { header: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } },
      'has a key that is not public.',
    ],
    ['with a key of no kind', { header: { jwk: {} } }, 'has a key of an unknown kind.'],
    [
      'with half a key',
      { header: { jwk: { ...ann.publicJwk, y: undefined } } },
      'has an incomplete key.',
    ],
    [
      'with the key of another client',
      { header: { jwk: eve.publicJwk } },
      'was made with a key other than that of the token.',
    ],
  ]

  it.each(wrong)('a proof of DPoP %s is refused', async (_what, request, fault) => {
    const proof = await ann.proof({ url, token, ...request })
    expect(await answerTo(proof)).toEqual(refusal(`The DPoP proof ${fault}`))
  })

  it('a proof of DPoP with an extension that must be understood is refused', async () => {
    const [header = '', ...rest] = (await ann.proof({ url, token })).split('.')
    const critical = { ...decoded(header), crit: ['x'], x: 1 }
    const proof = [encoded(critical), ...rest].join('.')
    expect((await answerTo(proof)).status).toBe(401)
  })

  it('a stolen token is useless with a proof of the thief', async () => {
    const proof = await eve.proof({ url, token })
    expect(await answerTo(proof)).toEqual(
      refusal('The DPoP proof was made with a key other than that of the token.'),
    )
  })

  it('a proof of DPoP whose signature is by another key is refused', async () => {
    const proof = await eve.proof({ url, token, header: { jwk: ann.publicJwk } })
    expect(await answerTo(proof)).toEqual(refusal('The DPoP proof has a wrong signature.'))
  })

  it('a proof of DPoP with the algorithm none or a shared secret is refused', async () => {
    const [, payload = '', signature = ''] = (await ann.proof({ url, token })).split('.')
    for (const alg of ['none', 'HS256', 'ES512']) {
      const header = encoded({ typ: 'dpop+jwt', alg, jwk: ann.publicJwk })
      for (const text of [`${header}.${payload}.`, `${header}.${payload}.${signature}`]) {
        expect(await answerTo(text)).toEqual(
          refusal(
            'The DPoP proof must be signed with one of ES256, ES384, Ed25519, EdDSA, PS256, RS256.',
          ),
        )
      }
    }
  })

  it('a proof of DPoP is refused if its algorithm is not among the options', async () => {
    const client = open({ algorithms: ['PS256'] })
    const answer = await answerTo(await ann.proof({ url, token }), token, client)
    expect(answer.status).toBe(401)
    expect(answer.challenge).toContain('algs="PS256"')
  })

  it('a request with two proofs of DPoP is refused, even if both are good', async () => {
    const proofs = [await ann.proof({ url, token }), await ann.proof({ url, token })]
    expect(await answerTo(proofs.join(', '))).toEqual(refusal('Send exactly one DPoP header.'))
  })

  it('a bound token without a proof is refused', async () => {
    const response = await open().get('/', { headers: { Authorization: `DPoP ${token}` } })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ detail: 'There is no DPoP proof.' })
  })

  it.each(['', 'x', 'a.b.c', '..', '😀', 'null', '{}', 'e30.e30.e30', 'eyJ4Ijox.e30.'])(
    'a proof of DPoP that is no JWT is refused: %j',
    async (text) => {
      const response = await open().get('/', {
        headers: asDpop(encodeURI(text)),
      })
      expect(response.status).toBe(401)
    },
  )

  it('the URL of a proof is compared without query and fragment, and normalised', async () => {
    const view = oneBoundView({
      dpop: 'allowed',
      tokens,
      path: '/~ann/a%2Fb/',
      client: { baseUrl: 'https://api.example.com' },
    })
    const same = [
      'https://api.example.com/~ann/a%2Fb/',
      'HTTPS://API.Example.com:443/%7Eann/a%2fb/?page=2#top',
      'https://api.example.com/x/../~ann/a%2Fb/',
    ]
    for (const url of same) {
      const proof = await ann.proof({ url, token })
      const response = await view.get('/~ann/a%2Fb/?page=3', { headers: asDpop(proof) })
      expect(response.status, url).not.toBe(401)
    }
    for (const url of ['https://api.example.com/~ann/a/b/', 'https://api.example.com/~ann/a%2Fb']) {
      const proof = await ann.proof({ url, token })
      const response = await view.get('/~ann/a%2Fb/', { headers: asDpop(proof) })
      expect(response.status, url).toBe(401)
    }
  })

  it('the URL of a proof is that under which the client reached the service', async () => {
    const proxied = oneBoundView({
      dpop: 'allowed',
      tokens,
      settings: { TRUSTED_PROXIES: ['127.0.0.1'] },
    })
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'api.example.com' }
    const outside = 'https://api.example.com/'
    const headers = async (url: string) => ({
      ...asDpop(await ann.proof({ url, token })),
      ...forwarded,
    })
    expect((await proxied.get('/', { headers: await headers(outside) })).status).toBe(200)
    expect((await proxied.get('/', { headers: await headers(url) })).status).toBe(401)
    // Not behind a trusted proxy: anyone can write these fields.
    expect((await open().get('/', { headers: await headers(outside) })).status).toBe(401)

    const based = oneBoundView({
      dpop: 'allowed',
      tokens,
      settings: { BASE_URL: 'https://b.example' },
    })
    const proof = await ann.proof({ url: 'https://b.example/', token })
    expect((await based.get('/', { headers: asDpop(proof) })).status).toBe(200)
  })

  it('a proof of DPoP for HEAD or POST is for that method', async () => {
    for (const method of ['HEAD', 'POST']) {
      const right = asDpop(await ann.proof({ url, token, method }))
      const wrong = asDpop(await ann.proof({ url, token }))
      expect((await open().request(method, '/', { headers: right })).status).toBe(200)
      expect((await open().request(method, '/', { headers: wrong })).status).toBe(401)
    }
  })
})

describe('tokens that are bound to a key', () => {
  it('a token that is bound to a key is refused as a plain Bearer token', async () => {
    for (const dpop of ['allowed', undefined] as const) {
      const client = oneBoundView({ tokens, ...(dpop && { dpop }) })
      const response = await client.get('/', { headers: { Authorization: `Bearer ${token}` } })
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
    }
  })

  it('a proof beside a plain Bearer token does not help', async () => {
    const proof = await ann.proof({ url, token })
    const headers = { Authorization: `Bearer ${token}`, DPoP: proof }
    expect((await open().get('/', { headers })).status).toBe(401)
  })

  it('a token that is bound to no key is refused as DPoP, and accepted as Bearer', async () => {
    const proof = await ann.proof({ url, token: 'unbound' })
    expect(await answerTo(proof, 'unbound')).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('DPoP realm="api", error="invalid_token"'),
    })
    const plain = await open().get('/', { headers: { Authorization: 'Bearer unbound' } })
    expect(plain.status).toBe(200)
  })

  it.each(['certificate', 'both', 'strange', 'empty', 'text'])(
    'a token that is bound to something else is refused: %s',
    async (sent) => {
      const proof = await ann.proof({ url, token: sent })
      expect((await answerTo(proof, sent)).status).toBe(401)
      for (const client of [open(), oneBoundView({ tokens })]) {
        const plain = await client.get('/', { headers: { Authorization: `Bearer ${sent}` } })
        expect(plain.status).toBe(401)
      }
    },
  )

  it('a token that is bound to a certificate is refused with the reason', async () => {
    const response = await open().get('/', { headers: { Authorization: 'Bearer certificate' } })
    expect(await response.json()).toEqual({
      detail: 'The token is bound by x5t#S256, which this service does not check.',
    })
  })

  it('where DPoP is required every Bearer token is refused', async () => {
    const client = open('required')
    const response = await client.get('/', { headers: { Authorization: 'Bearer unbound' } })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'DPoP realm="api", error="invalid_token", error_description="Send the token as DPoP, with a proof.", algs="ES256 ES384 Ed25519 EdDSA PS256 RS256"',
    )
    expect((await answerTo(await ann.proof({ url, token }), token, client)).status).toBe(200)
  })

  it('the challenge without a token offers Bearer and DPoP', async () => {
    const response = await open({ algorithms: ['ES256'] }).get('/')
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="api", DPoP realm="api", algs="ES256"',
    )
    expect(response.headers.get('Vary')).toContain('DPoP')
  })

  it('the options of DPoP are checked when the scheme is made', () => {
    // @ts-expect-error no such word
    expect(() => open('always')).toThrow("dpop must be 'allowed', 'required' or an object")
    // @ts-expect-error not asymmetric
    expect(() => open({ algorithms: ['HS256'] })).toThrow('algorithms of dpop')
    expect(() => open({ algorithms: [] })).toThrow('algorithms of dpop')
    // @ts-expect-error misspelt
    expect(() => open({ maxAge: 5 })).toThrow('Did you mean maxAgeSeconds?')
    // @ts-expect-error a throttle store
    expect(() => open({ replays: { take() {} } })).toThrow('a replay store')
    expect(() => open({ nonceSeconds: -1 })).toThrow('nonceSeconds of dpop')
  })
})

const encoded = (value: object) => base64url.encode(JSON.stringify(value))
const decoded = (text: string) => JSON.parse(new TextDecoder().decode(base64url.decode(text)))
