import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What earlier requests with the same username and password have shown. */
export interface KnownPassword {
  /** Whether the password was hashed a moment ago, and agreed with this stored hash. */
  fits(hash: string): boolean
  /** Keeps that the password has agreed with this stored hash. */
  keep(hash: string): void
}

export interface KnownPasswordsOptions {
  /** How long it is known, from the hashing on. */
  seconds: number
  /**
   * Most credentials that are kept; the least recently used are evicted. Default 10,000.
   */
  max?: number
  /** The time in seconds, from any start, that never runs backwards. Default the process's own. */
  now?: () => number
}

/** Passwords that were right a moment ago, in the memory of this process. */
export interface KnownPasswords {
  /**
   * Checks credentials, with what is known of them. While nothing is, one of several equal checks
   * goes first, so that what it finds spares the others; they fail with it when it breaks.
   */
  check<Result>(
    username: string,
    password: string,
    check: (known: KnownPassword) => Promise<Result>,
  ): Promise<Result>
}

/**
 * Remembers that a password has agreed with a stored hash: nothing else, and no refusal. Whether
 * the hash is still the user's, and the user active, is for the store to read each time; so a
 * change by any process counts at once.
 *
 * A digest under a key of this process stands for username and password, which are not kept.
 */
export function knownPasswords({
  seconds,
  max = 10_000,
  now = () => performance.now() / 1000,
}: KnownPasswordsOptions): KnownPasswords {
  /** By the digest of the credentials, in the order of their latest use. */
  const known = new Map<string, { hash: string; until: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  let key: Uint8Array | undefined

  function digestOf(username: string, password: string): string {
    // Made late, as Cloudflare Workers have no random bytes before the first request.
    key ??= randomBytes(32)
    return bytesToHex(hmac(sha256, key, utf8ToBytes(JSON.stringify([username, password]))))
  }

  const isKnown = (digest: string) => (known.get(digest)?.until ?? 0) > now()

  function use(digest: string, hash: string): boolean {
    const found = known.get(digest)
    if (found?.hash !== hash || !isKnown(digest)) return false
    known.delete(digest)
    known.set(digest, found)
    return true
  }

  function keep(digest: string, hash: string): void {
    known.delete(digest)
    known.set(digest, { hash, until: now() + seconds })
    const [first] = known.keys()
    if (known.size > max && first !== undefined) known.delete(first)
  }

  function forgetEnded(): void {
    for (const digest of known.keys()) {
      if (isKnown(digest)) return
      known.delete(digest)
    }
  }

  return {
    async check(username, password, check) {
      forgetEnded()
      const digest = digestOf(username, password)
      const first = underWay.get(digest)
      // Once: whoever has waited for a refusal is refused by a hash of their own.
      if (first !== undefined && !isKnown(digest)) await first

      const checking = check({
        fits: (hash) => use(digest, hash),
        keep: (hash) => keep(digest, hash),
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
