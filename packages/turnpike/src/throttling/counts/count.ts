import { boundsAround, type CalendarRate, calendarName } from '../calendar-rate.ts'
import type { Rate } from '../rate.ts'
import type { ThrottledView, Usage } from '../throttle.ts'
import type { PeriodRate, ThrottleDecision, ThrottleStore } from '../throttle-store.ts'
import { decidedBy } from './decision.ts'

/** Where a request is counted, whatever its rate. */
export interface Place {
  readonly scope: string
  readonly key: string
}

/** Lets the store decide, and says at which rate if clients see it. A cost of 0 counts nothing. */
export async function take(
  place: Place,
  limit: Rate | CalendarRate | null,
  cost: number,
  { settings: { RATE_LIMIT_HEADERS: isShown } }: ThrottledView,
  store: ThrottleStore,
): Promise<ThrottleDecision> {
  if (limit === null || (cost === 0 && !isShown)) return { allowed: true }
  const { counted, key, policy } = countedAt(place, limit)
  const decision =
    cost === 0
      ? decidedBy('peek', await store.peek(key, counted, 0))
      : decidedBy('take', await store.take(key, counted, { cost, isShown }))
  return isShown ? { ...decision, policy } : decision
}

/** What is left at the rate. Counts nothing. */
export async function usageAt(
  place: Place,
  limit: Rate | CalendarRate,
  store: ThrottleStore,
): Promise<Usage> {
  const { counted, key, policy } = countedAt(place, limit)
  const decision = decidedBy('peek', await store.peek(key, counted, 0))
  const { remaining = 0, reset = 0 } = decision.allowed ? decision : {}
  const { period, timeZone } = 'period' in limit ? limit : { period: null, timeZone: null }
  const ends = 'bounds' in counted ? new Date(counted.bounds[2] * 1000) : null
  return { ...policy, remaining, period, timeZone, reset: Math.max(0, reset), ends }
}

/** How a store counts at the rate now, under which key, and what clients see of it. */
function countedAt({ scope, key }: Place, rate: Rate | CalendarRate) {
  const { limit } = rate
  if ('seconds' in rate) {
    const policy = { name: scope, limit, seconds: rate.seconds }
    return { counted: rate, key: `${scope}:${key}`, policy }
  }
  const bounds = boundsAround(rate)
  const counted: PeriodRate = { limit, bounds }
  return {
    counted,
    // Plans with other periods have counts of their own.
    key: `${calendarName(rate)}:${scope}:${key}`,
    policy: { name: scope, limit, seconds: bounds[2] - bounds[1] },
  }
}
