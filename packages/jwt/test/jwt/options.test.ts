import { execFileSync } from 'node:child_process'
import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { audience, issuer, signer } from '@turnpike/test-support/signed-tokens.ts'
import { exportPKCS8, exportSPKI, importJWK } from 'jose'
import { ApiResponse, createApi, isAuthenticated } from 'turnpike'
import { openApiDocument } from 'turnpike/openapi'
import { describe, expect, it } from 'vitest'
import { type JwtAuthenticationOptions, jwtAuthentication } from '../../src/jwt/index.ts'

const userOf = () => ({ isAuthenticated: true as const })
const valid: JwtAuthenticationOptions<unknown> = { issuer, audience, userOf }

const make = (changes: object) => jwtAuthentication({ ...valid, ...changes })

const serve = (options: object) =>
  oneView({
    authentication: [make(options)],
    permissions: [isAuthenticated],
    get: () => new ApiResponse('in'),
  })

const statusOf = async (options: object, token: string) =>
  (await serve(options).get('/', { headers: { Authorization: `Bearer ${token}` } })).status

describe('the keys of jwtAuthentication', () => {
  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'ML-DSA-44'])(
    'a set with the public key of %s verifies its tokens',
    async (alg) => {
      const key = await signer(alg)
      expect(await statusOf({ keys: key.jwks }, await key.token())).toBe(200)
    },
  )

  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'])(
    'a public key of %s as PEM verifies its tokens',
    async (alg) => {
      const key = await signer(alg)
      const { alg: _alg, ...jwk } = key.jwk
      const pem = await exportSPKI((await importJWK(jwk, alg)) as CryptoKey)
      const token = await key.token({}, { kid: undefined as never })
      expect(await statusOf({ keys: pem }, token)).toBe(200)
      const other = await exportSPKI((await importJWK((await signer(alg)).jwk)) as CryptoKey)
      expect(await statusOf({ keys: [other, `\n${pem}\n`] }, token)).toBe(200)
      expect(await statusOf({ keys: [other] }, token)).toBe(401)
    },
  )

  it('the certificate of a key verifies its tokens', async () => {
    const key = await signer('ES256')
    const certificate = execFileSync(
      'sh',
      ['-c', 'cat | openssl req -x509 -key /dev/stdin -subj /CN=issuer -days 1'],
      { input: await exportPKCS8(key.privateKey), stdio: ['pipe', 'pipe', 'ignore'] },
    )
    const token = await key.token({}, { kid: undefined as never })
    expect(await statusOf({ keys: String(certificate) }, token)).toBe(200)
  })

  it('a private key is refused where the public one belongs', async () => {
    const key = await signer('ES256')
    const pem = await exportPKCS8(key.privateKey)
    expect(() => make({ keys: pem })).toThrow('openssl pkey -in private.pem -pubout')
    expect(() => make({ keys: { keys: [{ ...key.jwk, d: 'AQAB' }] } })).toThrow('private key')
    expect(() => make({ keys: { keys: [{ kty: 'oct', k: 'AQAB' }] } })).toThrow('{ secret }')
  })

  it('a damaged PEM is a defect of the service and no fault of the client', async () => {
    const key = await signer('ES256')
    const pem = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'
    expect(await statusOf({ keys: pem }, await key.token())).toBe(500)
  })

  it.each([
    ['a text that is no PEM', 'a secret of thirty-two bytes or more', /not a PEM/],
    ['an empty list', [], /set of keys/],
    ['an empty set', { keys: [] }, /set of keys/],
    ['null', null, /set of keys/],
    ['a short secret', { secret: 'short' }, /at least 32 bytes/],
    ['no secret', { secret: [] }, /at least 32 bytes/],
    ['a secret that is undefined', { secret: undefined }, /at least 32 bytes/],
  ])('keys: %s is a configuration error', (_what, keys, text) => {
    expect(() => make({ keys })).toThrow(text)
  })
})

describe('the options of jwtAuthentication', () => {
  it.each([
    [{ issuer: undefined }, /issuer of jwtAuthentication\(\) must be/],
    [{ issuer: '' }, /issuer of jwtAuthentication\(\) must be/],
    [{ issuer: 'acme' }, /issuer of jwtAuthentication\(\) is not an https:\/\/ URL/],
    [{ issuer: 'http://issuer.example.com' }, /is not an https:\/\/ URL/],
    [{ issuer: 'https://issuer.example.com/?a=b' }, /is not an https:\/\/ URL/],
    [{ issuer: 'https://ann:secret@issuer.example.com' }, /is not an https:\/\/ URL/],
    [{ audience: undefined }, /audience of jwtAuthentication\(\) must be/],
    [{ audience: [] }, /audience of jwtAuthentication\(\) must be/],
    [{ audience: '' }, /audience of jwtAuthentication\(\) must be/],
    [{ userOf: undefined }, /userOf of jwtAuthentication\(\) must be a function/],
    [{ jwks: 'http://issuer.example.com/jwks' }, /jwks of jwtAuthentication\(\) must be an https/],
    [{ jwks: 'https://a.example.com', keys: { keys: [{}] } }, /has jwks and keys/],
    [{ algorithms: [] }, /algorithms of jwtAuthentication\(\) must be/],
    [{ algorithms: ['none'] }, /not "none"/],
    [{ algorithms: ['HS256'] }, /HS256 needs keys: \{ secret \}/],
    [{ algorithms: ['RS256'], keys: { secret: 'x'.repeat(32) } }, /not "RS256"/],
    [{ clockTolerance: '5' }, /clockTolerance of jwtAuthentication\(\) must be/],
    [{ clockTolerance: -1 }, /clockTolerance/],
    [{ types: [] }, /types of jwtAuthentication\(\) must be/],
    [{ requireExpiry: 'no' }, /requireExpiry/],
    [{ maxLength: 1 }, /maxLength/],
    [{ scopesIn: [] }, /scopesIn/],
    [{ rolesIn: 7 }, /rolesIn/],
    [{ otherTokens: 'ignore' }, /otherTokens/],
    [{ cacheSize: 1.5 }, /cacheSize/],
    [{ keyCache: { maxAge: 7 } }, /Unknown option maxAge of keyCache/],
    [{ keyCache: { refreshSeconds: 0 } }, /refreshSeconds/],
    [{ fetch: 'fetch' }, /fetch/],
    [{ audiance: 'x' }, /Did you mean audience/],
  ])('%j is a configuration error', (changes, text) => {
    expect(() => make(changes)).toThrow(text)
  })

  it('an issuer over http is accepted on this machine', () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080']) {
      expect(() => make({ issuer: `http://${host}` })).not.toThrow()
    }
  })

  it('the OpenAPI document has each issuer as a bearer scheme whose tokens are JWTs', async () => {
    const api = createApi({ LOGGER: silentLogger })
    const acme = make({ name: 'acme' })
    const other = make({ issuer: 'https://other.example.com/' })
    expect([acme.name, other.name]).toEqual(['acme', 'jwt'])
    const view = api.view({ authentication: [acme, other], get: () => new ApiResponse('in') })
    const info = { title: 'Notes', version: '1' }
    const document = await openApiDocument(api, { '/': view }, info)
    const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
    expect(document.components.securitySchemes).toMatchObject({
      acme: { ...bearer, description: expect.stringContaining(issuer) },
      jwt: { ...bearer, description: expect.stringContaining('https://other.example.com/') },
    })
  })
})
