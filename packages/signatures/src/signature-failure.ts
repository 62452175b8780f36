import {
  type ApiExceptionOptions,
  AuthenticationFailed,
  type DetailInput,
  type TranslatableMessage,
} from 'turnpike'

/**
 * The error of a signed request: `malformed_signature` is not as RFC 9421 writes it,
 * `insufficient_signature` covers too little or lacks a parameter, `expired_signature` is too old
 * or not valid yet, `replayed_signature` was used before, `invalid_digest` has a body other than
 * its `Content-Digest`, and `invalid_signature` was not made with the key.
 */
export type SignatureError =
  | 'malformed_signature'
  | 'insufficient_signature'
  | 'expired_signature'
  | 'replayed_signature'
  | 'invalid_digest'
  | 'invalid_signature'

/**
 * 401, or 403 when the view's first scheme has no challenge: the signature of the request is
 * refused.
 */
export class SignatureFailure extends AuthenticationFailed {
  /** Also the code of the exception. */
  readonly error: SignatureError

  constructor(error: SignatureError, detail: DetailInput, options?: ApiExceptionOptions) {
    super(detail, error, options)
    this.error = error
  }

  /** The same failure with further header fields of the response. */
  withHeaders(headers: Readonly<Record<string, string>>): SignatureFailure {
    const all = { ...this.headers, ...headers }
    return new SignatureFailure(this.error, this.errorDetail, { headers: all })
  }
}

export const malformed = (detail: string | TranslatableMessage): SignatureFailure =>
  new SignatureFailure('malformed_signature', detail)

export const insufficient = (detail: string | TranslatableMessage): SignatureFailure =>
  new SignatureFailure('insufficient_signature', detail)
