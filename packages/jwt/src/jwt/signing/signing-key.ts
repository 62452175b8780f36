import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import type { StoredSigningKey } from 'turnpike/kit'

/** A key as it signs and verifies. */
export interface SigningKey {
  /** The thumbprint of the public key (RFC 7638): the `kid` of its tokens. */
  readonly id: string
  readonly algorithm: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** The public key for others, with `kid`, `alg` and `use` (RFC 7517 §4). */
  readonly publicJwk: JWK
}

/** ES256: small and quick, and every library and gateway verifies it. */
const algorithm = 'ES256'

/** A new key that signs from that moment on. */
export async function newSigningKey(created: Date, signsFrom: Date): Promise<StoredSigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const id = await calculateJwkThumbprint(jwk)
  return { id, algorithm, privateKey: { ...jwk }, created, signsFrom }
}

/** @throws Error when the JWK is not a private key for the algorithm. */
export async function importSigningKey(jwk: JWK, algorithm: string): Promise<SigningKey> {
  const { alg: _, key_ops, use, kid, ...key } = jwk
  const publicPart = publicPartOf(key)
  const id = await calculateJwkThumbprint(publicPart)
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...key }, algorithm, { extractable: false }),
    importJWK({ ...publicPart }, algorithm),
  ])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) {
    throw new TypeError('It is a shared secret: a pair of keys is needed.')
  }
  if (privateKey.type !== 'private') throw new TypeError('It has no private part.')
  return {
    id,
    algorithm,
    privateKey,
    publicKey,
    publicJwk: { ...publicPart, kid: id, alg: algorithm, use: 'sig' },
  }
}

/** The members that are public, by name: a private one that is not known here stays private. */
function publicPartOf({ kty, crv, x, y, n, e }: JWK): JWK {
  const members = Object.entries({ kty, crv, x, y, n, e })
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}
