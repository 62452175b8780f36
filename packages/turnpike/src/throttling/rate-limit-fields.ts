import type { QuotaPolicy, ThrottleDecision } from './throttle-store.ts'

/** A decision that clients see. */
export type StatedDecision = ThrottleDecision & { readonly policy: QuotaPolicy }

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11 §3, §4), names in
 * lower case. A throttle that does not know what remains has no item in `RateLimit`. Its first item
 * is the strictest limit, because many clients read only one.
 */
export function rateLimitFields(decisions: readonly StatedDecision[]): Record<string, string> {
  const limits = decisions.toSorted(strictestFirst).flatMap((decision) => limitItem(decision) ?? [])
  return {
    'ratelimit-policy': decisions.map(({ policy }) => policyItem(policy)).join(', '),
    ...(limits.length > 0 && { ratelimit: limits.join(', ') }),
  }
}

/** Refusals by their waits, then what remains: the least, and that for the longest time. */
function strictestFirst(one: StatedDecision, other: StatedDecision): number {
  if (!one.allowed || !other.allowed) {
    if (one.allowed !== other.allowed) return one.allowed ? 1 : -1
    return difference(waitOf(other), waitOf(one))
  }
  const { remaining = Number.POSITIVE_INFINITY, reset = 0 } = one
  const { remaining: left = Number.POSITIVE_INFINITY, reset: until = 0 } = other
  return difference(remaining, left) || until - reset
}

/** Waiting may not help at all: null. */
const waitOf = (decision: ThrottleDecision): number =>
  decision.allowed ? 0 : (decision.wait ?? Number.POSITIVE_INFINITY)

/** Infinity equals itself. */
const difference = (one: number, other: number): number => (one === other ? 0 : one - other)

const policyItem = ({ name, limit, seconds }: QuotaPolicy): string =>
  `${sfString(name)};q=${limit};w=${Math.max(1, Math.ceil(seconds))}`

function limitItem(decision: StatedDecision): string | null {
  const remaining = decision.allowed ? decision.remaining : 0
  if (remaining === undefined) return null
  const reset = decision.allowed ? decision.reset : decision.wait
  // Rounded up like Retry-After, so that a client does not come too early.
  const window = reset === undefined || reset === null ? '' : `;t=${Math.max(0, Math.ceil(reset))}`
  return `${sfString(decision.policy.name)};r=${Math.max(0, Math.floor(remaining))}${window}`
}

/** A String of structured fields (RFC 9651 §3.3.3). Other than ASCII is percent-encoded. */
const sfString = (text: string): string => {
  const ascii = text.toWellFormed().replaceAll(/[^ -~]+/gu, encodeURIComponent)
  return `"${ascii.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
