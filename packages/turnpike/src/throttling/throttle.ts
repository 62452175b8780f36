import type { ApiRequest } from '../http/request.ts'
import type { CalendarPeriod } from './calendar-rate.ts'
import type { ThrottleDecision, ThrottleStore } from './throttle-store.ts'

/** The part of the view that a throttle needs. */
export interface ThrottledView {
  /** The scope for scoped rates, or null. */
  readonly throttleScope: string | null
  readonly settings: {
    /** Those that `usageView` lists. */
    readonly DEFAULT_THROTTLE_CLASSES: readonly Throttle[]
    readonly DEFAULT_THROTTLE_RATES: Readonly<Record<string, string | null>>
    readonly THROTTLE_STORE: ThrottleStore
    readonly RATE_LIMIT_HEADERS: boolean
  }
}

/** What a limit leaves to a caller. */
export interface Usage {
  /** The name of the limit, such as its scope. */
  readonly name: string
  readonly limit: number
  /** How many more requests are allowed now. */
  readonly remaining: number
  /** The period of the calendar; null if the window slides. */
  readonly period: CalendarPeriod | null
  /** The time zone of the calendar; null if the window slides. */
  readonly timeZone: string | null
  /** The length of the window, or of the current period. */
  readonly seconds: number
  /**
   * Seconds until the period ends, or until the oldest counted request leaves the window; 0 if
   * there is none.
   */
  readonly reset: number
  /** When the current period of the calendar ends; null if the window slides. */
  readonly ends: Date | null
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

  /**
   * What is left to the caller, for `usageView`. Counts nothing. Null if it does not limit them.
   * Absent: it is not listed.
   */
  usage?(request: ApiRequest, view: ThrottledView): Usage | null | Promise<Usage | null>
}
