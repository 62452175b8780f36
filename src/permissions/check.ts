import { NotAuthenticated, PermissionDenied } from '../errors/exceptions.ts'
import { withoutStack } from '../errors/without-stack.ts'
import type { ApiRequest } from '../http/request.ts'
import { allowsItem } from './combine.ts'
import type { Meets, Permission } from './permission.ts'
import { checkScope, inMemory, isScoped } from './scope.ts'

// Whether the 401 of NotAuthenticated is sent as a 403 is decided in errors/challenge.ts.

/** What the check needs of the view. */
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
  for (const permission of view.permissions) {
    const decision = permission.hasPermission(request)
    // Most answer synchronously, and an `await` would cost time.
    if (!(typeof decision === 'boolean' ? decision : await decision)) {
      throw refusal(permission, view, request)
    }
  }
}

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

  const decide = meets ?? inMemory(item)
  await checkScope(view.permissions, request, decide)
  for (const permission of view.permissions) {
    if (!(await allowsItem(permission, request, item, decide))) {
      throw refusal(permission, view, request)
    }
  }
}

const concernsItems = (permission: Permission): boolean =>
  isScoped(permission) || permission.hasObjectPermission !== undefined

function refusal({ message, code }: Permission, view: GuardedView, request: ApiRequest): Error {
  return withoutStack(() =>
    view.authentication.length > 0 && !request.isIdentified
      ? new NotAuthenticated()
      : new PermissionDenied(message, code),
  )
}
