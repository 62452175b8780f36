import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@turnpike/test-support/redis.ts'
import type { Redis } from '../src/index.ts'

/** Counts on each key over and over, one at a time. */
export interface Counting {
  /** The highest count of each key that was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, number>
  readonly failures: readonly unknown[]
  /** Waits until each key was counted so often from now on. */
  goesOn(times: number): Promise<void>
  end(): Promise<void>
}

export function counting(redis: Redis, keys: readonly string[]): Counting {
  const acknowledged = new Map(keys.map((key) => [key, 0]))
  const failures: unknown[] = []
  let isOver = false
  const work = Promise.all(
    keys.map(async (key) => {
      while (!isOver) {
        try {
          const count = Number(await redis.run(increment, key, []))
          acknowledged.set(key, Math.max(acknowledged.get(key) ?? 0, count))
        } catch (error) {
          failures.push(error)
        }
        await sleep(2)
      }
    }),
  )
  return {
    acknowledged,
    failures,
    goesOn(times) {
      const before = new Map(acknowledged)
      return until(() =>
        [...acknowledged].every(([key, count]) => count >= (before.get(key) ?? 0) + times),
      )
    },
    async end() {
      isOver = true
      await work
    },
  }
}

const increment = `return redis.call('INCR', KEYS[1])`

/** The count that Redis has. */
export const countOf = async (redis: Redis, key: string): Promise<number> =>
  Number(await redis.run(`return redis.call('GET', KEYS[1])`, key, []))
