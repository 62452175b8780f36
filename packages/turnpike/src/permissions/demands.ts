import type { ApiRequest } from '../http/request.ts'
import type { Permission } from './permission.ts'

// What permissions demand of the next token of a client. authentication/protected-resource.ts and
// views/steps/insufficient-credentials.ts put it into challenges.

type Demands = Pick<Permission, 'requiredScopes' | 'stepUp'>

/** The scopes that a method needs, of all permissions together. */
export const requiredScopes = (permissions: readonly Demands[], method: string): string[] => [
  ...new Set(permissions.flatMap((permission) => permission.requiredScopes?.(method) ?? [])),
]

/** The scopes of the first permission that needs some: one of several that allow is enough. */
export const scopesOfEasiest = (
  permissions: readonly Demands[],
  method: string,
): readonly string[] =>
  permissions
    .map((permission) => permission.requiredScopes?.(method) ?? [])
    .find((scopes) => scopes.length > 0) ?? []

/** The members of a combination that its parts have. */
export function demandsOf(
  permissions: readonly Demands[],
  requiredScopes: (method: string) => readonly string[],
): Demands {
  return {
    ...(permissions.some((permission) => permission.requiredScopes) && { requiredScopes }),
    ...(permissions.some((permission) => permission.stepUp) && {
      stepUp: (request: ApiRequest) => stepUpOf(permissions, request),
    }),
  }
}

function stepUpOf(permissions: readonly Demands[], request: ApiRequest) {
  for (const permission of permissions) {
    const parameters = permission.stepUp?.(request) ?? null
    if (parameters !== null) return parameters
  }
  return null
}
