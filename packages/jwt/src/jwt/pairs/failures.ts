import { ApiException } from 'turnpike'

/** 400: the refresh token is unknown, expired or revoked: sign in again (RFC 6749 §5.2). */
export class InvalidGrant extends ApiException {
  static override readonly status = 400
  static override readonly detail =
    'The refresh token is invalid, expired or revoked. Sign in again.'
  static override readonly code = 'invalid_grant'
}

/** 400: a requested scope is unknown, or more than the user has signed in for (RFC 6749 §5.2). */
export class InvalidScope extends ApiException {
  static override readonly status = 400
  static override readonly detail = 'The requested scope is invalid.'
  static override readonly code = 'invalid_scope'
}

/**
 * A refresh token was used again after it had been replaced: it was stolen, or its thief has used
 * it first. Its family has ended.
 */
export class RefreshTokenReused extends Error {
  override readonly name = 'RefreshTokenReused'
  /** The id of the sign-in. */
  readonly signInId: string
  /** The pk of its user. */
  readonly pk: number | string

  constructor(signInId: string, pk: number | string) {
    super(`A replaced refresh token of the user with the pk ${pk} was used again.`)
    this.signInId = signInId
    this.pk = pk
  }
}
