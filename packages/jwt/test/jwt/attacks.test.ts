import { createHmac } from 'node:crypto'
import { oneView } from '@turnpike/test-support/one-view.ts'
import {
  audience,
  encoded,
  issuer,
  signer,
  validClaims,
} from '@turnpike/test-support/signed-tokens.ts'
import fc from 'fast-check'
import { exportSPKI, generateSecret, type JWK, SignJWT } from 'jose'
import { ApiResponse, isAuthenticated, type Settings } from 'turnpike'
import { describe, expect, it, vi } from 'vitest'
import { type JwtAuthenticationOptions, jwtAuthentication } from '../../src/jwt/index.ts'

const ec = await signer('ES256')
const rsa = await signer('RS256')
const jwks = { keys: [ec.jwk, rsa.jwk] }

type Options = Partial<JwtAuthenticationOptions<unknown>>

/** Hundreds of wrong tokens are sent. */
const uncounted = { FAILED_CREDENTIALS_RATES: { address: null, username: null } }

const serve = (options: Options = {}, settings: Settings = uncounted) =>
  oneView(
    {
      authentication: [
        jwtAuthentication({
          issuer,
          audience,
          keys: jwks,
          userOf: () => ({ isAuthenticated: true }),
          ...options,
        }),
      ],
      permissions: [isAuthenticated],
      get: () => new ApiResponse('in'),
    },
    settings,
  )

const client = serve()
const get = (token: string, at = client) =>
  at.get('/', { headers: { Authorization: `Bearer ${token}` } })

/** The text of the 401, or the status of another answer. */
async function refusal(token: string, options?: Options): Promise<string | number> {
  const response = await get(token, options === undefined ? client : serve(options))
  return response.status === 401 ? (await response.json()).detail : response.status
}

const wrongSignature = 'The signature of the token is invalid.'
const malformed = 'The token is not a signed JWT.'
const wrongAlgorithm = 'The algorithm of the token is not accepted.'

const parts = (token: string) => token.split('.') as [string, string, string]
const now = () => Math.floor(Date.now() / 1000)

describe('forged JWTs', () => {
  it('the tokens that the forgeries start from are accepted', async () => {
    expect(await refusal(await ec.token())).toBe(200)
    expect(await refusal(await rsa.token())).toBe(200)
  })

  it.each(['none', 'None', 'NONE', 'nOnE', ''])(
    'a JWT with the algorithm %j and no signature is refused',
    async (alg) => {
      const token = `${encoded({ alg, typ: 'at+jwt' })}.${encoded(validClaims())}.`
      expect([wrongAlgorithm, malformed]).toContain(await refusal(token))
    },
  )

  it('a JWT without a signature is refused whatever its algorithm', async () => {
    const [header, claims] = parts(await ec.token())
    expect(await refusal(`${header}.${claims}.`)).not.toBe(200)
    expect(await refusal(`${header}.${claims}`)).toBe(malformed)
  })

  it('a public key cannot be used as the secret of HS256 (key confusion)', async () => {
    const pem = await exportSPKI((await publicKeyOf(rsa.jwk)) as never)
    for (const secret of [pem, pem.trim(), JSON.stringify(rsa.jwk), rsa.jwk.n ?? '']) {
      const token = await new SignJWT(validClaims())
        .setProtectedHeader({ alg: 'HS256', kid: rsa.kid, typ: 'at+jwt' })
        .sign(new TextEncoder().encode(secret))
      expect(await refusal(token)).toBe(wrongAlgorithm)
      expect(await refusal(token, { keys: pem })).toBe(wrongAlgorithm)
    }
  })

  it('HS256 needs a secret given as such, and then no other algorithm is accepted', async () => {
    const secret = 'a secret of thirty-two bytes or more'
    const sign = (alg: string) =>
      new SignJWT(validClaims())
        .setProtectedHeader({ alg })
        .sign(new TextEncoder().encode(secret.padEnd(64)))
    const keys = { secret: ['x'.repeat(32), secret.padEnd(64)] }
    expect(await refusal(await sign('HS256'), { keys })).toBe(200)
    expect(await refusal(await sign('HS512'), { keys })).toBe(wrongAlgorithm)
    expect(await refusal(await sign('HS512'), { keys, algorithms: ['HS512'] })).toBe(200)
    expect(await refusal(await ec.token(), { keys })).toBe(wrongAlgorithm)
    const other = await new SignJWT(validClaims())
      .setProtectedHeader({ alg: 'HS256' })
      .sign(await generateSecret('HS256'))
    expect(await refusal(other, { keys })).toBe(wrongSignature)
  })

  it('a secret shorter than the hash verifies no longer one (RFC 7518 §3.2)', async () => {
    const secret = 'a secret of thirty-two bytes or more'
    const signed = `${encoded({ alg: 'HS512' })}.${encoded(validClaims())}`
    const token = `${signed}.${createHmac('sha512', secret).update(signed).digest('base64url')}`
    const options: Options = { keys: { secret }, algorithms: ['HS256', 'HS512'] }
    expect(await refusal(token, options)).toBe(wrongSignature)
  })

  it('only the listed algorithms are accepted', async () => {
    expect(await refusal(await rsa.token(), { algorithms: ['ES256'] })).toBe(wrongAlgorithm)
    expect(await refusal(await ec.token(), { algorithms: ['ES256'] })).toBe(200)
  })

  it('the key of one algorithm verifies no other one', async () => {
    const { alg: _alg, ...anyRsa } = rsa.jwk
    const token = await rsa.token({}, { alg: 'RS256' })
    expect(await refusal(token, { keys: { keys: [{ ...anyRsa, alg: 'PS256' }] } })).toBe(
      wrongSignature,
    )
    expect(await refusal(token, { keys: { keys: [anyRsa] } })).toBe(200)
  })

  it('a key for encryption verifies nothing', async () => {
    const keys = { keys: [{ ...ec.jwk, use: 'enc' }] }
    expect(await refusal(await ec.token(), { keys })).toBe(wrongSignature)
  })

  it('a key that the token brings itself is ignored: jwk, jku, x5u and x5c', async () => {
    const attacker = await signer('ES256', ec.kid)
    const asked: string[] = []
    const options: Options = {
      fetch: async (url) => {
        asked.push(String(url))
        return Response.json(attacker.jwks)
      },
    }
    const url = 'https://attacker.example.com/keys'
    for (const header of [{ jwk: attacker.jwk }, { jku: url }, { x5u: url }, { x5c: ['MII='] }]) {
      expect(await refusal(await attacker.token({}, header), options)).toBe(wrongSignature)
    }
    expect(asked).toEqual([])
  })

  it('a token signed with a key of the set, under the kid of another, is refused', async () => {
    const other = await signer('ES256', 'other')
    const keys = { keys: [ec.jwk, other.jwk] }
    expect(await refusal(await ec.token({}, { kid: 'other' }), { keys })).toBe(wrongSignature)
    expect(await refusal(await ec.token({}, { kid: 'unknown' }), { keys })).toBe(wrongSignature)
  })

  it('a refusal costs one verification, whether the key of the token is known or not', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    const attacker = await signer('ES256')
    for (const kid of [ec.kid, 'unknown']) {
      verify.mockClear()
      expect(await refusal(await attacker.token({}, { kid }))).toBe(wrongSignature)
      expect(verify).toHaveBeenCalledTimes(1)
    }
    verify.mockRestore()
  })

  it('a token without a kid is verified with each key of its kind', async () => {
    const other = await signer('ES256', 'other')
    const attacker = await signer('ES256')
    const keys = { keys: [other.jwk, ec.jwk] }
    expect(await refusal(await ec.token({}, { kid: undefined as never }), { keys })).toBe(200)
    expect(await refusal(await attacker.token({}, { kid: undefined as never }), { keys })).toBe(
      wrongSignature,
    )
  })

  it.each([
    ['../../etc/passwd'],
    ["' or 1=1 --"],
    ['__proto__'],
    ['constructor'],
    ['x'.repeat(2000)],
  ])('the kid %j finds no key', async (kid) => {
    expect(await refusal(await ec.token({}, { kid }))).toBe(wrongSignature)
  })

  it.each([[7], [null], [{}], [['ES256-1']]])('the kid %j, not a text, is refused', async (kid) => {
    const [, claims, signature] = parts(await ec.token())
    const header = encoded({ alg: 'ES256', typ: 'at+jwt', kid })
    expect(await refusal(`${header}.${claims}.${signature}`)).toBe(wrongSignature)
  })

  it('changed claims are refused', async () => {
    const [header, , signature] = parts(await ec.token())
    expect(await refusal(`${header}.${encoded(validClaims({ sub: 'root' }))}.${signature}`)).toBe(
      wrongSignature,
    )
  })

  it('a signature in another form of base64url is refused, so that a token has one form alone', async () => {
    const token = await ec.token()
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.at(-1) ?? '')
    for (const unused of [1, 7, 15]) {
      expect(await refusal(token.slice(0, -1) + alphabet[last + unused])).toBe(malformed)
    }
    expect(await refusal(`${token}=`)).toBe(malformed)
  })

  it('an encrypted token is refused with a clear text', async () => {
    const header = encoded({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
    expect(await refusal(`${header}.YQ.YQ.YQ.YQ`)).toBe(
      'The token is encrypted (JWE). Send a signed one.',
    )
  })

  it.each(['a', 'a.b', 'a.b.c', 'a.b.c.d', '...', '..', `${'.'.repeat(500)}`])(
    '%j is no JWT',
    async (token) => {
      expect(await refusal(token)).toBe(malformed)
    },
  )

  it.each([['null'], ['[]'], ['"text"'], ['7'], ['{']])(
    'a JWT whose claims are %s is malformed',
    async (claims) => {
      const [header, , signature] = parts(await ec.token())
      const payload = Buffer.from(claims).toString('base64url')
      expect(await refusal(`${header}.${payload}.${signature}`)).toBe(malformed)
    },
  )

  it('a token that is too long is refused before it is read', async () => {
    const token = await ec.token({ text: 'x'.repeat(10_000) })
    expect(await refusal(token)).toBe('The token is too long.')
    expect(await refusal(token, { maxLength: 20_000 })).toBe(200)
    expect(await refusal('x'.repeat(8193))).toBe('The token is too long.')
    expect(await refusal('x'.repeat(8192))).toBe(malformed)
  })

  it.each([
    [{ crit: ['exp'], exp: 1 }],
    [{ crit: ['b64'], b64: false }],
    [{ crit: [] }],
    [{ crit: 'b64' }],
    [{ crit: ['b64'], b64: true }],
  ])('a token with critical extensions is refused, whatever they are: %j', async (header) => {
    const [, claims] = parts(await ec.token())
    const token = `${encoded({ alg: 'ES256', kid: ec.kid, ...header })}.${claims}`
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      ec.privateKey,
      new TextEncoder().encode(token),
    )
    const status = await refusal(`${token}.${Buffer.from(signature).toString('base64url')}`)
    expect(typeof status).toBe('string')
    expect(status).not.toBe(wrongSignature)
  })

  it.each([[['at+jwt']], [null], [7], [{}], [{ toString: 0 }]])(
    'the type %j, not a text, is refused',
    async (typ) => {
      const [, claims, signature] = parts(await ec.token())
      const header = encoded({ alg: 'ES256', kid: ec.kid, typ })
      expect(await refusal(`${header}.${claims}.${signature}`)).toBe(
        'The type of the token is not accepted.',
      )
    },
  )

  it.each(['id+jwt', 'dpop+jwt', 'logout+jwt', 'secevent+jwt', 'JWE', '', 'jwt '])(
    'a token of the type %j is refused',
    async (typ) => {
      expect(await refusal(await ec.token({}, { typ }))).toBe(
        'The type of the token is not accepted.',
      )
    },
  )

  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', 'jwt', undefined as never])(
    'a token of the type %j is accepted',
    async (typ) => {
      expect(await refusal(await ec.token({}, { typ }))).toBe(200)
    },
  )

  it('the accepted types can be limited to that of access tokens (RFC 9068 §4)', async () => {
    const options: Options = { types: ['at+jwt'] }
    expect(await refusal(await ec.token({}, { typ: 'JWT' }), options)).not.toBe(200)
    expect(await refusal(await ec.token({}, { typ: undefined as never }), options)).not.toBe(200)
    expect(await refusal(await ec.token(), options)).toBe(200)
  })
})

describe('the claims of a JWT', () => {
  const late = () => now() + 100

  it.each([
    ['is required', { exp: undefined }, 'The token has a missing or invalid claim.'],
    ['is a number', { exp: '9999999999' }, 'The token has a missing or invalid claim.'],
    ['is not null', { exp: null }, 'The token has a missing or invalid claim.'],
    ['is not past', { exp: 1 }, 'The token has expired.'],
    ['is not zero', { exp: 0 }, 'The token has expired.'],
    ['is not before 1970', { exp: -5 }, 'The token has expired.'],
    ['is a moment that exists', { exp: 1e300 }, 'The token has a missing or invalid claim.'],
  ])('exp %s', async (_rule, claims, text) => {
    expect(await refusal(await ec.token(claims))).toBe(text)
  })

  it('exp may be absent if so configured', async () => {
    const token = await ec.token({ exp: undefined })
    expect(await refusal(token, { requireExpiry: false })).toBe(200)
    expect(await refusal(await ec.token({ exp: 1 }), { requireExpiry: false })).not.toBe(200)
  })

  it('nbf and iat in the future are not valid yet', async () => {
    expect(await refusal(await ec.token({ nbf: late() }))).toBe('The token is not valid yet.')
    expect(await refusal(await ec.token({ iat: late() }))).toBe('The token is not valid yet.')
    for (const time of ['now', null, {}, true]) {
      expect(await refusal(await ec.token({ nbf: time }))).toContain('invalid claim')
      expect(await refusal(await ec.token({ iat: time }))).toContain('invalid claim')
    }
  })

  it('clocks may differ by the tolerance and no more', async () => {
    const options: Options = { clockTolerance: 60 }
    expect(await refusal(await ec.token({ exp: now() - 50 }), options)).toBe(200)
    expect(await refusal(await ec.token({ exp: now() - 70 }), options)).not.toBe(200)
    expect(await refusal(await ec.token({ nbf: now() + 50 }), options)).toBe(200)
    expect(await refusal(await ec.token({ nbf: now() + 70 }), options)).not.toBe(200)
    expect(await refusal(await ec.token({ iat: now() + 50 }), options)).toBe(200)
    expect(await refusal(await ec.token({ iat: now() + 70 }), options)).not.toBe(200)
  })

  it.each([
    [undefined],
    [''],
    [null],
    ['https://attacker.example.com/'],
    [issuer.slice(0, -1)],
    [issuer.toUpperCase()],
    [[issuer]],
    [{ [issuer]: issuer }],
  ])('the issuer %j is not the configured one', async (iss) => {
    expect(await refusal(await ec.token({ iss }))).toBe('The token is from another issuer.')
  })

  it.each([
    [undefined],
    [''],
    [null],
    ['https://other.example.com/'],
    [`${audience}x`],
    [[]],
    [['https://other.example.com/']],
    [{ 0: audience }],
    [[[audience]]],
  ])('the audience %j is not the configured one', async (aud) => {
    expect(await refusal(await ec.token({ aud }))).toBe('The token is for another audience.')
  })

  it('a token for several audiences, or for one of several, is accepted', async () => {
    expect(await refusal(await ec.token({ aud: ['https://other.example.com/', audience] }))).toBe(
      200,
    )
    expect(await refusal(await ec.token(), { audience: ['https://a.example.com', audience] })).toBe(
      200,
    )
    expect(await refusal(await ec.token({ aud: undefined }), { audience: null })).toBe(200)
  })

  it('a token that is bound to a key is refused without a proof of it', async () => {
    expect(await refusal(await ec.token({ cnf: { jkt: 'x' } }))).toContain('bound')
    expect(await refusal(await ec.token({ cnf: { 'x5t#S256': 'x' } }))).toContain('bound')
  })
})

describe('verified tokens that are kept', () => {
  it('a kept token is refused once it has expired', async () => {
    // Before the token is made, so that no second begins between its times and those below.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const token = await ec.token({ exp: now() + 60, nbf: now() })
      const at = serve()
      expect((await get(token, at)).status).toBe(200)
      vi.setSystemTime(Date.now() + 64_000)
      expect((await get(token, at)).status).toBe(200)
      vi.setSystemTime(Date.now() + 2_000)
      expect((await get(token, at)).status).toBe(401)
      vi.setSystemTime(Date.now() - 100_000)
      expect((await get(token, at)).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a kept token is not accepted with another ending', async () => {
    const token = await ec.token()
    const at = serve()
    expect((await get(token, at)).status).toBe(200)
    for (const other of [`${token}A`, token.slice(0, -1), `${token}=`, token.toLowerCase()]) {
      expect((await get(other, at)).status).toBe(401)
    }
  })

  it('no more tokens are kept than the limit, and none if it is 0', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    const verifications = async (options: Options, tokens: string[]) => {
      const at = serve(options)
      verify.mockClear()
      for (const token of tokens) expect((await get(token, at)).status).toBe(200)
      return verify.mock.calls.length
    }
    const [a = '', b = '', c = ''] = await Promise.all([1, 2, 3].map((jti) => ec.token({ jti })))
    expect(await verifications({}, [a, b, c, a, b, c])).toBe(3)
    expect(await verifications({ cacheSize: 2 }, [a, b, c, a, b, c])).toBe(6)
    expect(await verifications({ cacheSize: 2 }, [a, b, b, a])).toBe(2)
    expect(await verifications({ cacheSize: 0 }, [a, a, a])).toBe(3)
    verify.mockRestore()
  })
})

describe('wrong JWTs are counted', () => {
  const settings = { FAILED_CREDENTIALS_RATES: { address: '3/min', username: null } }

  it('after some forged tokens further ones are 429, and valid ones are accepted', async () => {
    const at = serve({}, settings)
    const attacker = await signer('ES256')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      statuses.push((await get(await attacker.token({ jti: attempt }), at)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await get(await ec.token(), at)).status).toBe(200)
  })

  it('tokens that the issuer signed are not counted, nor those that say they have expired', async () => {
    const at = serve({}, settings)
    const attacker = await signer('ES256', 'gone')
    const tokens = [
      await ec.token({ exp: 1 }),
      await attacker.token({ exp: 1 }),
      await ec.token({ aud: 'https://other.example.com/' }),
      await ec.token({ nbf: now() + 100 }),
    ]
    for (let round = 0; round < 3; round++) {
      for (const token of tokens) expect((await get(token, at)).status).toBe(401)
    }
  })
})

describe('random JWTs', () => {
  const flip = (token: string, index: number, character: string) =>
    token.slice(0, index) + character + token.slice(index + 1)

  it('a token with one changed character is never accepted and never 500', async () => {
    const token = await ec.token()
    const alphabet = [...'ABCZabcz0189-_.+/~']
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom(...alphabet),
        async (index, character) => {
          const changed = flip(token, index, character)
          fc.pre(changed !== token)
          expect((await get(changed)).status).toBe(401)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a token with random header and claims is never accepted and never 500', async () => {
    const header = fc.record(
      {
        alg: fc.oneof(fc.constantFrom('ES256', 'RS256', 'HS256', 'none', 'EdDSA'), fc.jsonValue()),
        kid: fc.oneof(fc.constantFrom(ec.kid, rsa.kid), fc.jsonValue()),
        typ: fc.oneof(fc.constantFrom('JWT', 'at+jwt'), fc.jsonValue()),
        crit: fc.jsonValue(),
        b64: fc.jsonValue(),
        jwk: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const claims = fc
      .dictionary(
        fc.constantFrom('iss', 'aud', 'exp', 'nbf', 'iat', 'cnf', '__proto__'),
        fc.jsonValue(),
      )
      .map((changes) => ({ ...validClaims(), ...changes }))
    const signature = fc.oneof(
      fc.base64String().map((text) => text.replace(/[+/=]/g, '')),
      // The signature of a token that is never generated, which would be genuine.
      fc.constant(parts(await ec.token({ jti: 'another' }))[2]),
      fc.constant(''),
    )
    await fc.assert(
      fc.asyncProperty(header, claims, signature, async (header, claims, signature) => {
        const { status } = await get(`${encoded(header)}.${encoded(claims)}.${signature}`)
        expect(status).toBe(401)
      }),
      { numRuns: 300 },
    )
  })

  it('a signed token with random claims is accepted or 401, and never 500', async () => {
    const at = serve({ audience: null, requireExpiry: false })
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (claims) => {
        const { status } = await get(await ec.token(claims), at)
        expect([200, 401]).toContain(status)
      }),
      { numRuns: 200 },
    )
    for (const value of [null, 7, '', [], {}, [[]], true, 1e308]) {
      for (const claim of ['scope', 'scp', 'roles', 'sub', 'exp', 'nbf', 'iat', 'aud', 'cnf']) {
        const { status } = await get(await ec.token({ [claim]: value }), at)
        expect([200, 401]).toContain(status)
      }
    }
  })

  it('a random header field is never 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii' }), async (text) => {
        const header = `Bearer ${text.replace(/[^\x20-\x7e]/g, '')}`
        const response = await client.get('/', { headers: { Authorization: header } })
        expect(response.status).toBe(401)
      }),
    )
  })
})

const publicKeyOf = (jwk: JWK) =>
  crypto.subtle.importKey(
    'jwk',
    jwk as JsonWebKey,
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    true,
    ['verify'],
  )
