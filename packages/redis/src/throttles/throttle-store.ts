import { createHash } from 'node:crypto'
import {
  memoryThrottleStore,
  ServiceUnavailable,
  type ThrottleDecision,
  type ThrottleStore,
} from 'turnpike'
import {
  knownOptions,
  Lru,
  neverFits,
  oneOf,
  type PeriodRate,
  type Rate,
  type TakeOptions,
} from 'turnpike/kit'
import { type Redis, RedisUnavailable } from '../redis.ts'
import { takeOfPeriodScript } from './period-scripts.ts'
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

  /** What Redis decides. Null while it is down and this process counts. */
  async function ask(
    key: string,
    rate: Rate | PeriodRate,
    { cost, isShown }: Required<TakeOptions>,
    mode: 'take' | 'peek',
  ): Promise<ThrottleDecision | null> {
    const clock = now === undefined ? 'server' : 'caller'
    const time = `${microseconds(now === undefined ? Date.now() / 1000 : now())}`
    try {
      if ('seconds' in rate) {
        const args = [rate.limit, microseconds(rate.seconds), time, clock]
        const more = [isShown ? 'shown' : 'hidden', cost, mode]
        const words = [...args, ...more].map(String)
        return decisionOf(await redis.run(takeScript, redisKey('throttle', key), words))
      }
      const words = [rate.limit, cost, time, clock, mode, ...rate.bounds.map(microseconds)]
      const name = redisKey('period', key)
      return decisionOfPeriod(await redis.run(takeOfPeriodScript, name, words.map(String)))
    } catch (error) {
      if (!(error instanceof RedisUnavailable)) throw error
      // Without the cause, which would be logged for each request: the connection logged it once.
      if (onFailure === 'closed') throw new ServiceUnavailable()
      return null
    }
  }

  return {
    async take(key, rate, { cost = 1, isShown = false } = {}) {
      const refusal = neverFits(rate, cost)
      if (refusal !== null) return refusal

      const decided = await ask(key, rate, { cost, isShown }, 'take')
      if (decided !== null) {
        inMemory.forget(key)
        return decided
      }
      const decision = await memory.take(key, rate, { cost, isShown })
      if (decision.allowed) inMemory.add(key)
      return decision
    },

    async peek(key, rate, cost = 1) {
      const asked = { cost, isShown: true }
      return (
        neverFits(rate, cost) ??
        (await ask(key, rate, asked, 'peek')) ??
        memory.peek(key, rate, cost)
      )
    },

    async giveBack(key) {
      if (inMemory.remove(key)) return memory.giveBack(key)
      try {
        await redis.run(giveBackScript, redisKey('throttle', key), [])
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

/** The decision in a reply of the script of periods. */
function decisionOfPeriod(reply: unknown): ThrottleDecision {
  const [allowed, remaining = 0, left = 0] = (reply as unknown[]).map(Number)
  const reset = left / 1e6
  return allowed === 1 ? { allowed: true, remaining, reset } : { allowed: false, wait: reset }
}

const microseconds = (seconds: number) => Math.round(seconds * 1e6)

/** A digest, so that Redis sees no address and no username, and long keys become short. */
const redisKey = (kind: 'throttle' | 'period', key: string) =>
  `${kind}:${createHash('sha256').update(key).digest('base64url')}`

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
