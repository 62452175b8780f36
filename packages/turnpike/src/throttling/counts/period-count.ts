import { type PeriodRate, periodAt, type ThrottleDecision } from '../throttle-store.ts'
import type { Counting } from './sliding-window.ts'

/** How much of a period one client has used. */
export class PeriodCount {
  #start = 0
  #used = 0

  take(rate: PeriodRate, { now, cost, isCounted, isShown }: Counting): ThrottleDecision {
    const { start, end } = periodAt(rate, now, this.#start)
    const used = this.#start === start ? this.#used : 0
    const reset = Math.max(0, end - now)
    if (cost > 0 && used + cost > rate.limit) return { allowed: false, wait: reset }

    if (isCounted) {
      this.#start = start
      this.#used = used + cost
    }
    if (!isShown) return { allowed: true }
    return { allowed: true, remaining: Math.max(0, rate.limit - used - cost), reset }
  }
}
