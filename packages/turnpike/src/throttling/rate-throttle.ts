import { fieldOf } from '../accounts/user.ts'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions, type OptionNames } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { orNull } from '../rules/rule.ts'
import { addressKey } from './address-key.ts'
import { includesMethod, methodNames } from './method-names.ts'
import { parseRate, type Rate, rate as rateRule } from './rate.ts'
import type { Throttle, ThrottledView } from './throttle.ts'
import type { QuotaPolicy, ThrottleDecision, ThrottleStore } from './throttle-store.ts'

/** Options of the rate throttles. */
export interface RateThrottleOptions {
  /**
   * `100/day`, `5/15m`; null means no limit. Default the scope's rate in `DEFAULT_THROTTLE_RATES`.
   */
  rate?: string | null
  /** The name of the count. Throttles with the same scope share it. */
  scope?: string
  /**
   * The methods that are limited and counted, in upper case: `['POST']`. HEAD is included with GET.
   * Default all.
   */
  methods?: readonly string[]
  /** Where requests are counted. Default the setting `THROTTLE_STORE`. */
  store?: ThrottleStore
}

type ScopedRateThrottleOptions = Pick<RateThrottleOptions, 'methods' | 'store'>

const options: OptionNames<RateThrottleOptions> = {
  rate: orNull(rateRule),
  scope: 'optional',
  methods: methodNames,
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
export const scopedRateThrottleOptions = knownOptions<ScopedRateThrottleOptions>(
  'scopedRateThrottle()',
  { methods: methodNames, store: 'optional' },
)

/** Limits unauthenticated clients by address. Its scope is `anon`. */
export function anonRateThrottle(options: RateThrottleOptions = {}): Throttle {
  anonRateThrottleOptions.require(options)
  const { scope = 'anon' } = options
  return rateThrottle(
    'anonRateThrottle',
    options,
    () => scope,
    (request) => (userKey(request) === null ? addressKey(request.client) : null),
    'for each address of clients who are not signed in',
  )
}

/** Limits authenticated users by pk and other clients by address. Its scope is `user`. */
export function userRateThrottle(options: RateThrottleOptions = {}): Throttle {
  userRateThrottleOptions.require(options)
  const { scope = 'user' } = options
  return rateThrottle(
    'userRateThrottle',
    options,
    () => scope,
    (request) => userKey(request) ?? addressKey(request.client),
    eachUser,
  )
}

/**
 * Limits like `userRateThrottle`, with a count and a rate for the view's `throttleScope`. A view
 * without a scope is not limited.
 */
export function scopedRateThrottle(options: ScopedRateThrottleOptions = {}): Throttle {
  scopedRateThrottleOptions.require(options)
  return rateThrottle(
    'scopedRateThrottle',
    options,
    ({ throttleScope }) => throttleScope,
    (request) => userKey(request) ?? addressKey(request.client),
    eachUser,
  )
}

const eachUser = 'for each user, or address of clients who are not signed in'

function rateThrottle(
  name: string,
  { rate, methods, store }: RateThrottleOptions,
  scopeOf: (view: ThrottledView) => string | null,
  keyOf: (request: ApiRequest) => string | null,
  forWhom: string,
): Throttle {
  const own = typeof rate === 'string' ? parseRate(rate) : rate
  const rateOf = memoizeByIdentity((view: ThrottledView): Rate | null =>
    own === undefined ? settingsRate(view, scopeOf(view)) : own,
  )
  const limits = (method: string) => methods === undefined || includesMethod(methods, method)

  return {
    name,

    // An invalid rate, or a scope without one, is reported when the view is declared.
    checkView(view) {
      rateOf(view)
      takeScope(view, scopeOf(view))
    },

    describe(view, method) {
      const limit = rateOf(view)
      if (scopeOf(view) === null || limit === null || !limits(method)) return null
      return `${limit.limit} requests in ${limit.seconds} seconds ${forWhom}`
    },

    allowRequest(request, view) {
      if (!limits(request.method)) return { allowed: true }
      const key = keyOf(request)
      const scope = scopeOf(view)
      const limit = rateOf(view)
      if (key === null || scope === null || limit === null) return { allowed: true }

      const { THROTTLE_STORE, RATE_LIMIT_HEADERS: isShown } = view.settings
      const decision = (store ?? THROTTLE_STORE).take(`${scope}:${key}`, limit, isShown)
      return isShown ? withPolicy(decision, { name: scope, ...limit }) : decision
    },
  }
}

const withPolicy = async (
  decision: ThrottleDecision | Promise<ThrottleDecision>,
  policy: QuotaPolicy,
): Promise<ThrottleDecision> => ({ ...(await decision), policy })

const scopesOf = memoizeByIdentity((_view: ThrottledView) => new Set<string>())

/** Two throttles of a view with the same count would count each request twice. */
function takeScope(view: ThrottledView, scope: string | null): void {
  if (scope === null) return
  const taken = scopesOf(view)
  if (taken.has(scope)) {
    throw new ConfigurationError(
      `Two throttles of a view use the scope ${scope}: give one of them another.`,
    )
  }
  taken.add(scope)
}

function settingsRate({ settings }: ThrottledView, scope: string | null): Rate | null {
  if (scope === null) return null

  const rates = settings.DEFAULT_THROTTLE_RATES
  if (!Object.hasOwn(rates, scope)) {
    throw new ConfigurationError(
      `The throttle scope ${scope} has no rate: set one in DEFAULT_THROTTLE_RATES, or null for no limit.`,
    )
  }
  const rate = rates[scope] ?? null
  return rate === null ? null : parseRate(rate)
}

function userKey({ user, isIdentified }: ApiRequest): string | null {
  const pk = isIdentified ? fieldOf(user, 'pk') : undefined
  return pk === undefined ? null : `user:${String(pk)}`
}
