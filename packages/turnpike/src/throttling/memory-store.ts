import { Lru } from '../caching/lru.ts'
import { inMemory, isInMemory } from '../caching/memory-stores.ts'
import { knownOptions } from '../errors/known-options.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { PeriodCount } from './counts/period-count.ts'
import { SlidingWindow } from './counts/sliding-window.ts'
import type { Rate } from './rate.ts'
import {
  neverFits,
  type PeriodRate,
  type ThrottleDecision,
  type ThrottleStore,
} from './throttle-store.ts'

export interface MemoryThrottleStoreOptions {
  /**
   * Maximum number of clients to remember. Beyond it the least recently active one is evicted.
   * Default 100,000.
   */
  maxKeys?: number
  /**
   * The time in seconds since 1970, for tests. Default the process's own: for sliding windows a
   * monotonic clock, for periods of the calendar the clock of the machine.
   */
  now?: () => number
}

export const memoryThrottleStoreOptions = knownOptions<MemoryThrottleStoreOptions>(
  'memoryThrottleStore()',
  {
    maxKeys: wholeNumber({ least: 1 }),
    now: 'optional',
  },
)

/** Counts in the memory of this process. Every process counts separately. */
export function memoryThrottleStore(options: MemoryThrottleStoreOptions = {}): ThrottleStore {
  memoryThrottleStoreOptions.require(options)
  const { maxKeys = 100_000, now } = options
  const monotonic = now ?? (() => performance.now() / 1000)
  const ofCalendar = now ?? (() => Date.now() / 1000)
  const clients = new Lru<string, Counts>({ max: maxKeys })

  const decide = (
    { window, period }: Counts,
    rate: Rate | PeriodRate,
    cost: number,
    isCounted: boolean,
    isShown: boolean,
  ): ThrottleDecision =>
    'seconds' in rate
      ? window.take(rate, { now: monotonic(), cost, isCounted, isShown })
      : period.take(rate, { now: ofCalendar(), cost, isCounted, isShown })

  const store: ThrottleStore = {
    take(key, rate, { cost = 1, isShown = false } = {}): ThrottleDecision {
      const refusal = neverFits(rate, cost)
      if (refusal !== null) return refusal

      const known = clients.get(key)
      const counts = known ?? newCounts()
      if (known === undefined) clients.set(key, counts)
      return decide(counts, rate, cost, true, isShown)
    },

    peek(key, rate, cost = 1): ThrottleDecision {
      const counts = clients.peek(key) ?? newCounts()
      return neverFits(rate, cost) ?? decide(counts, rate, cost, false, true)
    },

    giveBack(key) {
      clients.peek(key)?.window.giveBack()
    },
  }
  return inMemory(store)
}

/** What was counted of one client. */
interface Counts {
  readonly window: SlidingWindow
  readonly period: PeriodCount
}

const newCounts = (): Counts => ({ window: new SlidingWindow(), period: new PeriodCount() })

/** Whether the store counts in the memory of this process. */
export const isMemoryThrottleStore = (store: ThrottleStore): boolean => isInMemory(store)
