import { createHash } from 'node:crypto'
import {
  memoryThrottleStore,
  ServiceUnavailable,
  type ThrottleDecision,
  type ThrottleStore,
} from 'turnpike'
import { knownOptions, Lru, oneOf } from 'turnpike/kit'
import { type Redis, RedisUnavailable } from './redis.ts'
import { giveBackScript, takeScript } from './throttle-scripts.ts'

export interface RedisThrottleStoreOptions {
  /**
   * The behaviour while Redis is down. `open` (default): this process counts in its own memory, at
   * the same rates. `closed`: requests that would be counted get 503.
   */
  onFailure?: 'open' | 'closed'
  /** The time in seconds since 1970. Default Redis's time: one clock for all processes. */
  now?: () => number
}

export const redisThrottleStoreOptions = knownOptions<RedisThrottleStoreOptions>(
  'redisThrottleStore()',
  { onFailure: oneOf(['open', 'closed']), now: 'optional' },
)

/**
 * Counts in Redis, for any number of processes and machines, each request atomically. A key expires
 * when none of its requests counts any more.
 */
export function redisThrottleStore(
  redis: Redis,
  options: RedisThrottleStoreOptions = {},
): ThrottleStore {
  redisThrottleStoreOptions.require(options)
  const { onFailure = 'open', now } = options
  const memory = memoryThrottleStore()
  const inMemory = new TakenInMemory()

  return {
    async take(key, { limit, seconds }, isShown = false) {
      const clock = now === undefined ? 'server' : 'caller'
      const time = now === undefined ? Date.now() / 1000 : now()
      const args = [limit, seconds * 1e6, Math.round(time * 1e6)].map(String)
      try {
        const shown = isShown ? 'shown' : 'hidden'
        const reply = await redis.run(takeScript, redisKey(key), [...args, clock, shown])
        inMemory.forget(key)
        return decisionOf(reply)
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error
        // Without the cause, which would be logged for each request: the connection logged it once.
        if (onFailure === 'closed') throw new ServiceUnavailable()

        const decision = (await memory.take(key, { limit, seconds }, isShown)) as ThrottleDecision
        if (decision.allowed) inMemory.add(key)
        return decision
      }
    },

    async giveBack(key) {
      if (inMemory.remove(key)) return memory.giveBack(key)
      try {
        await redis.run(giveBackScript, redisKey(key), [])
      } catch (error) {
        // The place stays taken until it expires: this once the limit may be too strict.
        if (!(error instanceof RedisUnavailable)) throw error
      }
    },
  }
}

/** The decision in a reply of the script. */
function decisionOf(reply: unknown): ThrottleDecision {
  if (Array.isArray(reply)) {
    const [, remaining, reset] = reply.map(Number)
    return { allowed: true, remaining: remaining ?? 0, reset: (reset ?? 0) / 1e6 }
  }
  const wait = Number(reply)
  return wait < 0 ? { allowed: true } : { allowed: false, wait: wait / 1e6 }
}

/** A digest, so that Redis sees no address and no username, and long keys become short. */
const redisKey = (key: string) => `throttle:${createHash('sha256').update(key).digest('base64url')}`

/** Places taken in memory during an outage are given back in memory. */
class TakenInMemory {
  readonly #counts = new Lru<string, number>({ max: maxKeys })

  add(key: string): void {
    this.#counts.set(key, (this.#counts.peek(key) ?? 0) + 1)
  }

  /** Returns whether there was one. */
  remove(key: string): boolean {
    const count = this.#counts.peek(key) ?? 0
    if (count > 1) this.#counts.set(key, count - 1)
    else this.#counts.delete(key)
    return count > 0
  }

  forget(key: string): void {
    this.#counts.delete(key)
  }
}

/** The same number as in the memory store. */
const maxKeys = 100_000
