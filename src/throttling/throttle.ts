import type { ApiRequest } from '../http/request.ts'
import type { ThrottleDecision, ThrottleStore } from './throttle-store.ts'

/** What a throttle may ask of the view. */
export interface ThrottledView {
  /** The scope that scoped rates count, or null. */
  readonly throttleScope: string | null
  readonly settings: {
    readonly DEFAULT_THROTTLE_RATES: Readonly<Record<string, string | null>>
    readonly THROTTLE_STORE: ThrottleStore
  }
}

/** One limit on how often requests are let through. All throttles of a view are asked. */
export interface Throttle {
  /** Decides and counts in one step, so that requests at the same moment cannot share a place. */
  allowRequest(
    request: ApiRequest,
    view: ThrottledView,
  ): ThrottleDecision | Promise<ThrottleDecision>

  /**
   * Called when a view with the throttle is declared.
   *
   * @throws Error when the view or its settings cannot be used with it.
   */
  checkView?(view: ThrottledView): void

  /**
   * What it limits on a view, in words, for documentation; null: nothing. Absent: something, but
   * what is not told.
   */
  describe?(view: ThrottledView): string | null
}
