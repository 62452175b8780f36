import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Hash, nativeHash } from '../caching/native-hash.ts'
import { base64UrlOfBinary, binaryOf, fromBase64Url, toBase64Url } from './syntax/base64url.ts'

/** Makes strings tamper-evident for one purpose. Signatures are not valid for another purpose. */
export interface Signer {
  /** `payload` with its signature, as base64url. */
  sign(payload: Uint8Array): string
  /** The payload of a signed string; null when none of the secrets has signed it. */
  open(text: string): Uint8Array | null
}

/** 128 bits: more than enough when each guess takes a request (RFC 2104 §5). */
const signatureLength = 16

/**
 * A signer with its own key for the purpose, derived from the secrets. The first secret signs, all
 * of them verify.
 */
export function createSigner(secrets: readonly string[], purpose: string): Signer {
  const keys = secrets.map((secret) => hmacUnder(deriveKey(secret, purpose)))

  return {
    sign(payload) {
      const [key] = keys
      if (key === undefined) throw new Error('SECRET_KEYS needs at least one secret.')
      const signature = key(payload, 'latin1')
      const bytes = new Uint8Array(signatureLength + payload.length)
      for (let index = 0; index < signatureLength; index++) {
        bytes[index] = signature.charCodeAt(index)
      }
      bytes.set(payload, signatureLength)
      return toBase64Url(bytes)
    },

    open(text) {
      const bytes = fromBase64Url(text)
      if (bytes === null || bytes.length < signatureLength) return null
      const payload = bytes.subarray(signatureLength)
      return keys.some((key) => begins(bytes, key(payload, 'latin1'))) ? payload : null
    },
  }
}

/** Whether bytes begin with a signature. Takes the same time for each of them. */
function begins(bytes: Uint8Array, signature: string): boolean {
  let difference = 0
  for (let index = 0; index < signatureLength; index++) {
    difference |= (bytes[index] ?? 0) ^ signature.charCodeAt(index)
  }
  return difference === 0
}

/** HMAC-SHA-256 of a message as text: in `latin1` each character is a byte. */
export type Hmac = (message: Uint8Array, encoding: 'latin1' | 'base64url') => string

/**
 * Computes HMAC-SHA-256 under a key.
 *
 * @param key at most 64 bytes.
 */
export const hmacUnder = (key: Uint8Array): Hmac =>
  nativeHash === null ? portableHmac(key) : nativeHmac(key, nativeHash)

/** The same without Node's hash. */
export function portableHmac(key: Uint8Array): Hmac {
  // The state after hashing the key is computed once.
  const start = hmac.create(sha256, key)
  return (message, encoding) => {
    const binary = binaryOf(start.clone().update(message).digest())
    return encoding === 'latin1' ? binary : base64UrlOfBinary(binary)
  }
}

/** In bytes (FIPS 180-4). */
const blockLength = 64
const digestLength = 32

/** Cursors, tokens and sessions are not longer, in bytes. */
const usualLength = 448

/** RFC 2104 §2 with two calls of a hash, which takes half as long as Node's own HMAC. */
function nativeHmac(key: Uint8Array, hash: Hash): Hmac {
  const inner = new Uint8Array(blockLength).map((_, index) => (key[index] ?? 0) ^ 0x36)
  const outer = new Uint8Array(blockLength + digestLength)
  for (let index = 0; index < blockLength; index++) outer[index] = (key[index] ?? 0) ^ 0x5c
  // Used for each message that fits in: a new array costs as much as its hash.
  const usual = new Uint8Array(blockLength + usualLength)
  usual.set(inner)

  function hashed(message: Uint8Array): string {
    const length = blockLength + message.length
    const first = length <= usual.length ? usual : new Uint8Array(length)
    if (first !== usual) first.set(inner)
    first.set(message, blockLength)
    return hash('sha256', first.subarray(0, length), 'latin1')
  }

  return (message, encoding) => {
    const digest = hashed(message)
    for (let index = 0; index < digestLength; index++) {
      outer[blockLength + index] = digest.charCodeAt(index)
    }
    return hash('sha256', outer, encoding)
  }
}

/** A new secret: 32 random bytes as hex digits. */
export const randomSecret = (): string => bytesToHex(randomBytes(32))

/**
 * One key per purpose (RFC 5869), so that a value signed for one purpose is useless for another.
 */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`turnpike ${purpose}`), 32)

/** Compares in constant time for arrays of the same length. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index++) {
    difference |= (one[index] ?? 0) ^ (other[index] ?? 0)
  }
  return difference === 0
}
