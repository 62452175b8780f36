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

/** What it says, or null when it is not a signed JWT: opaque, damaged or encrypted. */
export function readUnverified(token: string): UnverifiedToken | null {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch {
    return null
  }
}

/** Whether it is encrypted (RFC 7516 §7.1): five parts, the first of which has `enc`. */
export function isEncrypted(token: string): boolean {
  if (token.split('.', 6).length !== 5) return false
  try {
    return 'enc' in decodeProtectedHeader(token)
  } catch {
    return false
  }
}
