import { Lru } from '../caching/lru.ts'
import { ServiceUnavailable } from '../errors/exceptions.ts'
import { sha256Base64Url } from '../http/syntax/sha256.ts'
import { workEndsWithResponse } from '../jwt/keys/issuer-keys.ts'
import {
  type IntrospectedToken,
  type IntrospectionClaims,
  introspectedToken,
} from './introspected-token.ts'

export interface LookupOptions {
  readonly cacheSeconds: number
  readonly cacheSize: number
  readonly maxRequests: number
}

/** What is known of a token. */
export interface Found {
  /** Null: the authorization server does not accept it. */
  readonly token: IntrospectedToken | null
  /** Whether it was active here before: it has ended, and was not made up. */
  readonly wasActive: boolean
}

/** Finds out what tokens are, and remembers it for a while, by their digests. */
export interface Lookups {
  /** What is remembered, without a wait; null: nothing. */
  known(digest: string): Found | null
  /** Requests for the same token at a time share one question. */
  find(token: string, digest: string): Promise<Found>
}

/** Seconds for which an inactive token is not asked for again. It never becomes active. */
const inactiveSeconds = 10

/** For each request to the server, so many others may wait for their turn. */
const waitingForEach = 20

interface Remembered {
  readonly token: IntrospectedToken
  readonly until: number
}

/** @param ask asks the authorization server; null: the token is not active. */
export function cachedLookups(
  ask: (token: string) => Promise<IntrospectionClaims | null>,
  { cacheSeconds, cacheSize, maxRequests }: LookupOptions,
): Lookups {
  const active = new Lru<string, Remembered>({ max: cacheSize })
  /** When they may be asked for again. Apart, so that made-up tokens evict no good ones. */
  const inactive = new Lru<string, number>({ max: cacheSize })
  const pending = new Map<string, Promise<Found>>()
  const turns = limitTo(maxRequests)

  function remember(digest: string, token: IntrospectedToken | null): Found {
    const now = Date.now() / 1000
    const wasActive = active.peek(digest) !== undefined
    if (token === null) {
      if (cacheSeconds > 0) inactive.set(digest, now + Math.min(inactiveSeconds, cacheSeconds))
    } else if (cacheSeconds > 0) {
      const expires = (token.expires?.getTime() ?? Infinity) / 1000
      active.set(digest, { token, until: Math.min(now + cacheSeconds, expires) })
    }
    return { token, wasActive }
  }

  const askOnce = (token: string, digest: string): Promise<Found> =>
    turns(async () => {
      const claims = await ask(token)
      return remember(digest, claims === null ? null : introspectedToken(claims))
    })

  return {
    known(digest) {
      const now = Date.now() / 1000
      const found = active.get(digest)
      if (found !== undefined && found.until > now) return { token: found.token, wasActive: true }
      const until = inactive.get(digest)
      return until !== undefined && until > now
        ? { token: null, wasActive: found !== undefined }
        : null
    },

    find(token, digest) {
      if (workEndsWithResponse) return askOnce(token, digest)
      const asked = pending.get(digest)
      if (asked !== undefined) return asked

      const asking = askOnce(token, digest).finally(() => pending.delete(digest))
      pending.set(digest, asking)
      return asking
    },
  }
}

/** What the cache knows a token by: a copy of the memory has no tokens. */
export const digestOfToken = (token: string): string => sha256Base64Url(token)

/**
 * Runs at most so many at a time; the others wait in line.
 *
 * @throws ServiceUnavailable when the line is too long: further ones would wait in vain.
 */
function limitTo(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running >= most) {
      if (waiting.length >= most * waitingForEach) throw new ServiceUnavailable()
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The next one takes over this place.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
