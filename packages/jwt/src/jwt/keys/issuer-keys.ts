import type { JSONWebKeySet } from 'jose'
import { ServiceUnavailable } from 'turnpike'
import { knownOptions, wholeNumber } from 'turnpike/kit'
import { type KeySet, type KeySource, publicKeySet } from './key-set.ts'

/** How long the keys of an issuer are used, and how often they are fetched. */
export interface KeyCacheOptions {
  /** Seconds after which they are fetched again, beside the requests. Default 600. */
  refreshSeconds?: number
  /**
   * Seconds for which the last keys are used while the issuer is away. Then tokens cannot be
   * verified: 503. Default 86,400, a day.
   */
  maxAgeSeconds?: number
  /**
   * Seconds between two fetches because of tokens with unknown keys, and the longest between two
   * attempts while the issuer is away. Default 30.
   */
  cooldownSeconds?: number
  /** Seconds for a fetch. Default 5. */
  timeoutSeconds?: number
}

export const keyCacheOptions = knownOptions<KeyCacheOptions>('keyCache of jwtAuthentication()', {
  refreshSeconds: wholeNumber({ least: 1, of: 'seconds' }),
  maxAgeSeconds: wholeNumber({ least: 1, of: 'seconds' }),
  cooldownSeconds: wholeNumber({ least: 1, of: 'seconds' }),
  timeoutSeconds: wholeNumber({ least: 1, most: 60, of: 'seconds' }),
})

/**
 * The keys of an issuer, fetched when they are needed.
 *
 * `createRemoteJWKSet` of jose rejects tokens while an issuer is away, as soon as its keys are
 * stale, and asks it again with every request. Here the last keys stay in use, failures wait, too,
 * and each one longer.
 *
 * @param load fetches the set.
 * @param onFailure called when it fails and the last keys stay in use.
 */
export function issuerKeys(
  load: () => Promise<JSONWebKeySet>,
  { refreshSeconds = 600, maxAgeSeconds = 86_400, cooldownSeconds = 30 }: KeyCacheOptions,
  onFailure: (error: unknown) => void,
): KeySource {
  let known: { readonly set: KeySet; readonly text: string } | null = null
  // By the clock that is never set back, and so is the next attempt.
  let loadedAt = Number.NEGATIVE_INFINITY
  let nextAttempt = Number.NEGATIVE_INFINITY
  let failures = 0
  let failure: unknown
  let pending: Promise<void> | null = null

  /** Never rejects: what it found out is in the variables above. */
  function refresh(): Promise<void> {
    const current = (workEndsWithResponse ? null : pending) ?? fetchKeys()
    pending = current
    return current
  }

  async function fetchKeys(): Promise<void> {
    try {
      accept(await load())
      loadedAt = performance.now()
      failures = 0
      failure = undefined
      nextAttempt = loadedAt + cooldownSeconds * 1000
    } catch (error) {
      failures += 1
      failure = error
      nextAttempt = performance.now() + Math.min(cooldownSeconds, 2 ** (failures - 1)) * 1000
      if (usable() !== null) onFailure(error)
    }
    pending = null
  }

  /** The same keys stay the same set, so that verified tokens are not verified again. */
  function accept(jwks: JSONWebKeySet): void {
    const text = JSON.stringify(jwks.keys)
    if (text !== known?.text) known = { set: publicKeySet(jwks), text }
  }

  const isFresh = () => performance.now() - loadedAt < refreshSeconds * 1000
  const usable = () =>
    performance.now() - loadedAt < maxAgeSeconds * 1000 ? (known?.set ?? null) : null
  const isAsking = () => pending !== null && !workEndsWithResponse
  const mayAsk = () => isAsking() || performance.now() >= nextAttempt
  const unavailable = () =>
    new ServiceUnavailable({
      retryAfter: Math.max(1, (nextAttempt - performance.now()) / 1000),
      cause: failure,
    })

  return {
    ready() {
      if (isFresh()) return known?.set ?? null
      const last = usable()
      if (last === null || workEndsWithResponse) return null
      if (mayAsk()) void refresh()
      return last
    },

    async current() {
      if (!isFresh() && mayAsk()) await refresh()
      const set = usable()
      if (set === null) throw unavailable()
      return set
    },

    async renewed(seen) {
      if (known !== null && known.set !== seen) return known.set
      if (mayAsk()) await refresh()
      const set = usable()
      if (set === null || (failures > 0 && set === seen)) throw unavailable()
      return set
    },
  }
}

/**
 * Workers end what a request has begun with its response, and let no other request wait for it. So
 * there each request that needs keys fetches them itself.
 */
export const workEndsWithResponse = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
