import { cacheCounts, Lru } from 'turnpike/kit'
import type { KeySet } from '../keys/key-set.ts'
import type { JwtAuth } from './jwt-auth.ts'

/** A token that was verified. */
export interface VerifiedToken<Claims> {
  readonly auth: JwtAuth<Claims>
  /** For the log: the `jti` of the token, otherwise its client. Null if it has neither. */
  readonly credential: string | null
  /** Seconds since 1970 from which it is valid; -Infinity: always. */
  readonly from: number
  /** Seconds since 1970 at which it is not valid any more; Infinity: never. */
  readonly until: number
  /** The key that it is bound to (RFC 7800 §3.1); undefined if there is none. */
  readonly confirmation: unknown
}

/**
 * A cache of verified tokens by their text. Only tokens that their issuer has signed enter it, and
 * they leave it when the issuer has other keys.
 *
 * @param size the maximum number of tokens. The least recently used are evicted. 0: none is kept.
 */
export function verifiedTokens<Claims>(size: number) {
  const counts = cacheCounts('verified tokens')
  const tokens = new Lru<string, VerifiedToken<Claims>>({ max: size, counts })
  let keys: KeySet | null = null

  return {
    /** The token if it was verified with these keys and is valid now; otherwise undefined. */
    get(set: KeySet, token: string): VerifiedToken<Claims> | undefined {
      if (set !== keys) return undefined
      const verified = tokens.get(token)
      if (verified === undefined) return undefined
      const now = Date.now() / 1000
      if (verified.from <= now && now < verified.until) {
        counts.hits++
        return verified
      }
      tokens.delete(token)
      return undefined
    },

    set(set: KeySet, token: string, verified: VerifiedToken<Claims>): void {
      counts.misses++
      if (set !== keys) tokens.clear()
      keys = set
      tokens.set(token, verified)
    },
  }
}
