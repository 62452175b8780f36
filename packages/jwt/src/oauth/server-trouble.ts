import * as oauth from 'oauth4webapi'

/** The authorization server cannot answer now. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway'
}

export const awayMessage =
  'The authorization server does not answer, so tokens cannot be introspected.'

/** Advice for the operator. Neither the secret nor a token is in it. */
export function messageOf(error: unknown): string {
  if (isRefusal(error)) {
    return (
      'The authorization server refuses the client of introspectionAuthentication(): ' +
      'check its id, secret and method, and whether it may introspect tokens.'
    )
  }
  // A fetch rejects with a TypeError, or with the reason of its signal.
  const isAway =
    error instanceof ServerAway ||
    (error instanceof TypeError && !('code' in error)) ||
    (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name))
  return isAway
    ? awayMessage
    : 'The authorization server does not answer as RFC 7662 says, so tokens cannot be introspected.'
}

/** The reason of the error and of its cause, without what the server has answered. */
export function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) {
    return `${error.status} ${error.error} ${error.error_description ?? ''}`.trimEnd()
  }
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

const isRefusal = (error: unknown): boolean =>
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error instanceof oauth.ResponseBodyError &&
    (error.status === 401 ||
      error.status === 403 ||
      /^(?:invalid|unauthorized)_client$/.test(error.error)))
