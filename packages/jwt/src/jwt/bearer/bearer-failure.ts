import { type ApiExceptionOptions, AuthenticationFailed, type TranslatableMessage } from 'turnpike'

/**
 * The error of a bearer token, for the challenge: `invalid_request` is a malformed header,
 * `invalid_token` a token that is expired, revoked or wrong (RFC 6750 §3.1); the others are those
 * of DPoP (RFC 9449 §5, §7.1).
 */
export type BearerError =
  | 'invalid_request'
  | 'invalid_token'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce'

/**
 * 401, or 403 when the view's first scheme has no challenge: the bearer token of the request cannot
 * be used. Its code is that of RFC 6750, and its text is in the challenge, too.
 */
export class BearerFailure extends AuthenticationFailed {
  /** The `error` of the challenge. */
  readonly error: BearerError
  /** The `error_description` of the challenge, in English. */
  readonly description: string

  /** @param description what is wrong, without any part of the token. */
  constructor(
    error: BearerError,
    description: string | TranslatableMessage,
    options?: ApiExceptionOptions,
  ) {
    super(description, error, options)
    this.error = error
    this.description = typeof description === 'string' ? description : description.text
  }
}

/** `invalid_token`: the token is expired, revoked or wrong. */
export class InvalidToken extends BearerFailure {
  /** @param cause the original error, if there is one. */
  constructor(description: string | TranslatableMessage, cause?: unknown) {
    super('invalid_token', description, cause === undefined ? {} : { cause })
  }
}
