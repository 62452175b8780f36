import { createHash } from 'node:crypto'
import { ServiceUnavailable } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { memoryThrottleStore } from '../throttling/memory-store.ts'
import type { ThrottleDecision, ThrottleStore } from '../throttling/throttle-store.ts'
import { type Redis, RedisUnavailable } from './redis.ts'
import { giveBackScript, takeScript } from './throttle-scripts.ts'

export interface RedisThrottleStoreOptions {
  /**
   * What happens while Redis does not answer. `open` (default): this process counts for itself in
   * its memory, at the same rates. `closed`: requests that would be counted get 503.
   */
  onFailure?: 'open' | 'closed'
  /** The time in seconds since 1970. Default that of Redis: one clock for all processes. */
  now?: () => number
}

export const redisThrottleStoreOptions = knownOptions<RedisThrottleStoreOptions>(
  'redisThrottleStore()',
  { onFailure: 'optional', now: 'optional' },
)

/**
 * Counts in Redis, for any number of processes and machines, each request in one step. A key goes
 * by itself when nothing of it counts any more.
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
    async take(key, { limit, seconds }) {
      const clock = now === undefined ? 'server' : 'caller'
      const time = now === undefined ? Date.now() / 1000 : now()
      const args = [limit, seconds * 1e6, Math.round(time * 1e6)].map(String)
      try {
        const wait = Number(await redis.run(takeScript, redisKey(key), [...args, clock]))
        inMemory.forget(key)
        return wait < 0 ? { allowed: true } : { allowed: false, wait: wait / 1e6 }
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error
        // Without a cause, which would be logged for each request: the connection has told it once.
        if (onFailure === 'closed') throw new ServiceUnavailable()

        const decision = (await memory.take(key, { limit, seconds })) as ThrottleDecision
        if (decision.allowed) inMemory.add(key)
        return decision
      }
    },

    async giveBack(key) {
      if (inMemory.remove(key)) return memory.giveBack(key)
      try {
        await redis.run(giveBackScript, redisKey(key), [])
      } catch (error) {
        // The place stays taken until its time is over: a limit may be too strict for once.
        if (!(error instanceof RedisUnavailable)) throw error
      }
    },
  }
}

/** A digest, so that Redis is told no address and no username, and keys of any length are short. */
const redisKey = (key: string) => `throttle:${createHash('sha256').update(key).digest('base64url')}`

/** What is given back after an outage goes to where it was taken. */
class TakenInMemory {
  readonly #counts = new Map<string, number>()

  add(key: string): void {
    const count = this.#counts.get(key) ?? 0
    this.#counts.delete(key)
    this.#counts.set(key, count + 1)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > maxKeys && oldest !== undefined) this.#counts.delete(oldest)
  }

  /** Whether there was one. */
  remove(key: string): boolean {
    const count = this.#counts.get(key) ?? 0
    if (count > 1) this.#counts.set(key, count - 1)
    else this.#counts.delete(key)
    return count > 0
  }

  forget(key: string): void {
    this.#counts.delete(key)
  }
}

/** As many as the memory store keeps. */
const maxKeys = 100_000
