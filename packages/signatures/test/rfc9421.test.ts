import {
  constants,
  createHmac,
  createPublicKey,
  type KeyObject,
  verify as verifyNatively,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { importSignatureKey, signRequest } from '../src/index.ts'
import { verifyBase } from '../src/signature-algorithm.ts'
import * as rfc from './rfc9421.ts'
import { answerOf, setClock, signedApp, testKeyOf } from './signed-view.ts'

const created = 1618884473

const bytesOf = ({ signature }: rfc.Vector) =>
  new Uint8Array(Buffer.from(signature.replace(/\s/g, ''), 'base64'))

const baseOf = ({ lines, input }: rfc.Vector) =>
  [...lines, `"@signature-params": ${input}`].join('\n')

/** The counterpart: no code of Turnpike. */
function isValidNatively(vector: rfc.Vector): boolean {
  const base = Buffer.from(baseOf(vector))
  const signature = bytesOf(vector)
  const key = (pem: string): KeyObject => createPublicKey(pem)
  switch (vector.algorithm) {
    case 'rsa-pss-sha512': {
      const padding = constants.RSA_PKCS1_PSS_PADDING
      const pss = { key: key(rfc.rsaPssPem), padding, saltLength: 64 }
      return verifyNatively('sha512', base, pss, signature)
    }
    case 'rsa-v1_5-sha256':
      return verifyNatively('sha256', base, key(rfc.rsaPem), signature)
    case 'ecdsa-p256-sha256': {
      const ecdsa = { key: key(rfc.p256Pem), dsaEncoding: 'ieee-p1363' as const }
      return verifyNatively('sha256', base, ecdsa, signature)
    }
    case 'ed25519':
      return verifyNatively(null, base, key(rfc.ed25519Pem), signature)
    default:
      return createHmac('sha256', rfc.sharedSecret).update(base).digest().equals(signature)
  }
}

/** A scheme that asks for no more than a vector has. */
const lenient = {
  components: [],
  contentDigest: false,
  algorithms: [
    'rsa-pss-sha512',
    'rsa-v1_5-sha256',
    'hmac-sha256',
    'ecdsa-p256-sha256',
    'ed25519',
  ] as const,
}

const signed = (request: RequestInit & { url: string }, ...vectors: rfc.Vector[]) =>
  new Request(request.url, {
    ...request,
    headers: {
      ...Object.fromEntries(new Headers(request.headers)),
      ...rfc.signatureFields(...vectors),
    },
  })

const transformed = {
  method: 'GET',
  url: 'https://example.org/demo?name1=Value1&Name2=value2',
  headers: { Date: 'Fri, 15 Jul 2022 14:24:55 GMT', Accept: 'application/json, */*' },
}

const forwarded = {
  ...rfc.testRequest,
  url: 'https://origin.host.internal.example/foo?param=Value&Pet=dog',
  headers: {
    ...rfc.testRequest.headers,
    Date: 'Tue, 20 Apr 2021 02:07:56 GMT',
    Forwarded: 'for=192.0.2.123;host=example.com;proto=https',
  },
}

const terminated = {
  ...rfc.testRequest,
  url: 'https://service.internal.example/foo?param=Value&Pet=dog',
  headers: { ...rfc.testRequest.headers, 'Client-Cert': rfc.clientCert },
}

describe('the vectors of RFC 9421', () => {
  it.each(rfc.allVectors)('the vector was typed as it is printed: $name', (vector) => {
    expect(isValidNatively(vector)).toBe(true)
  })

  it.each(rfc.allVectors)(
    'the signature of the base is valid with its key: $name',
    async (vector) => {
      const [, keyId = ''] = /keyid="([^"]+)"/.exec(vector.input) ?? []
      const { key } = (await testKeyOf(keyId)) ?? {}
      if (key === undefined) throw new Error(`No key ${keyId}.`)
      expect(await verifyBase(vector.algorithm, key, bytesOf(vector), baseOf(vector))).toBe(true)
      expect(await verifyBase(vector.algorithm, key, bytesOf(vector), `${baseOf(vector)} `)).toBe(
        false,
      )
    },
  )

  it.each([
    { vector: rfc.b21, request: rfc.testRequest },
    { vector: rfc.b22, request: rfc.testRequest },
    { vector: rfc.b23, request: rfc.testRequest },
    { vector: rfc.b25, request: rfc.testRequest },
    { vector: rfc.b26, request: rfc.testRequest },
    { vector: rfc.b3, request: terminated },
    { vector: rfc.b4, request: transformed },
    { vector: rfc.s43Client, request: rfc.testRequest },
    { vector: rfc.s43Proxy, request: forwarded },
  ])('the scheme accepts the request of $vector.name', async ({ vector, request }) => {
    setClock(created + 10)
    const { status, body } = await answerOf(signedApp(lenient), signed(request, vector))
    expect(status).toBe(200)
    expect(body.auth.label).toBe(vector.label)
    expect(body.auth.components).toHaveLength(vector.lines.length)
  })

  it('a label chooses among the signatures of a client and its proxy', async () => {
    setClock(created + 10)
    const both = () => signed(forwarded, rfc.s43Client, rfc.s43Proxy)
    const chosen = await answerOf(signedApp({ ...lenient, label: 'proxy_sig' }), both())
    expect(chosen.body.auth).toMatchObject({ keyId: 'test-key-rsa', label: 'proxy_sig' })

    // The proxy has changed the authority that the client has signed.
    const client = await answerOf(signedApp({ ...lenient, label: 'sig1' }), both())
    expect(client.body).toEqual({ detail: 'Invalid signature.' })
  })

  it.each([
    ['a field was added', { headers: { ...transformed.headers, 'Accept-Language': 'en' } }, 200],
    ['the query was changed', { url: `${transformed.url}&param=added` }, 200],
    ['the method was changed', { method: 'POST' }, 401],
    ['the authority was changed', { url: 'https://example.com/demo' }, 401],
    ['a list was reordered', { headers: { Accept: '*/*, application/json' } }, 401],
  ])('the request of B.4 when %s: %s → %i', async (_what, change, status) => {
    setClock(created)
    const request = signed({ ...transformed, ...change }, rfc.b4)
    expect((await answerOf(signedApp(lenient), request)).status).toBe(status)
  })

  it('a signature of a response (B.2.4) is refused in a request', async () => {
    setClock(created)
    const { status, body } = await answerOf(signedApp(lenient), signed(rfc.testRequest, rfc.b24))
    expect(status).toBe(401)
    expect(body).toEqual({ detail: 'A signature of a request cannot cover @status.' })
  })

  it.each([
    { vector: rfc.b26, algorithm: 'ed25519', material: rfc.ed25519PrivatePem },
    { vector: rfc.b25, algorithm: 'hmac-sha256', material: rfc.sharedSecret },
  ] as const)(
    'signRequest() makes the header fields of $vector.name',
    async ({ vector, algorithm, material }) => {
      const { url, ...init } = rfc.testRequest
      const request = await signRequest(new Request(url, init), {
        key: await importSignatureKey(algorithm, material),
        keyId: algorithm === 'ed25519' ? 'test-key-ed25519' : 'test-shared-secret',
        components: vector.lines.map((line) => /^"([^"]+)"/.exec(line)?.[1] ?? ''),
        created: new Date(created * 1000),
        nonce: null,
        label: vector.label,
      })
      const fields = rfc.signatureFields(vector)
      expect(request.headers.get('Signature-Input')).toBe(fields['Signature-Input'])
      expect(request.headers.get('Signature')).toBe(fields.Signature)
      expect(await request.text()).toBe(rfc.requestBody)
    },
  )
})
