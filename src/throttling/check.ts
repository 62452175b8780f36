import { Throttled } from '../errors/exceptions.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Throttle, ThrottledView } from './throttle.ts'

/**
 * Checks every throttle, so that all of them count the request.
 *
 * @throws Throttled when one denies the request, with the longest known wait.
 */
export async function checkThrottles(
  view: ThrottledView & { readonly throttles: readonly Throttle[] },
  request: ApiRequest,
): Promise<void> {
  let isRefused = false
  let longest: number | null = null

  for (const throttle of view.throttles) {
    const decision = await throttle.allowRequest(request, view)
    if (decision.allowed) continue
    isRefused = true
    if (decision.wait !== null) longest = Math.max(longest ?? 0, decision.wait)
  }

  if (isRefused) throw new Throttled(longest)
}
