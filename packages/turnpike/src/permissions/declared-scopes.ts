import { isScoped } from '../accounts/scopes.ts'
import { audienceOfAll } from './audience.ts'
import type { Permission } from './permission.ts'
import { asksForScope } from './require-scope.ts'

/** The part of a view that decides whether its scopes are declared. */
export interface ScopedView {
  readonly permissions: readonly Permission[]
  readonly authentication: readonly { readonly isScoped?: boolean }[]
  /** In upper case. */
  readonly methods: readonly string[]
}

/**
 * The permissions of a view, and one more that denies credentials with scopes if none of the others
 * asks for a scope. A method that is for everybody stays so.
 */
export function withDeclaredScopes({
  permissions,
  authentication,
  methods,
}: ScopedView): readonly Permission[] {
  const isOpen = (method: string) => audienceOfAll(permissions, method) === 'everybody'
  if (permissions.some(asksForScope) || methods.every(isOpen)) return permissions

  const takesScoped = authentication.some((scheme) => scheme.isScoped)
  const denyScoped: Permission = {
    name: 'declaredScopes',
    hasPermission: ({ auth, method }) => !isScoped(auth) || isOpen(method),
    asksForScope: true,
    audience: (method) => (takesScoped && !isOpen(method) ? 'some-users' : 'everybody'),
    code: 'insufficient_scope',
  }
  return [...permissions, denyScoped]
}
