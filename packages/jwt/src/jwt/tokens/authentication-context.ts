import type { WithAuthenticationContext } from 'turnpike'

/**
 * How and when the user of a token has signed in (RFC 9470 §6). What cannot be read is unknown, and
 * so denied by `requireAuthentication`.
 */
export function authenticationContext({
  acr,
  auth_time: time,
}: Readonly<Record<string, unknown>>): WithAuthenticationContext {
  // Limits of a `Date`: JSON can say 1e999.
  const isTime = typeof time === 'number' && Math.abs(time) <= 8.64e12
  return {
    acr: typeof acr === 'string' ? acr : null,
    authTime: isTime ? new Date(time * 1000) : null,
  }
}
