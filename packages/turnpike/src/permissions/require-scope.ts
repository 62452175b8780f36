import { isScoped, requireScopeNames, type Scoped } from '../accounts/scopes.ts'
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
  return {
    name: `requireScope(${scopes.join(', ')})`,
    hasPermission: ({ auth }) => hasScopes(auth, scopes),
    asksForScope: true,
    requiredScopes: () => scopes,
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

/** Whether the permission, or a part of it, decides by the scopes of credentials. */
export const asksForScope = (permission: Permission): boolean =>
  permission.asksForScope ??
  combinationOf(permission.hasPermission)?.parts.some(asksForScope) ??
  permission.requiredScopes !== undefined

/** Every scope that a method may be allowed by, also those of alternatives. */
export const knownScopes = (permission: Permission, method: string): readonly string[] =>
  combinationOf(permission.hasPermission)?.parts.flatMap((part) => knownScopes(part, method)) ??
  permission.requiredScopes?.(method) ??
  []

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
  asksForScope: true,
  audience: () => 'some-users',
} satisfies Permission
