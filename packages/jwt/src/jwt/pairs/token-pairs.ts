import { ConfigurationError, type User } from 'turnpike'
import type { KeyRing } from '../signing/key-ring.ts'
import { ownKeys } from '../signing/own-keys.ts'
import { followSeconds, rotatingKeys } from '../signing/rotating-keys.ts'
import { accessTokens } from './access-tokens.ts'
import { type TokenPairsOptions, tokenPairsOptions } from './options.ts'
import { refreshing } from './refreshing.ts'
import type { TokenPairs } from './token-pair.ts'

/**
 * Pairs of tokens: an access token, which is a JWT (RFC 9068), and a refresh token, which each use
 * replaces. `pairAuthentication`, `tokenPairViews` and `jwksView` are made from it:
 *
 * ```ts
 * const pairs = tokenPairs({ ...pairStores, issuer: 'https://api.example.com' })
 * ```
 *
 * Nothing is read or written before the first use.
 *
 * @throws ConfigurationError when an option is invalid.
 */
export function tokenPairs<U extends User>(options: TokenPairsOptions<U>): TokenPairs<U> {
  tokenPairsOptions.require(options)
  const keys = keyRingOf(options)
  const tokens = accessTokens(options, keys)
  return { users: options.users, keys, ...refreshing(options, tokens), verify: tokens.verify }
}

function keyRingOf<U extends User>({
  signingKeys,
  keys,
  accessTokenSeconds = 300,
  clockTolerance = 5,
  rotationSeconds = 90 * 86_400,
  now = () => new Date(),
}: TokenPairsOptions<U>): KeyRing {
  if (keys !== undefined && signingKeys === undefined) return ownKeys(keys)
  if (signingKeys === undefined || keys !== undefined) {
    throw new ConfigurationError(
      'tokenPairs() needs signingKeys, a store in which keys are made, or keys of your own: one of the two.',
    )
  }
  // A process that has not read the keys for a while may still sign with the one before.
  const keepSeconds = accessTokenSeconds + followSeconds + clockTolerance
  return rotatingKeys({
    store: signingKeys,
    rotationSeconds,
    keepSeconds,
    now,
  })
}
