import { requireScopeNames } from '../../accounts/scopes.ts'
import {
  type ProtectedResource,
  protectedResource,
} from '../../authentication/protected-resource.ts'
import { requiredScopes } from '../../permissions/demands.ts'
import type { Permission } from '../../permissions/permission.ts'
import type { ResolvedSettings } from '../../settings/settings.ts'

/**
 * What the challenges of a view say of the API as a resource of OAuth; null without
 * `PROTECTED_RESOURCE`.
 *
 * @param name that of the view.
 * @throws ConfigurationError when a permission needs a scope that a challenge cannot name.
 */
export function resourceOf(
  name: string,
  permissions: readonly Permission[],
  methods: readonly string[],
  { PROTECTED_RESOURCE: resource, CHALLENGE_PROFILE: profile }: ResolvedSettings,
): ProtectedResource | null {
  if (resource === null && profile === 'standard') return null
  const scopesOf = (method: string) => requiredScopes(permissions, method)
  requireScopeNames(`requiredScopes of a permission of the view ${name}`, methods.flatMap(scopesOf))
  return resource === null ? null : protectedResource(resource, scopesOf)
}
