/** A connection to Redis that answers soon or is known to be down. See `openRedis`. */
export interface Redis {
  /**
   * Runs a Lua script on one key, `KEYS[1]`, atomically, and returns its reply. The key gets the
   * connection's prefix. A script that uses this key alone runs on any node of a cluster.
   *
   * @throws RedisUnavailable when there is no reply in time, and at once while Redis is down. The
   *   script may have run or not.
   */
  run(script: string, key: string, args: readonly string[]): Promise<unknown>

  /** Whether Redis answered last. Sends nothing. */
  readonly isUp: boolean

  /** Settles when the first attempt to connect has succeeded or failed. Never rejects. */
  readonly attempted: Promise<void>

  /** Closes the connection. Pending commands fail. */
  close(): void
}

/** Redis cannot be reached. The cause says why. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'

  constructor(options?: ErrorOptions) {
    super('Redis is not available.', options)
  }
}
