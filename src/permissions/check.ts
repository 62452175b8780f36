import { NotAuthenticated, PermissionDenied } from '../errors/exceptions.ts'
import { withoutStack } from '../errors/without-stack.ts'
import type { ApiRequest } from '../http/request.ts'
import { allowsItem } from './combine.ts'
import type { Permission } from './permission.ts'

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
 * Checks in order whether the view's permissions allow the request this item.
 *
 * @throws NotAuthenticated, PermissionDenied like `checkPermissions`.
 */
export async function checkObjectPermissions(
  view: GuardedView,
  request: ApiRequest,
  item: unknown,
): Promise<void> {
  for (const permission of view.permissions) {
    if (!(await allowsItem(permission, request, item))) throw refusal(permission, view, request)
  }
}

function refusal({ message, code }: Permission, view: GuardedView, request: ApiRequest): Error {
  return withoutStack(() =>
    view.authentication.length > 0 && !request.isIdentified
      ? new NotAuthenticated()
      : new PermissionDenied(message, code),
  )
}
