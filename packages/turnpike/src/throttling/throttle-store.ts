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
        /** Seconds until the oldest counted request no longer counts. Absent if unknown. */
        readonly reset?: number
      }
    | {
        readonly allowed: false
        /** Seconds until a request is allowed; null if unknown. */
        readonly wait: number | null
      }
  )

/** Where requests are counted. Throttles that share a store and a key share the count. */
export interface ThrottleStore {
  /**
   * Counts one request of `key` if the rate leaves room for it, atomically: of any number of
   * simultaneous requests exactly as many are allowed as there is room for. The window slides: a
   * request counts for exactly the rate's seconds. A denied request is not counted.
   *
   * @param isShown whether clients see what remains (`RATE_LIMIT_HEADERS`). Default false:
   *   `remaining` and `reset` are not needed.
   * @returns when denied, the seconds until there is room.
   */
  take(key: string, rate: Rate, isShown?: boolean): ThrottleDecision | Promise<ThrottleDecision>

  /** Removes the latest counted request of `key`, if there is one. */
  giveBack(key: string): void | Promise<void>
}
