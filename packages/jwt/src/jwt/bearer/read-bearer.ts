import type { RequestHeaders } from 'turnpike'
import { readCredentials } from 'turnpike/kit'
import { BearerFailure } from './bearer-failure.ts'

/**
 * The token in `Authorization: Bearer eyJhbGciOi…` (RFC 6750 §2.1), or null when the header is
 * absent or names another scheme. Tokens in the query or in the body are not read: they would stay
 * in logs and histories.
 *
 * @param keyword the word before the token, in any case. Default `Bearer`.
 * @throws BearerFailure `invalid_request` when the token is missing, or has characters that no
 *   token has.
 */
export function readBearer(headers: RequestHeaders, keyword = 'Bearer'): string | null {
  const token = readCredentials(headers, keyword)
  if (token === null) return null

  if (token === '') {
    throw new BearerFailure('invalid_request', 'The Authorization header has no token.')
  }
  if (!isToken.test(token)) {
    throw new BearerFailure(
      'invalid_request',
      'The token in the Authorization header has characters that tokens cannot have.',
    )
  }
  return token
}

/** `b64token` of RFC 6750 §2.1, which RFC 9110 §11.2 calls `token68`. */
const isToken = /^[\w.~+/-]+=*$/
