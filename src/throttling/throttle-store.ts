import type { Rate } from './rate.ts'

/** Whether a request is allowed; if not, the seconds until one is (null: unknown). */
export type ThrottleDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly wait: number | null }

/** Where requests are counted. Throttles that share a store and a key share the count. */
export interface ThrottleStore {
  /**
   * Counts one request of `key` if the rate leaves room for it, atomically: of any number of
   * simultaneous requests exactly as many are allowed as there is room for. The window slides: a
   * request counts for exactly the rate's seconds. A denied request is not counted.
   *
   * @returns when denied, the seconds until there is room.
   */
  take(key: string, rate: Rate): ThrottleDecision | Promise<ThrottleDecision>

  /** Removes the latest counted request of `key`, if there is one. */
  giveBack(key: string): void | Promise<void>
}
