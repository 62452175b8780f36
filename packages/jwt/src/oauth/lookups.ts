import { Lru, sha256Base64Url } from 'turnpike/kit'
import { workEndsWithResponse } from '../jwt/keys/issuer-keys.ts'
import {
  type IntrospectedToken,
  type IntrospectionClaims,
  introspectedToken,
} from './introspected-token.ts'
import { lineOf, suspects } from './lines.ts'

export interface LookupOptions {
  readonly cacheSeconds: number
  readonly cacheSize: number
  readonly maxRequests: number
}

/** The known facts of a token. */
export interface Found {
  /** Null if the authorization server does not accept it. */
  readonly token: IntrospectedToken | null
  /** Whether it was active here before: it has ended, and was not made up. */
  readonly wasActive: boolean
}

/** Finds out what tokens are, and remembers it for a while, by their digests. */
export interface Lookups {
  /** The remembered token, without a wait; null if there is none. */
  known(digest: string): Found | null
  /**
   * Requests for the same token at a time share one question.
   *
   * @param address where the token comes from.
   * @throws ServiceUnavailable when the server cannot be asked, or too many wait for that.
   */
  find(token: string, digest: string, address: string): Promise<Found>
}

/** Seconds for which an inactive token is not asked for again. It never becomes active. */
const inactiveSeconds = 10

interface Remembered {
  readonly token: IntrospectedToken
  readonly until: number
}

/** @param ask asks the authorization server; null if the token is not active. */
export function cachedLookups(
  ask: (token: string) => Promise<IntrospectionClaims | null>,
  { cacheSeconds, cacheSize, maxRequests }: LookupOptions,
): Lookups {
  const active = new Lru<string, Remembered>({ max: cacheSize })
  /** When they may be asked for again. Apart, so that made-up tokens evict no good ones. */
  const inactive = new Lru<string, number>({ max: cacheSize })
  const pending = new Map<string, Promise<Found>>()
  const turns = lineOf(maxRequests)
  const suspicious = suspects()

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

  async function askInTurn(token: string, digest: string, address: string): Promise<Found> {
    const asking = () => turns(() => ask(token))
    const line = suspicious.line(address)
    const claims = await (line === null ? asking() : line(asking))
    const found = remember(digest, claims === null ? null : introspectedToken(claims))
    if (found.token === null && !found.wasActive) suspicious.note(address)
    return found
  }

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

    find(token, digest, address) {
      if (workEndsWithResponse) return askInTurn(token, digest, address)
      const asked = pending.get(digest)
      if (asked !== undefined) return asked

      const asking = askInTurn(token, digest, address).finally(() => pending.delete(digest))
      pending.set(digest, asking)
      return asking
    },
  }
}

/** The key of a token in the cache, so that a copy of the memory has no tokens. */
export const digestOfToken = (token: string): string => sha256Base64Url(token)
