import type { ApiException } from '../errors/api-exception.ts'
import { NotAuthenticated, PermissionDenied } from '../errors/exceptions.ts'
import { withoutStack } from '../errors/without-stack.ts'
import type { ApiRequest } from '../http/request.ts'
import { atPrimary, fromHere } from '../items/read-replicas.ts'
import { allowsItem, allowsRequest } from './decision.ts'
import type { Meets, Permission } from './permission.ts'
import { checkScope, inMemory, narrowsItems } from './scope.ts'

// Whether the 401 of NotAuthenticated is sent as a 403 is decided in errors/challenge.ts.

/** The part of the view that the check needs. */
export interface GuardedView {
  readonly permissions: readonly Permission[]
  readonly authentication: readonly unknown[]
}

/**
 * Checks the view's permissions in order.
 *
 * @throws NotAuthenticated when one denies a request that no scheme authenticated.
 * @throws PermissionDenied when one denies any other request, with its message and code. A view
 *   without schemes throws it too, because signing in would not help.
 */
export async function checkPermissions(view: GuardedView, request: ApiRequest): Promise<void> {
  const denying = await atPrimary(request, () => denyingPermission(view, request))
  if (denying !== null) throw refusal(denying, view, request)
}

/** The first permission of the view that denies the request; null when all allow it. */
export function denyingPermission(
  { permissions }: GuardedView,
  request: ApiRequest,
): Permission | null | Promise<Permission | null> {
  let index = 0
  for (const permission of permissions) {
    const decision = allowsRequest(permission, request)
    if (decision === false) return permission
    // Most answer synchronously, and waiting would cost time.
    if (decision !== true) return denyingLater(decision, permissions.slice(index), request)
    index++
  }
  return null
}

/** @param decision that of the first permission. */
async function denyingLater(
  decision: boolean | Promise<boolean>,
  permissions: readonly Permission[],
  request: ApiRequest,
): Promise<Permission | null> {
  const [first, ...others] = permissions
  if (first !== undefined && !(await decision)) return first
  for (const permission of others)
    if (!(await allowsRequest(permission, request))) return permission
  return null
}

/** Whether a denial asks the client to sign in: the 401 has the same text for all permissions. */
export const asksToSignIn = (view: GuardedView, request: ApiRequest): boolean =>
  view.authentication.length > 0 && !request.isIdentified

/**
 * Checks whether the view's permissions allow the request this item: their scopes, then in order
 * their object rules.
 *
 * @param meets decides a condition for the item. Default: in memory, by the fields of the item.
 * @throws NotFound when the item is outside of the scope: the request does not learn of it.
 * @throws NotAuthenticated, PermissionDenied like `checkPermissions`.
 */
export async function checkObjectPermissions(
  view: GuardedView,
  request: ApiRequest,
  item: unknown,
  meets?: Meets,
): Promise<void> {
  if (!view.permissions.some(concernsItems)) return

  // An object rule is asked at the primary, which may have a newer item than the one to be shown.
  const decide = fromHere(request, meets ?? inMemory(item))
  await checkScope(view, request, decide)
  for (const permission of view.permissions) {
    if (!(await atPrimary(request, () => allowsItem(permission, request, item, decide)))) {
      throw refusal(permission, view, request)
    }
  }
}

const concernsItems = (permission: Permission): boolean =>
  narrowsItems(permission) || permission.hasObjectPermission !== undefined

/** The exception for a denial, without a stack. */
export function refusal(
  { message, code }: Permission,
  view: GuardedView,
  request: ApiRequest,
): ApiException {
  return withoutStack(() =>
    asksToSignIn(view, request) ? new NotAuthenticated() : new PermissionDenied(message, code),
  )
}
