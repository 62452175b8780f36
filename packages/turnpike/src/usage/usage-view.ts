import * as z from 'zod'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { once } from '../caching/once.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { isAuthenticated } from '../permissions/built-in.ts'
import type { Permission } from '../permissions/permission.ts'
import { listOf } from '../rules/list.ts'
import { policies } from '../rules/policy.ts'
import { text } from '../rules/text.ts'
import type { Throttle, ThrottledView, Usage } from '../throttling/throttle.ts'
import { serializer } from '../validation/index.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { shownUsage, usageSchema } from './usage-schema.ts'

export interface UsageViewOptions {
  /** The throttles that are listed. Default the setting `DEFAULT_THROTTLE_CLASSES`. */
  throttles?: readonly Throttle[]
  /** The scopes for which `scopedRateThrottle` is listed. Default none. */
  throttleScopes?: readonly string[]
  /** Further permissions. Default none. */
  permissions?: readonly Permission[]
}

export const usageViewOptions = knownOptions<UsageViewOptions>('usageView()', {
  throttles: policies<Throttle>('throttles'),
  throttleScopes: listOf(text, { of: 'scopes', example: ['uploads'] }),
  permissions: policies<Permission>('permissions'),
})

/**
 * The view that says what limits leave to the caller: GET returns a list of them. It counts nothing
 * and has no throttles of its own.
 *
 * Only authenticated callers may use it. A throttle that does not limit them, or has no `usage`, is
 * not listed.
 */
export function usageView(options: UsageViewOptions = {}): ViewOptions {
  usageViewOptions.require(options)
  const { throttles, throttleScopes = [], permissions = [] } = options

  const scopes = [null, ...throttleScopes]
  const listedIn = memoizeByIdentity(({ settings }: Pick<ThrottledView, 'settings'>) => ({
    views: scopes.map((throttleScope): ThrottledView => ({ throttleScope, settings })),
    listed: throttles ?? settings.DEFAULT_THROTTLE_CLASSES,
  }))

  return {
    name: 'Usage',
    description: 'What the limits leave to you.',
    permissions: [isAuthenticated, ...permissions],
    throttles: [checkOf(listedIn)],
    pagination: null,
    operations: { get: { answers: z.array(usageSchema()) } },

    async get(request: ApiRequest, view: View) {
      const { views, listed } = listedIn(view)
      const usages = await Promise.all(listed.map((throttle) => usagesOf(throttle, request, views)))
      const body = usages.flat().map((usage) => shown()(shownUsage(usage)))
      return new ApiResponse(body, 200, { 'Cache-Control': 'no-store' })
    },
  }
}

const shown = once(() => serializer(usageSchema()))

interface Listed {
  /** One without a scope, and one for each scope. */
  readonly views: readonly ThrottledView[]
  readonly listed: readonly Throttle[]
}

/** What is left of a limit; of a scoped one, for each scope. */
async function usagesOf(
  throttle: Throttle,
  request: ApiRequest,
  [unscoped, ...scoped]: readonly ThrottledView[],
): Promise<Usage[]> {
  const ofAll = unscoped && (await throttle.usage?.(request, unscoped))
  if (ofAll) return [ofAll]

  const found = await Promise.all(scoped.map((view) => throttle.usage?.(request, view)))
  return found.filter((usage) => usage !== null && usage !== undefined)
}

/** Limits nothing: it checks the listed throttles when the view is declared. */
const checkOf = (listedIn: (view: ThrottledView) => Listed): Throttle => ({
  name: 'usageView',
  allowRequest: () => ({ allowed: true }),
  describe: () => null,

  checkView(view) {
    const { views, listed } = listedIn(view)
    for (const scoped of views) for (const throttle of listed) throttle.checkView?.(scoped)
  },
})
