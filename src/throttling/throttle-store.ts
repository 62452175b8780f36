import type { Rate } from './rate.ts'

/** Whether a request may go on; when not, the seconds until it may (null: not known). */
export type ThrottleDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly wait: number | null }

/** Where counted requests are kept. All throttles that share a store and a key share the count. */
export interface ThrottleStore {
  /**
   * Counts one request of `key` if the rate leaves room for it, in one step: of any number at the
   * same moment exactly as many are allowed as there is room for. The window slides: a request
   * counts for exactly the rate's seconds. One that is refused is not counted.
   *
   * @returns when refused, the seconds until there is room again.
   */
  take(key: string, rate: Rate): ThrottleDecision | Promise<ThrottleDecision>

  /** Takes back the latest request of `key` that was counted. Without one nothing happens. */
  giveBack(key: string): void | Promise<void>
}
