import { memoizeByIdentity } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { ApiRequest } from '../http/request.ts'
import type { CalendarRate } from './calendar-rate.ts'
import { costInWords, costOf, requireCountable, requireFitting } from './counts/cost.ts'
import { type Place, take, usageAt } from './counts/count.ts'
import { ratesOf } from './counts/rates.ts'
import { includesMethod } from './method-names.ts'
import type { Rate } from './rate.ts'
import type { RateThrottleOptions } from './rate-throttle-options.ts'
import type { Throttle, ThrottledView } from './throttle.ts'
import type { ThrottleDecision } from './throttle-store.ts'

/** What the built-in throttles differ in. */
interface Counted {
  /** Null if the view is not limited. */
  readonly scopeOf: (view: ThrottledView) => string | null
  /** Whose request it is. Null if they are not limited. */
  readonly keyOf: (request: ApiRequest) => string | null
  /** Completes "100 requests in 60 seconds …". */
  readonly forWhom: string
}

/** A throttle that counts requests at a rate. The built-in ones are such. */
export function rateThrottle<Request extends ApiRequest>(
  name: string,
  { rate, methods, cost = 1, store }: RateThrottleOptions<Request>,
  { scopeOf, keyOf, forWhom }: Counted,
): Throttle {
  const rates = ratesOf(name, rate, scopeOf)
  const limits = (method: string) => methods === undefined || includesMethod(methods, method)
  const storeOf = (view: ThrottledView) => store ?? view.settings.THROTTLE_STORE

  /** Where the request is counted, whatever its rate. Null if it is not limited. */
  const placeOf = (request: ApiRequest, view: ThrottledView): Place | null => {
    const scope = scopeOf(view)
    const key = scope === null ? null : keyOf(request)
    return scope === null || key === null ? null : { scope, key }
  }

  return {
    name,

    // An invalid rate, or a scope without one, is reported when the view is declared.
    checkView(view) {
      const limit = rates.fixed(view)
      if (limit !== null && typeof cost === 'number') requireFitting(name, limit, cost)
      takeScope(view, scopeOf(view))
    },

    describe(view, method) {
      if (scopeOf(view) === null || !limits(method)) return null
      const each = costInWords(cost)
      if (typeof rate === 'function') {
        return `A number of requests that depends on the client, ${forWhom}${each}`
      }
      const limit = rates.fixed(view)
      return limit === null ? null : `${inWords(limit)} ${forWhom}${each}`
    },

    allowRequest(request, view) {
      if (!limits(request.method)) return { allowed: true }
      const place = placeOf(request, view)
      if (place === null) return { allowed: true }
      if (typeof rate !== 'function' && typeof cost === 'number') {
        return take(place, rates.fixed(view), cost, view, storeOf(view))
      }
      return decide(place)

      async function decide(place: Place): Promise<ThrottleDecision> {
        const limit = await rates.of(request, place.scope, view)
        if (limit === null) return { allowed: true }
        const price = await costOf(name, cost, request)
        requireCountable(name, limit, price)
        return take(place, limit, price, view, storeOf(view))
      }
    },

    async usage(request, view) {
      const place = placeOf(request, view)
      const limit = place && (await rates.of(request, place.scope, view))
      return place === null || limit === null ? null : usageAt(place, limit, storeOf(view))
    },
  }
}

const inWords = (rate: Rate | CalendarRate): string =>
  'seconds' in rate
    ? `${rate.limit} requests in ${rate.seconds} seconds`
    : `${rate.limit} requests in a calendar ${rate.period} (${rate.timeZone})`

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
