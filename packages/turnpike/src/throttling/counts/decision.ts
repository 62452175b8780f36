import { type Rule, requireValid } from '../../rules/rule.ts'
import type { ThrottleDecision } from '../throttle-store.ts'

/**
 * The decision that a store's method returned.
 *
 * @throws ConfigurationError for what is no decision: it would be a pass, or a wait of NaN seconds.
 */
export function decidedBy(method: 'take' | 'peek', decision: unknown): ThrottleDecision {
  requireValid(`What ${method}() of the throttle store returns`, decisionRule, decision)
  return decision
}

const decisionRule: Rule<ThrottleDecision> = {
  expected:
    '{ allowed: true }, or { allowed: false, wait } with a number of seconds, at least 0, or null',
  accepts(value): value is ThrottleDecision {
    const { allowed, wait, remaining = 0, reset = 0 } = Object(value)
    if (allowed === false) return wait === null || isAmount(wait)
    // A clock that was set back makes a reset negative for a moment.
    return allowed === true && isAmount(remaining) && Number.isFinite(reset)
  },
  advise: () => 'remaining is a number of at least 0, and reset a number, if they are there.',
}

const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0
