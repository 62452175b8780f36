import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { Lru } from '../../caching/lru.ts'
import { cacheCounts } from '../../telemetry/counts.ts'

/** Knowledge from earlier requests with the same username and password. */
export interface KnownPassword {
  /** Whether the password recently matched this stored hash. */
  fits(hash: string): boolean
  /** Remembers that the password matched this stored hash. */
  keep(hash: string): void
}

export interface KnownPasswordsOptions {
  /** How long a match is remembered, counted from the hashing. */
  seconds: number
  /**
   * Maximum number of credentials to remember; the least recently used are evicted. Default 10,000.
   */
  max?: number
  /** A monotonic clock in seconds, from any start. Default the process's own. */
  now?: () => number
}

/** Passwords that were recently right, in the memory of this process. */
export interface KnownPasswords {
  /**
   * Checks credentials with what is known of them. While nothing is known, one of several identical
   * checks runs first: its success spares the others the hash, and its exception fails them too.
   */
  check<Result>(
    username: string,
    password: string,
    check: (known: KnownPassword) => Promise<Result>,
  ): Promise<Result>
}

/**
 * Remembers that a password matched a stored hash: nothing else, and no mismatch. The store still
 * reads the user's current hash and activity each time, so a change by any process takes effect at
 * once.
 *
 * Username and password are not kept, only a digest of them under a key of this process.
 */
export function knownPasswords({
  seconds,
  max = 10_000,
  now = () => performance.now() / 1000,
}: KnownPasswordsOptions): KnownPasswords {
  /** By the digest of the credentials, least recently used first. */
  const counts = cacheCounts('passwords')
  const known = new Lru<string, { hash: string; until: number }>({ max, counts })
  const underWay = new Map<string, Promise<unknown>>()
  let key: Uint8Array | undefined

  function signInDigest(username: string, password: string): string {
    // Created on demand: Cloudflare Workers have no random bytes before the first request.
    key ??= randomBytes(32)
    return bytesToHex(hmac(sha256, key, utf8ToBytes(JSON.stringify([username, password]))))
  }

  const isKnown = (digest: string) => (known.peek(digest)?.until ?? 0) > now()

  function use(digest: string, hash: string): boolean {
    const fits = isKnown(digest) && known.peek(digest)?.hash === hash
    if (fits) known.get(digest)
    counts[fits ? 'hits' : 'misses']++
    return fits
  }

  function forgetEnded(): void {
    for (const [digest] of known) {
      if (isKnown(digest)) return
      known.delete(digest)
    }
  }

  return {
    async check(username, password, check) {
      forgetEnded()
      const digest = signInDigest(username, password)
      const first = underWay.get(digest)
      // Waits only once: if the first check fails, each of the others computes its own hash.
      if (first !== undefined && !isKnown(digest)) await first

      const checking = check({
        fits: (hash) => use(digest, hash),
        keep: (hash) => known.set(digest, { hash, until: now() + seconds }),
      })
      if (isKnown(digest) || underWay.has(digest)) return checking

      underWay.set(digest, checking)
      try {
        return await checking
      } finally {
        underWay.delete(digest)
      }
    },
  }
}
