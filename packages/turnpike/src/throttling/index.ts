/** Throttles: how often requests are allowed. @module */
export { type MemoryThrottleStoreOptions, memoryThrottleStore } from './memory-store.ts'
export { parseRate, type Rate } from './rate.ts'
export {
  anonRateThrottle,
  type RateThrottleOptions,
  scopedRateThrottle,
  userRateThrottle,
} from './rate-throttle.ts'
export type { Throttle, ThrottledView } from './throttle.ts'
export type { ThrottleDecision, ThrottleStore } from './throttle-store.ts'
