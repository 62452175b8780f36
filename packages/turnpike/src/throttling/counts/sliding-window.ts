import type { Rate } from '../rate.ts'
import type { ThrottleDecision } from '../throttle-store.ts'

/** A request to count. */
export interface Counting {
  /** In seconds. */
  readonly now: number
  readonly cost: number
  /** Whether it is counted, or only asked about. */
  readonly isCounted: boolean
  /** Whether the answer says what remains. */
  readonly isShown: boolean
}

/** The moments at which the requests of one client were counted, oldest first. */
export class SlidingWindow {
  #moments: number[] = []
  /** Moments before this index have left the window. */
  #start = 0

  /** The longest period that counts these moments: views may share a count at different rates. */
  #longest = 0

  take({ limit, seconds }: Rate, { now, cost, isCounted, isShown }: Counting): ThrottleDecision {
    this.#longest = Math.max(this.#longest, seconds)
    this.#dropUntil(now - this.#longest)
    const count = this.#countSince(now - seconds)
    if (cost === 0 || count + cost <= limit) {
      if (isCounted) for (let part = 0; part < cost; part++) this.#moments.push(now)
      if (!isShown) return { allowed: true }
      const oldest = this.#moments.at(-count - (isCounted ? cost : 0)) ?? now
      const isEmpty = count === 0 && !isCounted
      return {
        allowed: true,
        remaining: Math.max(0, limit - count - cost),
        reset: isEmpty ? 0 : seconds - (now - oldest),
      }
    }
    // There is room when all but `limit - cost` of the counted ones have left.
    const leaver = this.#moments.at(cost - limit - 1)
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
