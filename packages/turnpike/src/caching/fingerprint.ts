import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64Url } from '../http/syntax/base64url.ts'
import { nativeHash } from './native-hash.ts'

/** 132 bits of SHA-256: nobody can make two texts with the same fingerprint. */
const length = 22

/**
 * A short name for the text or the bytes, different for different ones, in characters of a URL. The
 * same on every platform. A promise only for long ones, where the platform has no faster way.
 */
export const fingerprint = (content: string | Uint8Array): string | Promise<string> =>
  nativeHash === null
    ? portableFingerprint(content)
    : nativeHash('sha256', content, 'base64url').slice(0, length)

/** Longer texts are hashed by the platform, in another thread. */
const maxHere = 8192

/** The same without Node's hash. */
export function portableFingerprint(content: string | Uint8Array): string | Promise<string> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  if (bytes.length <= maxHere) return shortened(sha256(bytes))
  return crypto.subtle
    .digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
    .then((digest) => shortened(new Uint8Array(digest)))
}

const shortened = (digest: Uint8Array) => toBase64Url(digest).slice(0, length)

const encoder = new TextEncoder()
