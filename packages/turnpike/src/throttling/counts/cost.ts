import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ApiRequest } from '../../http/request.ts'
import { requireValid } from '../../rules/rule.ts'
import type { CalendarRate } from '../calendar-rate.ts'
import type { Rate } from '../rate.ts'
import { type CostOf, costRule } from '../rate-throttle-options.ts'

/**
 * Limits of a sliding window keep one moment for each part of a cost, which must not exhaust the
 * store. Limits by the calendar keep one number.
 */
const maxSlidingCost = 10_000

/** The cost of one request to the throttle of this name. */
export async function costOf<Request extends ApiRequest>(
  name: string,
  cost: number | CostOf<Request>,
  request: ApiRequest,
): Promise<number> {
  if (typeof cost === 'number') return cost
  const found = await cost(request as Request)
  requireValid(`The cost that ${name}() gets for a request`, costRule, found)
  return found
}

/** @throws ConfigurationError when no request with the cost is ever allowed, or it is too large. */
export function requireFitting(name: string, rate: Rate | CalendarRate, cost: number): void {
  requireCountable(name, rate, cost)
  if (rate.limit === 0 || cost <= rate.limit) return
  throw new ConfigurationError(
    `The cost ${cost} of ${name}() is above the limit of ${rate.limit}, so that no request would be allowed: lower it, or raise the rate.`,
  )
}

export function requireCountable(name: string, rate: Rate | CalendarRate, cost: number): void {
  if (cost <= maxSlidingCost || cost > rate.limit || 'period' in rate) return
  throw new ConfigurationError(
    `The cost ${cost} of ${name}() is above ${maxSlidingCost}: use a rate by the calendar, such as ${rate.limit}/calendar-day.`,
  )
}

/** What is added to the limit in words. */
export function costInWords(cost: number | ((request: never) => unknown)): string {
  if (typeof cost === 'function') return '; some count more than once'
  return cost === 1 ? '' : `; each counts ${cost} times`
}
