import { memoizeByIdentity } from '../../caching/memoize.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ApiRequest } from '../../http/request.ts'
import { requireValid } from '../../rules/rule.ts'
import type { CalendarRate } from '../calendar-rate.ts'
import { type Rate, readThrottleRate, throttleRate } from '../rate.ts'
import type { RateThrottleOptions } from '../rate-throttle-options.ts'
import type { ThrottledView } from '../throttle.ts'

/** The rates of a throttle. Null means no limit. */
export interface Rates {
  /**
   * The rate of all requests to a view. Null, too, if each request has one of its own.
   *
   * @throws ConfigurationError when it is invalid, or the settings have none for the view's scope.
   */
  fixed(view: ThrottledView): Rate | CalendarRate | null
  /** The rate of one request. */
  of(request: ApiRequest, scope: string, view: ThrottledView): Promise<Rate | CalendarRate | null>
}

/**
 * The rates that a throttle's option `rate` stands for.
 *
 * @param name of the function that makes the throttle, for errors.
 */
export function ratesOf<Request extends ApiRequest>(
  name: string,
  rate: RateThrottleOptions<Request>['rate'],
  scopeOf: (view: ThrottledView) => string | null,
): Rates {
  const fixed = memoizeByIdentity((view: ThrottledView): { rate: Rate | CalendarRate | null } => {
    if (typeof rate === 'function') return { rate: null }
    const text = rate === undefined ? settingsRate(view, scopeOf(view)) : rate
    return { rate: readRate(`The rate of ${name}()`, text) }
  })
  return {
    fixed: (view) => fixed(view).rate,

    async of(request, scope, view) {
      if (typeof rate !== 'function') return fixed(view).rate
      const text = await rate(request as Request, scope)
      return readRate(`The rate that ${name}() gets for a request`, text)
    },
  }
}

function settingsRate({ settings }: ThrottledView, scope: string | null): string | null {
  if (scope === null) return null

  const rates = settings.DEFAULT_THROTTLE_RATES
  if (!Object.hasOwn(rates, scope)) {
    throw new ConfigurationError(
      `The throttle scope ${scope} has no rate: set one in DEFAULT_THROTTLE_RATES, or null for no limit.`,
    )
  }
  return rates[scope] ?? null
}

/** Undefined, as of a plan that nobody knows, must not mean "no limit". */
function readRate(name: string, text: string | null): Rate | CalendarRate | null {
  if (text === null) return null
  const read = typeof text === 'string' ? readThrottleRate(text) : null
  if (read === null) requireValid(name, throttleRate, text)
  return read
}
