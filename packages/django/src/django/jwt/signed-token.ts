import type { JWTPayload } from 'jose'

/** A token as it is sent, with its claims. */
export interface SignedToken {
  readonly token: string
  readonly claims: JWTPayload
  readonly id: string
  readonly issued: Date
  readonly expires: Date
}
