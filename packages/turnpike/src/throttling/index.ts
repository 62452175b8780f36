/** Throttles: how often requests are allowed. @module */
export {
  anonRateThrottle,
  keyRateThrottle,
  scopedRateThrottle,
  userRateThrottle,
} from './built-in.ts'
export type { CalendarPeriod } from './calendar-rate.ts'
export { type MemoryThrottleStoreOptions, memoryThrottleStore } from './memory-store.ts'
export { parseRate, type Rate } from './rate.ts'
export type {
  CostOf,
  RateOf,
  RateThrottleOptions,
  ScopedRateThrottleOptions,
} from './rate-throttle-options.ts'
export type { Throttle, ThrottledView, Usage } from './throttle.ts'
export {
  neverFits,
  type PeriodRate,
  periodAt,
  type TakeOptions,
  type ThrottleDecision,
  type ThrottleStore,
} from './throttle-store.ts'
