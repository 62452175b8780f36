import type { Script } from './script.ts'

/** A way to a Redis that answers soon or is known to be down. `openRedis` makes one. */
export interface Redis {
  /**
   * Runs a script on one key, in one step, and gives its reply. The key gets the prefix of the
   * connection.
   *
   * @throws RedisUnavailable when there is no answer in time, and at once while Redis is down. The
   * script may then have run or not.
   */
  run(script: Script, key: string, args: readonly string[]): Promise<unknown>

  /** Whether Redis has answered last. Nobody is asked. */
  readonly isUp: boolean

  /** Settles when the first attempt to connect has succeeded or failed. It never rejects. */
  readonly attempted: Promise<void>

  /** Ends the connection. What is under way fails. */
  close(): void
}

/** Redis does not answer. The cause says why. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'

  constructor(options?: ErrorOptions) {
    super('Redis is not available.', options)
  }
}
