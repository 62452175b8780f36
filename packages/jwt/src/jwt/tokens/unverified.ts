import {
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  type ProtectedHeaderParameters,
} from 'jose'

/** A token as it says of itself: nothing of it is proven. */
export interface UnverifiedToken {
  readonly header: ProtectedHeaderParameters
  readonly claims: JWTPayload
}

/** The content of a token, or null when it is not a signed JWT: opaque, damaged or encrypted. */
export function readUnverified(token: string): UnverifiedToken | null {
  if (!isCompact.test(token)) return null
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch {
    return null
  }
}

/**
 * Three parts in base64url (RFC 7515 §7.1). The last character of the signature has bits that
 * decoders pass over; they must be zero (RFC 4648 §3.5), so that a token has one form alone.
 */
const isCompact = /^[\w-]+\.[\w-]+\.(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/

/** Whether it is encrypted (RFC 7516 §7.1): five parts, the first of which has `enc`. */
export function isEncrypted(token: string): boolean {
  if (token.split('.', 6).length !== 5) return false
  try {
    return 'enc' in decodeProtectedHeader(token)
  } catch {
    return false
  }
}
