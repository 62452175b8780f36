import { Lru } from '../caching/lru.ts'
import { mark } from '../caching/mark.ts'
import { knownOptions } from '../errors/known-options.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { Rate } from './rate.ts'
import type { ThrottleDecision, ThrottleStore } from './throttle-store.ts'

export interface MemoryThrottleStoreOptions {
  /**
   * Maximum number of clients to remember. Beyond it the least recently active one is evicted.
   * Default 100,000.
   */
  maxKeys?: number
  /** A monotonic clock in seconds, from any start. Default the process's own. */
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
  const { maxKeys = 100_000, now = () => performance.now() / 1000 } = options
  const windows = new Lru<string, SlidingWindow>({ max: maxKeys })

  const store: ThrottleStore = {
    take(key: string, rate: Rate, isShown = false): ThrottleDecision {
      const known = windows.get(key)
      const window = known ?? new SlidingWindow()
      if (known === undefined) windows.set(key, window)
      return window.take(now(), rate, isShown)
    },

    giveBack(key) {
      windows.peek(key)?.giveBack()
    },
  }
  memoryStores.set(store, true)
  return store
}

const memoryStores = mark<ThrottleStore>()

/** Whether the store counts in the memory of this process. */
export const isMemoryThrottleStore = (store: ThrottleStore): boolean =>
  memoryStores.get(store) === true

/** The moments at which the requests of one client were counted, oldest first. */
class SlidingWindow {
  #moments: number[] = []
  /** Moments before this index have left the window. */
  #start = 0

  /** The longest period that counts these moments: views may share a count at different rates. */
  #longest = 0

  take(now: number, { limit, seconds }: Rate, isShown: boolean): ThrottleDecision {
    this.#longest = Math.max(this.#longest, seconds)
    this.#dropUntil(now - this.#longest)
    const count = this.#countSince(now - seconds)
    if (count < limit) {
      this.#moments.push(now)
      if (!isShown) return { allowed: true }
      const oldest = this.#moments.at(-1 - count) ?? now
      return { allowed: true, remaining: limit - count - 1, reset: seconds - (now - oldest) }
    }
    // There is room when all but `limit - 1` of the counted ones have left.
    const leaver = limit === 0 ? now : this.#moments.at(-limit)
    return { allowed: false, wait: seconds - (now - (leaver ?? now)) }
  }

  giveBack(): void {
    if (this.#moments.length > this.#start) this.#moments.pop()
  }

  /** How many come after the moment. Searches from the end: a short period has few. */
  #countSince(moment: number): number {
    const moments = this.#moments
    let index = moments.length
    while (index > this.#start && (moments[index - 1] ?? 0) > moment) index--
    return moments.length - index
  }

  #dropUntil(moment: number): void {
    const moments = this.#moments
    while (this.#start < moments.length && (moments[this.#start] ?? 0) <= moment) this.#start++
    if (this.#start * 2 > moments.length) {
      this.#moments = moments.slice(this.#start)
      this.#start = 0
    }
  }
}
