import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DjangoKeys } from './keys.ts'

/** The hashes that Django has signed with: SHA-1 before 3.1, SHA-256 since then. */
export type HashAlgorithm = 'sha1' | 'sha256'

/** All keys, the one that signs first. */
export const allKeys = ({ secretKey, fallbacks }: DjangoKeys): readonly string[] => [
  secretKey,
  ...fallbacks,
]

/**
 * The HMAC (RFC 2104) of the value. Its key is the hash of salt and secret, so that each use of
 * the secret has a key of its own.
 */
export function saltedHmac(
  secret: string,
  salt: string,
  value: string | Uint8Array,
  algorithm: HashAlgorithm,
): Buffer {
  const key = createHash(algorithm).update(salt).update(secret).digest()
  return createHmac(algorithm, key).update(value).digest()
}

/** Compares in a time that does not depend on what differs. */
export function areSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
