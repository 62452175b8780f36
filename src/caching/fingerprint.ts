import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64Url } from '../http/signing.ts'

/** Longer texts are hashed by the platform, in another thread. */
const maxHere = 8192

/** 128 bits: nobody can make two texts with the same fingerprint. */
const fingerprintLength = 16

/**
 * A short name for the text or the bytes, different for different ones, in characters of a URL. A
 * promise only for long ones.
 */
export function fingerprint(content: string | Uint8Array): string | Promise<string> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  if (bytes.length <= maxHere) return shortened(sha256(bytes))
  return crypto.subtle
    .digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
    .then((digest) => shortened(new Uint8Array(digest)))
}

const shortened = (digest: Uint8Array) => toBase64Url(digest.subarray(0, fingerprintLength))

const encoder = new TextEncoder()
