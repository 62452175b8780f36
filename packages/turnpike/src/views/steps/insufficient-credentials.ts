import { isScoped } from '../../accounts/scopes.ts'
import { nameOf } from '../../authentication/authenticate.ts'
import type { Scheme } from '../../authentication/scheme.ts'
import { InsufficientCredentials } from '../../errors/challenge.ts'
import { withoutStack } from '../../errors/without-stack.ts'
import type { ApiRequest } from '../../http/request.ts'
import { requiredScopes } from '../../permissions/demands.ts'
import type { Permission } from '../../permissions/permission.ts'
import type { View } from '../view.ts'

/**
 * The denial of a request that another token of the same user would let pass, with the challenge
 * that says so. Null without `CHALLENGE_PROFILE: 'oauth'`, for credentials of a scheme without such
 * challenges, and for every other denial.
 *
 * @param denying the permission of the view that denies the request.
 */
export function insufficientCredentials(
  denying: Permission,
  request: ApiRequest,
  view: View,
): InsufficientCredentials | null {
  if (view.settings.CHALLENGE_PROFILE !== 'oauth' || !request.isIdentified) return null
  const scheme = view.authentication.find((candidate) => nameOf(candidate) === request.scheme)
  const lacks = (scopes: readonly string[]) => {
    const { auth } = request
    return isScoped(auth) && scopes.some((scope) => !auth.scopes.includes(scope))
  }
  return exceptionOf(denying, scheme, request, view, lacks)
}

/**
 * The denial of a permission for a token with no scope and no known sign-in, for documentation.
 * Null if `insufficientCredentials` is null for every token.
 */
export function insufficientExample(
  denying: Permission,
  request: ApiRequest,
  view: View,
): InsufficientCredentials | null {
  if (view.settings.CHALLENGE_PROFILE !== 'oauth') return null
  const scheme = view.authentication.find((candidate) => candidate.challengeInsufficient)
  return exceptionOf(denying, scheme, request, view, (scopes) => scopes.length > 0)
}

/** @param lacks whether the credentials lack one of the scopes. */
function exceptionOf(
  denying: Permission,
  scheme: Scheme | undefined,
  request: ApiRequest,
  view: View,
  lacks: (scopes: readonly string[]) => boolean,
): InsufficientCredentials | null {
  if (scheme?.challengeInsufficient === undefined) return null
  const demand = demandOf(denying, request, view, lacks)
  if (demand === null) return null
  const challenge = scheme.challengeInsufficient(request, demand.parameters, view)
  const { message, code } = denying
  return withoutStack(() => new InsufficientCredentials(demand.status, challenge, message, code))
}

interface Demand {
  readonly status: 401 | 403
  /** The parameters of the challenge. */
  readonly parameters: Readonly<Record<string, string>>
}

function demandOf(
  denying: Permission,
  request: ApiRequest,
  view: View,
  lacks: (scopes: readonly string[]) => boolean,
): Demand | null {
  const { method } = request
  if (lacks(denying.requiredScopes?.(method) ?? [])) {
    // All that the view needs, so that the client does not come back for each of its permissions.
    const scope = requiredScopes(view.permissions, method).join(' ')
    return { status: 403, parameters: { error: 'insufficient_scope', scope } }
  }
  const stepUp = denying.stepUp?.(request) ?? null
  if (stepUp === null) return null
  return { status: 401, parameters: { error: 'insufficient_user_authentication', ...stepUp } }
}
