import { knownOptions, type OptionNames } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { functionRule } from '../rules/object.ts'
import { orNull, type Rule } from '../rules/rule.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { methodNames } from './method-names.ts'
import { throttleRate } from './rate.ts'
import type { ThrottleStore } from './throttle-store.ts'

/**
 * The rate of a request: `1000/day`, `100000/calendar-month Europe/Berlin`; null means no limit. It
 * is called for each request, so that a change of the plan counts at once.
 */
export type RateOf<Request extends ApiRequest = ApiRequest> = (
  request: Request,
  scope: string,
) => string | null | Promise<string | null>

/** How many requests a request counts as: a whole number. 0: it is free. */
export type CostOf<Request extends ApiRequest = ApiRequest> = (
  request: Request,
) => number | Promise<number>

/** Options of the rate throttles. */
export interface RateThrottleOptions<Request extends ApiRequest = ApiRequest> {
  /**
   * `100/day`, `5/15m`, `100000/calendar-month Europe/Berlin`, or a function that returns such a
   * text for a request; null means no limit. Default the scope's rate in `DEFAULT_THROTTLE_RATES`.
   */
  rate?: string | null | RateOf<Request>
  /** The name of the count. Throttles with the same scope share it. */
  scope?: string
  /**
   * The methods that are limited and counted, in upper case: `['POST']`. HEAD is included with GET.
   * Default all.
   */
  methods?: readonly string[]
  /** How many requests each one counts as, or a function that returns it. Default 1. */
  cost?: number | CostOf<Request>
  /** Where requests are counted. Default the setting `THROTTLE_STORE`. */
  store?: ThrottleStore
}

/** Options of `scopedRateThrottle`. */
export interface ScopedRateThrottleOptions<Request extends ApiRequest = ApiRequest>
  extends Pick<RateThrottleOptions<Request>, 'methods' | 'cost' | 'store'> {
  /** A function that returns the rate of a request. Default that in `DEFAULT_THROTTLE_RATES`. */
  rate?: RateOf<Request>
}

/** As large as the largest limit. */
export const costRule = wholeNumber({ least: 0, most: 999_999_999 })

const fixedOr = <Value>(fixed: Rule<Value>, kind: string): Rule<Value | (() => never)> => ({
  ...fixed,
  expected: `${fixed.expected}, or a function that returns ${kind} for a request`,
  accepts: (value): value is Value | (() => never) =>
    fixed.accepts(value) || typeof value === 'function',
})

const options: OptionNames<RateThrottleOptions> = {
  rate: fixedOr(orNull(throttleRate), 'one'),
  scope: 'optional',
  methods: methodNames,
  cost: fixedOr(costRule, 'one'),
  store: 'optional',
}
export const anonRateThrottleOptions = knownOptions<RateThrottleOptions>(
  'anonRateThrottle()',
  options,
)
export const userRateThrottleOptions = knownOptions<RateThrottleOptions>(
  'userRateThrottle()',
  options,
)
export const keyRateThrottleOptions = knownOptions<RateThrottleOptions>(
  'keyRateThrottle()',
  options,
)
export const scopedRateThrottleOptions = knownOptions<ScopedRateThrottleOptions>(
  'scopedRateThrottle()',
  {
    rate: functionRule('a function that returns a rate such as 100/day, or null'),
    methods: options.methods,
    cost: options.cost,
    store: 'optional',
  },
)
