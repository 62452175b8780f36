import type { Rate } from './rate.ts'

/** A rate and its name for clients. */
export interface QuotaPolicy extends Rate {
  readonly name: string
}

interface Stated {
  /**
   * The rate that decided, for `RateLimit-Policy`. Throttles add it to the decisions of stores.
   * Absent, clients see nothing of the decision.
   */
  readonly policy?: QuotaPolicy
}

/** Whether a request is allowed. */
export type ThrottleDecision = Stated &
  (
    | {
        readonly allowed: true
        /** How many more requests are allowed now. Absent if unknown. */
        readonly remaining?: number
        /**
         * Seconds until the oldest counted request no longer counts, or the calendar's period ends.
         * Absent if unknown.
         */
        readonly reset?: number
      }
    | {
        readonly allowed: false
        /** Seconds until a request is allowed; null if unknown, or if waiting does not help. */
        readonly wait: number | null
      }
  )

/** A number of requests in each of the periods that begin at these moments. */
export interface PeriodRate {
  readonly limit: number
  /**
   * When the previous, the current and the next period begin by the clock of the process, and when
   * the next one ends, in seconds since 1970. The store's clock decides which one counts.
   */
  readonly bounds: readonly [previous: number, current: number, next: number, end: number]
}

/** How a request is counted. */
export interface TakeOptions {
  /** How many requests it counts as, from 1. Default 1. */
  readonly cost?: number
  /**
   * Whether clients see what remains (`RATE_LIMIT_HEADERS`). Default false: `remaining` and `reset`
   * are not needed.
   */
  readonly isShown?: boolean
}

/**
 * Where requests are counted. Throttles that share a store and a key share the count; what is
 * counted at a `Rate` and at a `PeriodRate` is kept apart.
 */
export interface ThrottleStore {
  /**
   * Counts one request of `key` if the rate leaves room for its cost, atomically: of any number of
   * simultaneous requests exactly as many are allowed as there is room for. A denied request is not
   * counted.
   *
   * The window of a `Rate` slides: a request counts for exactly the rate's seconds. At a
   * `PeriodRate` it counts in the last period that has begun, until that one ends.
   *
   * @returns when denied, the seconds until there is room. Null if the cost is above the limit; if
   *   the limit of a `Rate` is 0, its seconds: see `neverFits`.
   */
  take(
    key: string,
    rate: Rate | PeriodRate,
    options?: TakeOptions,
  ): ThrottleDecision | Promise<ThrottleDecision>

  /**
   * What `take` would return now, with `remaining` and `reset`. Counts nothing.
   *
   * @param cost from 0, which is always allowed: what remains for others. `remaining` is never
   *   negative, although a lowered limit may be exceeded; `reset` is 0 if nothing is counted at a
   *   `Rate`. Default 1.
   */
  peek(
    key: string,
    rate: Rate | PeriodRate,
    cost?: number,
  ): ThrottleDecision | Promise<ThrottleDecision>

  /**
   * Removes the latest request of `key` that was counted at a `Rate`, if there is one; of a higher
   * cost, one part.
   */
  giveBack(key: string): void | Promise<void>
}

/** The refusal of a cost for which there is never room, for stores. Null if it may fit. */
export function neverFits(rate: Rate | PeriodRate, cost: number): ThrottleDecision | null {
  if (cost <= rate.limit) return null
  return { allowed: false, wait: rate.limit === 0 && 'seconds' in rate ? rate.seconds : null }
}

/**
 * The period that a moment is in, for stores. A moment outside of all counts in the nearest one:
 * then the clocks of process and store differ by more than a period.
 *
 * @param now in seconds since 1970, like the result.
 * @param latest the start of the period that was counted in last: a clock that is set back by up to
 *   a second does not return to the one before. Default: none was.
 */
export function periodAt(
  { bounds: [previous, current, next, end] }: PeriodRate,
  now: number,
  latest = 0,
): { readonly start: number; readonly end: number } {
  const moment = latest <= now + 1 ? Math.max(now, latest) : now
  if (moment < current) return { start: previous, end: current }
  return moment < next ? { start: current, end: next } : { start: next, end }
}
