import type { ApiRequest } from '../http/request.ts'
import type { ThrottleDecision, ThrottleStore } from './throttle-store.ts'

/** The part of the view that a throttle needs. */
export interface ThrottledView {
  /** The scope for scoped rates, or null. */
  readonly throttleScope: string | null
  readonly settings: {
    readonly DEFAULT_THROTTLE_RATES: Readonly<Record<string, string | null>>
    readonly THROTTLE_STORE: ThrottleStore
    readonly RATE_LIMIT_HEADERS: boolean
  }
}

/** A limit on how often requests are allowed. All throttles of a view are checked. */
export interface Throttle {
  /** Its name in explanations. Default that of its class, or `unnamed`. */
  readonly name?: string

  /** Decides and counts atomically, so that simultaneous requests cannot share a place. */
  allowRequest(
    request: ApiRequest,
    view: ThrottledView,
  ): ThrottleDecision | Promise<ThrottleDecision>

  /**
   * Called when a view with the throttle is declared.
   *
   * @throws Error when it cannot work with the view or its settings.
   */
  checkView?(view: ThrottledView): void

  /**
   * The limit in words, for the documentation of a view's method. Null if it limits nothing. Absent
   * if unknown.
   */
  describe?(view: ThrottledView, method: string): string | null
}
