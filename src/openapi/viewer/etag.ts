import { sha256 } from '@noble/hashes/sha2.js'
import type { ApiRequest } from '../../http/request.ts'
import { toBase64Url } from '../../http/signing.ts'

/** A short name for the bytes, unique to them, in characters of a URL. */
export const fingerprint = (bytes: Uint8Array): string => toBase64Url(sha256(bytes).subarray(0, 12))

/** Whether the client already has this response (RFC 9110 §13.1.2). */
export function isKnown({ headers }: ApiRequest, etag: string): boolean {
  const known = headers.get('If-None-Match')
  if (known === null) return false
  // Compared weakly: a proxy that compresses responses makes their tags weak.
  return known
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag)
}
