import { isScoped, requireScopeNames, type Scoped } from '../accounts/scopes.ts'
import { mark } from '../caching/mark.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { ApiRequest } from '../http/request.ts'
import { type MessageValue, TranslatableMessage } from '../languages/message.ts'
import { isAuthenticated, type SignedIn } from './built-in.ts'
import { combinationOf } from './combine.ts'
import type { Permission } from './permission.ts'

/**
 * Allows requests whose credentials have all of these scopes, and narrows `request.auth` to such
 * credentials. Credentials without scopes, such as a session or a password, are denied: allow them
 * with `anyOf(isUnscoped, requireScope('notes:write'))`.
 *
 * Names are compared exactly (RFC 6749 §3.3). A denial has the code `insufficient_scope` (RFC 6750
 * §3.1).
 *
 * @throws ConfigurationError when no scope is given, or one is not the name of a scope.
 */
export function requireScope(
  ...scopes: readonly [string, ...string[]]
): Permission<{ readonly auth: Scoped }> {
  if (scopes.length === 0) {
    throw new ConfigurationError(
      "requireScope() needs a scope, such as requireScope('notes:read').",
    )
  }
  requireScopeNames('requireScope()', scopes)
  const hasPermission = ({ auth }: ApiRequest) => hasScopes(auth, scopes)
  asking.set(hasPermission, true)
  return {
    name: `requireScope(${scopes.join(', ')})`,
    hasPermission,
    audience: () => 'some-users',
    message: new TranslatableMessage('This needs credentials with the scope {scopes}.', {
      scopes: scopes.reduce<MessageValue>(
        (first, next) =>
          first === '' ? next : new TranslatableMessage('{first} and {next}', { first, next }),
        '',
      ),
    }),
    code: 'insufficient_scope',
  }
}

/** The functions that look at scopes, which a copy such as `{ ...isUnscoped, message }` keeps. */
const asking = mark<object>()

/** Whether the permission, or a part of it, looks at the scopes of credentials. */
export function asksForScope({ hasPermission }: Permission): boolean {
  if (asking.get(hasPermission)) return true
  return combinationOf(hasPermission)?.parts.some(asksForScope) ?? false
}

const hasScopes = (auth: unknown, scopes: readonly string[]): boolean =>
  isScoped(auth) && scopes.every((scope) => auth.scopes.includes(scope))

/**
 * Allows authenticated users whose credentials have no scopes and so may do whatever the user may:
 * a password, a session, the token of the user.
 */
export const isUnscoped = {
  name: 'isUnscoped',
  hasPermission: (request: ApiRequest): request is ApiRequest & SignedIn =>
    isAuthenticated.hasPermission(request) && !isScoped(request.auth),
  audience: () => 'some-users',
} satisfies Permission

asking.set(isUnscoped.hasPermission, true)
