/** What is known of a key. */
export type Claim =
  | {
      /** Nobody has used it: the caller now does the work, then calls `keep` or `release`. */
      readonly state: 'new'
      /** Names this claim in `keep` and `release`, so that a later claim is left alone. */
      readonly claim: string
    }
  | {
      /** The work of another request with this key is under way. */
      readonly state: 'busy'
    }
  | {
      /** The work was done. */
      readonly state: 'done'
      readonly work: KeptWork
    }

/** What is kept of a request whose work was done. */
export interface KeptWork {
  /** Names what was requested: a repeat has the same. */
  readonly fingerprint: string
  /** The answer as text. Null if it was not kept, because it is too long, for example. */
  readonly answer: string | null
}

/**
 * Where the keys of idempotent requests are kept, with the answers: `memoryIdempotencyStore()`,
 * `kyselyIdempotencyStore(db)` of `@turnpike/sql`, `redisIdempotencyStore(redis)` of
 * `@turnpike/redis`.
 */
export interface IdempotencyStore {
  /**
   * Whether keys and answers are kept in the transaction of the work: all methods are then called
   * in one of the setting `TRANSACTIONS`, whose rollback forgets the key. Default false.
   */
  readonly isTransactional?: boolean

  /**
   * Claims a key, atomically: of any number of simultaneous calls with one key, one gets `new`. The
   * others get `busy` at once, or wait for the end of the work.
   *
   * @param key a digest of 43 characters of base64url, which belongs to one client.
   * @throws ServiceUnavailable when the store cannot say. The work must then not be done.
   */
  claim(key: string): Claim | Promise<Claim>

  /**
   * Keeps what was done under the claim, for so many seconds; the key is then new again. If the
   * claim has expired and another request has the key, nothing is changed.
   */
  keep(key: string, claim: string, work: KeptWork, seconds: number): void | Promise<void>

  /** Gives the key back, since the work was not done. It is new again. */
  release(key: string, claim: string): void | Promise<void>
}
