import { NotAuthenticated } from '../../errors/exceptions.ts'
import type { ApiRequest } from '../../http/request.ts'
import { asksToSignIn, denyingPermission, refusal } from '../../permissions/check.ts'
import { policyName } from '../../rules/policy-name.ts'
import type { RequestWatch } from '../../telemetry/request-watch.ts'
import { constantException } from '../answers/constant-refusals.ts'
import type { View } from '../view.ts'
import { insufficientCredentials } from './insufficient-credentials.ts'

/** @throws NotAuthenticated, PermissionDenied when a permission of the view denies the request. */
export async function denyUnpermitted(
  request: ApiRequest,
  view: View,
  watch: RequestWatch,
): Promise<void> {
  const denying = await watch.step('permissions', () => denyingPermission(view, request))
  if (denying === null) return
  watch.denied(policyName(denying))
  throw asksToSignIn(view, request)
    ? constantException('sign in', () => new NotAuthenticated())
    : (insufficientCredentials(denying, request, view) ?? refusal(denying, view, request))
}
