import type { ApiRequest } from '../http/request.ts'
import { policyName } from '../rules/policy-name.ts'
import type { View } from '../views/view.ts'
import { permissionSteps, throttleSteps } from './check-steps.ts'
import type { Explanation, PermissionStep, Reason } from './explanation.ts'
import { rulesAboutParents } from './parents.ts'
import { reasonOf } from './reason.ts'
import type { Recording } from './recorded/recording.ts'
import { schemeSteps } from './scheme-steps.ts'
import { secretsOf, withoutSecrets } from './secrets.ts'

/**
 * Explains what was recorded of a request.
 *
 * @param view the view as declared, not the recorded one.
 * @param status that of the answer; null when the request was allowed.
 */
export function explain(
  view: View,
  request: ApiRequest,
  recording: Recording,
  status: number | null,
): Explanation {
  const secrets = secretsOf(request, view)
  const open = (text: string) => withoutSecrets(text, secrets)
  const openSaid = <Step extends { readonly said: string | null }>(step: Step): Step => ({
    ...step,
    said: step.said === null ? null : open(step.said),
  })
  const openPermission = (step: PermissionStep): PermissionStep => ({
    ...openSaid(step),
    parts: step.parts.map(openPermission),
  })

  const schemes = schemeSteps(view, recording.schemes, request)
  const permissions = permissionSteps(view, recording.permissions)
  const throttles = throttleSteps(view, recording, request.method)
  const steps = { schemes, permissions, throttles }
  const { refusedBy, reason, advice } =
    status === null
      ? allowedBy(view, request.method)
      : reasonOf(status, view, request, recording, steps)
  return {
    requestId: request.id,
    method: request.method,
    path: request.path,
    view: view.name,
    status,
    refusedBy,
    reason: open(reason),
    advice: advice.map(open),
    schemes: schemes.map(openSaid),
    permissions: permissions.map(openPermission),
    throttles: throttles.map(openSaid),
  }
}

/** Lists ask for the scope, and not about each item. */
function allowedBy(view: View, method: string): Reason {
  const { permissions, operations } = view
  const { isList = false } = operations.get(method) ?? {}
  const later = permissions.filter(
    ({ scope, hasObjectPermission }) => scope || (!isList && hasObjectPermission),
  )
  const names = later.map(policyName).join(', ')
  const asks = isList
    ? `The list has what the scope allows: ${names}.`
    : `The handler asks about each item: ${names}.`
  return {
    refusedBy: null,
    reason: 'Every check before the handler allows the request.',
    advice: [...rulesAboutParents(view), ...(later.length === 0 ? [] : [asks])],
  }
}
