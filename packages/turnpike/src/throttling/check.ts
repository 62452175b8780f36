import { Throttled } from '../errors/exceptions.ts'
import type { ApiRequest } from '../http/request.ts'
import { rateLimitFields, type StatedDecision } from './rate-limit-fields.ts'
import type { Throttle, ThrottledView } from './throttle.ts'
import type { ThrottleDecision } from './throttle-store.ts'

/** The header fields that the throttles add to any answer. */
export interface ThrottleFindings {
  headersOfThrottles: Readonly<Record<string, string>> | undefined
}

/**
 * Checks every throttle, so that all of them count the request.
 *
 * @param findings gets `RateLimit` and `RateLimit-Policy`, also when a throttle denies the request.
 * @throws Throttled when one denies the request, with the longest known wait.
 */
export async function checkThrottles(
  view: ThrottledView & { readonly throttles: readonly Throttle[] },
  request: ApiRequest,
  findings: ThrottleFindings,
): Promise<void> {
  const stated: StatedDecision[] = []
  let isRefused = false
  let longest: number | null = null

  for (const throttle of view.throttles) {
    const decision = await throttle.allowRequest(request, view)
    if (view.settings.RATE_LIMIT_HEADERS && hasPolicy(decision)) stated.push(decision)
    if (decision.allowed) continue
    isRefused = true
    if (decision.wait !== null) longest = Math.max(longest ?? 0, decision.wait)
  }
  if (stated.length > 0) findings.headersOfThrottles = rateLimitFields(stated)

  if (isRefused) throw new Throttled(longest)
}

const hasPolicy = (decision: ThrottleDecision): decision is StatedDecision =>
  decision.policy !== undefined
