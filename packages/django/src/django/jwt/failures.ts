import { AuthenticationFailed, TranslatableMessage } from 'turnpike'

/** Why a token is refused, in the words of simplejwt. */
export const reasons = {
  invalid: new TranslatableMessage('Token is invalid or expired'),
  noId: new TranslatableMessage('Token has no id'),
  noType: new TranslatableMessage('Token has no type'),
  wrongType: new TranslatableMessage('Token has wrong type'),
  noExpiry: new TranslatableMessage("Token has no '{claim}' claim", { claim: 'exp' }),
  blacklisted: new TranslatableMessage('Token is blacklisted'),
}

export type TokenReason = keyof typeof reasons

/** A token that cannot be used. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly reason: TokenReason

  constructor(reason: TokenReason, options?: ErrorOptions) {
    super(reasons[reason].text, options)
    this.reason = reason
  }
}

/** 401: with the code in the body, as simplejwt sends it. */
class CodedFailure extends AuthenticationFailed {
  constructor(
    detail: TranslatableMessage,
    code: string,
    messages?: readonly Record<string, string | TranslatableMessage>[],
    options?: ErrorOptions,
  ) {
    super({ detail, code, ...(messages !== undefined && { messages }) }, code, options)
  }
}

/** The Authorization header does not have two words. */
export const malformedHeader = () =>
  new CodedFailure(
    new TranslatableMessage('Authorization header must contain two space-delimited values'),
    'bad_authorization_header',
  )

/** The token of the Authorization header is refused. */
export const refusedAccess = (error: TokenError) =>
  new CodedFailure(
    new TranslatableMessage('Given token not valid for any token type'),
    'token_not_valid',
    [{ token_class: 'AccessToken', token_type: 'access', message: reasons[error.reason] }],
    { cause: error },
  )

/** The token in a body is refused. */
export const refusedToken = (error: TokenError) =>
  new CodedFailure(reasons[error.reason], 'token_not_valid', undefined, { cause: error })

/** The token does not say whose it is. */
export const withoutUser = () =>
  new CodedFailure(
    new TranslatableMessage('Token contained no recognizable user identification'),
    'token_not_valid',
  )

export const unknownUser = () =>
  new CodedFailure(new TranslatableMessage('User not found'), 'user_not_found')

export const inactiveUser = () =>
  new CodedFailure(new TranslatableMessage('User is inactive'), 'user_inactive')

/** The username or the password is wrong. Its code is not in the body. */
export const noAccount = () =>
  new AuthenticationFailed(
    new TranslatableMessage('No active account found with the given credentials'),
    'no_active_account',
  )

/** The user of a refresh token is gone or inactive. */
export const noAccountOfToken = () =>
  new AuthenticationFailed(
    new TranslatableMessage('No active account found for the given token.'),
    'no_active_account',
  )
