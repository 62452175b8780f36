import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { ApiResponse, createApi, isAuthenticated, routes } from 'turnpike'
import { serve } from 'turnpike/node'
import { describe, expect, it } from 'vitest'
import {
  httpSignatureAuthentication,
  importSignatureKey,
  type SignatureAlgorithm,
  signRequest,
} from '../src/index.ts'
import { ed25519Pem, ed25519PrivatePem, sharedSecret } from './rfc9421.ts'
import { ann, answerOf, signedApp } from './signed-view.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const ed = generateKeyPairSync('ed25519')

const pairs: [SignatureAlgorithm, { publicKey: KeyObject; privateKey: KeyObject }][] = [
  ['rsa-pss-sha512', rsa],
  ['rsa-v1_5-sha256', rsa],
  ['ecdsa-p256-sha256', p256],
  ['ecdsa-p384-sha384', p384],
  ['ed25519', ed],
]

const pemOf = (key: KeyObject) =>
  key.export({ format: 'pem', type: key.type === 'public' ? 'spki' : 'pkcs8' }).toString()

/** What a client without Turnpike sends: every header field written by hand. */
function signedByHand(algorithm: SignatureAlgorithm, key: KeyObject): Request {
  const body = '{"a":1}'
  const created = Math.floor(Date.now() / 1000)
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const input = `("@method" "@target-uri" "content-digest");created=${created};keyid="k";alg="${algorithm}"`
  const base = Buffer.from(
    [
      '"@method": POST',
      '"@target-uri": http://a.test/?q=1',
      `"content-digest": ${digest}`,
      `"@signature-params": ${input}`,
    ].join('\n'),
  )
  const signature = {
    'rsa-pss-sha512': () => sign('sha512', base, { key, padding: 6, saltLength: 64 }),
    'rsa-v1_5-sha256': () => sign('sha256', base, key),
    'ecdsa-p256-sha256': () => sign('sha256', base, { key, dsaEncoding: 'ieee-p1363' }),
    'ecdsa-p384-sha384': () => sign('sha384', base, { key, dsaEncoding: 'ieee-p1363' }),
    ed25519: () => sign(null, base, key),
    'hmac-sha256': () => createHmac('sha256', key).update(base).digest(),
  }[algorithm]()
  return new Request('http://a.test/?q=1', {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'Content-Digest': digest,
      'Signature-Input': `sig1=${input}`,
      Signature: `sig1=:${signature.toString('base64')}:`,
    },
  })
}

describe('requests signed by other programs and by signRequest()', () => {
  it.each(pairs)(
    'a request that node:crypto has signed is accepted: %s',
    async (algorithm, pair) => {
      const key = await importSignatureKey(algorithm, pemOf(pair.publicKey))
      const app = signedApp({ keyOf: () => ({ key, user: ann }), algorithms: [algorithm] })
      const { status, body } = await answerOf(app, signedByHand(algorithm, pair.privateKey))
      expect([status, body.data]).toEqual([200, { a: 1 }])
    },
  )

  it.each(pairs)('what signRequest() signs is accepted: %s', async (algorithm, pair) => {
    const key = await importSignatureKey(algorithm, pemOf(pair.publicKey))
    const app = signedApp({ keyOf: () => ({ key, user: ann }), algorithms: [algorithm] })
    const privateKey = await importSignatureKey(algorithm, pemOf(pair.privateKey))
    const request = new Request('http://a.test/?q=1', {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    })
    const signed = await signRequest(request, { key: privateKey, keyId: 'k', digest: 'sha-512' })
    expect(signed.headers.get('Content-Digest')).toMatch(/^sha-512=:/)
    expect((await answerOf(app, signed)).status).toBe(200)
  })

  it('a signed request is accepted over a socket, with its body in chunks, too', async () => {
    const key = await importSignatureKey('ed25519', ed25519Pem)
    const scheme = httpSignatureAuthentication({ keyOf: () => ({ key, user: ann }) })
    const api = createApi({ LOGGER: silentLogger })
    const app = routes(api, {
      '/notes/:id/': api.view({
        authentication: [scheme],
        permissions: [isAuthenticated],
        get: () => new ApiResponse('read'),
        post: async (request) => new ApiResponse(await request.data()),
      }),
    })
    const server = await serve(app, { port: 0, logger: silentLogger })
    try {
      const options = {
        key: await importSignatureKey('ed25519', ed25519PrivatePem),
        keyId: 'test-key-ed25519',
      }
      const url = `${server.url}/notes/a%20b/?q="it's"&r=%C3%A9`
      const got = await fetch(await signRequest(new Request(url), options))
      expect([got.status, await got.json()]).toEqual([200, 'read'])

      const headers = { 'Content-Type': 'application/json' }
      const post = new Request(url, { method: 'POST', body: '{"title":"Emma"}', headers })
      const posted = await fetch(await signRequest(post, options))
      expect([posted.status, await posted.json()]).toEqual([200, { title: 'Emma' }])

      const signed = await signRequest(
        new Request(url, { method: 'POST', body: '{"a":1}', headers }),
        options,
      )
      const chunks = new Response('{"a":1}').body
      const chunked = { method: 'POST', headers: signed.headers, body: chunks, duplex: 'half' }
      expect((await fetch(url, chunked as RequestInit)).status).toBe(200)
    } finally {
      await server.close()
    }
  })

  it('signRequest() adds a signature to those that the request has', async () => {
    const options = { key: await importSignatureKey('hmac-sha256', sharedSecret), keyId: 'k' }
    const first = await signRequest(new Request('http://a.test/'), { ...options, label: 'first' })
    const second = await signRequest(first, { ...options, label: 'second' })
    expect(second.headers.get('Signature')).toMatch(/^first=:.+:, second=:.+:$/)
  })

  it('signRequest() refuses what it cannot sign', async () => {
    const options = { key: await importSignatureKey('hmac-sha256', sharedSecret), keyId: 'k' }
    const signing = (further: object) =>
      signRequest(new Request('http://a.test/'), { ...options, ...further })
    await expect(signing({ components: ['date'] })).rejects.toThrow(
      'signRequest() cannot sign the request: The signature covers date, which the request does not have.',
    )
    await expect(signing({ components: ['@status'] })).rejects.toThrow(
      'components of signRequest() must be a list of components',
    )
    await expect(signing({ label: 'Sig 1' })).rejects.toThrow('label of signRequest() must be')
    await expect(signing({ keyid: 'k' })).rejects.toThrow('Did you mean keyId?')
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
    await expect(signing({ key })).rejects.toThrow('signRequest() needs a key of an algorithm')
  })
})

describe('importSignatureKey()', () => {
  it('a key can be given as JWK, as PEM text, and the secret of an HMAC as bytes', async () => {
    const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as JsonWebKey
    const usages = async (...given: Parameters<typeof importSignatureKey>) =>
      (await importSignatureKey(...given)).usages
    expect(await usages('ed25519', jwk(ed.publicKey))).toEqual(['verify'])
    expect(await usages('ed25519', jwk(ed.privateKey))).toEqual(['sign'])
    expect(await usages('ecdsa-p384-sha384', pemOf(p384.publicKey))).toEqual(['verify'])
    expect(await usages('rsa-pss-sha512', pemOf(rsa.privateKey))).toEqual(['sign'])
    expect(await usages('hmac-sha256', sharedSecret)).toEqual(['sign', 'verify'])
    const secret = { kty: 'oct', k: Buffer.from(sharedSecret).toString('base64url') }
    expect(await usages('hmac-sha256', secret)).toEqual(['sign', 'verify'])
    expect((await importSignatureKey('ed25519', ed25519Pem)).extractable).toBe(false)
  })

  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  it.each<[string, SignatureAlgorithm, string | JsonWebKey | Uint8Array<ArrayBuffer>, string]>([
    ['a PEM text as the secret', 'hmac-sha256', ed25519Pem, 'cannot read a key for hmac-sha256'],
    ['bytes as a public key', 'ed25519', sharedSecret, 'cannot read a key for ed25519'],
    ['a key of another curve', 'ecdsa-p256-sha256', pemOf(p384.publicKey), 'cannot read a key'],
    ['a key of another kind', 'rsa-pss-sha512', ed25519Pem, 'cannot read a key'],
    ['no key at all', 'ed25519', 'secret', 'openssl pkey converts others'],
    ['a short secret', 'hmac-sha256', sharedSecret.slice(0, 31), 'too short'],
    ['a short RSA key', 'rsa-pss-sha512', pemOf(short.publicKey), 'too short'],
    ['an unknown algorithm', 'none' as never, ed25519Pem, 'needs an algorithm: one of rsa-pss'],
  ])('a key that cannot be right is refused: %s', async (_what, algorithm, material, message) => {
    await expect(importSignatureKey(algorithm, material)).rejects.toThrow(message)
  })

  it('a private key of PKCS#1 is refused with the way to convert it', async () => {
    const pkcs1 = rsa.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
    await expect(importSignatureKey('rsa-pss-sha512', pkcs1)).rejects.toThrow('openssl pkey')
    expect(createPrivateKey(pkcs1).asymmetricKeyType).toBe('rsa')
  })
})
