import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'

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
  // The state after hashing the key is computed once.
  const keys = secrets.map((secret) => hmac.create(sha256, deriveKey(secret, purpose)))
  const signature = (key: (typeof keys)[number], payload: Uint8Array) =>
    key.clone().update(payload).digest().subarray(0, signatureLength)

  return {
    sign(payload) {
      const [key] = keys
      if (key === undefined) throw new Error('SECRET_KEYS needs at least one secret.')
      return toBase64Url(concatBytes(signature(key, payload), payload))
    },

    open(text) {
      const bytes = fromBase64Url(text)
      if (bytes === null || bytes.length < signatureLength) return null
      const payload = bytes.subarray(signatureLength)
      const given = bytes.subarray(0, signatureLength)
      return keys.some((key) => areEqual(signature(key, payload), given)) ? payload : null
    },
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

/** Bytes as letters, digits, `-` and `_` without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes base64url; null when invalid. Each byte sequence has only one encoding. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const decoded = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) decoded[index] = binary.charCodeAt(index)
  return toBase64Url(decoded) === text ? decoded : null
}
