import type { ApiRequest } from '../http/request.ts'
import { rateThrottle } from './rate-throttle.ts'
import {
  anonRateThrottleOptions,
  keyRateThrottleOptions,
  type RateThrottleOptions,
  type ScopedRateThrottleOptions,
  scopedRateThrottleOptions,
  userRateThrottleOptions,
} from './rate-throttle-options.ts'
import { addressKey, isSignedIn, senderKey } from './sender-key.ts'
import type { Throttle } from './throttle.ts'

/** Limits unauthenticated clients by address. Its scope is `anon`. */
export function anonRateThrottle<Request extends ApiRequest = ApiRequest>(
  options: RateThrottleOptions<Request> = {},
): Throttle {
  anonRateThrottleOptions.require(options)
  const { scope = 'anon' } = options
  return rateThrottle('anonRateThrottle', options, {
    scopeOf: () => scope,
    keyOf: (request) => (isSignedIn(request) ? null : addressKey(request.client)),
    forWhom: 'for each address of clients who are not signed in',
  })
}

/** Limits authenticated users by pk and other clients by address. Its scope is `user`. */
export function userRateThrottle<Request extends ApiRequest = ApiRequest>(
  options: RateThrottleOptions<Request> = {},
): Throttle {
  userRateThrottleOptions.require(options)
  const { scope = 'user' } = options
  return rateThrottle('userRateThrottle', options, { ...byUser, scopeOf: () => scope })
}

/**
 * Limits credentials, each by itself: API keys, access tokens, keys of signatures, by their ids
 * (`request.credential`). Credentials without an id count by their user, such as a token, of which
 * each user has one. Its scope is `key`.
 *
 * Anonymous requests, and schemes without a record of credentials (`auth` is null: Basic, sessions,
 * remote users), are not limited.
 */
export function keyRateThrottle<Request extends ApiRequest = ApiRequest>(
  options: RateThrottleOptions<Request> = {},
): Throttle {
  keyRateThrottleOptions.require(options)
  const { scope = 'key' } = options
  return rateThrottle('keyRateThrottle', options, {
    scopeOf: () => scope,
    keyOf: credentialKey,
    forWhom: 'for each API key or token',
  })
}

/**
 * Limits like `userRateThrottle`, with a count and a rate for the view's `throttleScope`. A view
 * without a scope is not limited.
 */
export function scopedRateThrottle<Request extends ApiRequest = ApiRequest>(
  options: ScopedRateThrottleOptions<Request> = {},
): Throttle {
  scopedRateThrottleOptions.require(options)
  return rateThrottle('scopedRateThrottle', options, {
    ...byUser,
    scopeOf: ({ throttleScope }) => throttleScope,
  })
}

const byUser = {
  keyOf: senderKey,
  forWhom: 'for each user, or address of clients who are not signed in',
}

/** Ids of different schemes may be the same. */
function credentialKey(request: ApiRequest): string | null {
  const { scheme, credential, auth } = request
  if (scheme === null) return null
  if (credential !== null) return `credential:${scheme}:${credential}`
  return auth === null ? null : senderKey(request)
}
