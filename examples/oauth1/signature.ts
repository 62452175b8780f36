/** Signatures of OAuth 1.0 (RFC 5849 §3.4). */
import { createHash, createHmac } from 'node:crypto'

/** Decoded name and value; a name may stand there several times. */
export type Parameter = readonly [name: string, value: string]

/** The methods with a shared secret; the second is not in the RFC, but common. */
export const hashes = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' } as const

export type SignatureMethod = keyof typeof hashes

export const isSignatureMethod = (name: unknown): name is SignatureMethod =>
  typeof name === 'string' && Object.hasOwn(hashes, name)

/** Percent-encodes all but the unreserved characters of RFC 3986 (RFC 5849 §3.6). */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * What is signed (RFC 5849 §3.4.1).
 *
 * @param parameters those of the query, of the Authorization header and of a form, without `realm`
 *   and `oauth_signature`.
 */
export function baseString(method: string, url: URL, parameters: readonly Parameter[]): string {
  const pairs = parameters
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([name, value], [other, another]) => compare(name, other) || compare(value, another))
    .map((pair) => pair.join('='))
  return [method.toUpperCase(), url.origin + url.pathname, pairs.join('&')].map(encoded).join('&')
}

/** In base64 (RFC 5849 §3.4.2). */
export const sign = (
  method: SignatureMethod,
  base: string,
  consumerSecret: string,
  tokenSecret: string,
): string =>
  createHmac(hashes[method], `${encoded(consumerSecret)}&${encoded(tokenSecret)}`)
    .update(base)
    .digest('base64')

/** `oauth_body_hash` of a body that is no form, in base64: an extension, as the RFC has none. */
export const bodyHash = (method: SignatureMethod, body: Uint8Array | string): string =>
  createHash(hashes[method]).update(body).digest('base64')

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
