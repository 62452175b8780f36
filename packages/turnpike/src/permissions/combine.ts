import { mark } from '../caching/mark.ts'
import type { ApiRequest } from '../http/request.ts'
import { policies } from '../rules/policy.ts'
import { policyName } from '../rules/policy-name.ts'
import { requireValid } from '../rules/rule.ts'
import { audienceOfAll, audienceOfAny } from './audience.ts'
import { allowsItem, allowsRequest } from './decision.ts'
import { demandsOf, requiredScopes, scopesOfEasiest } from './demands.ts'
import type { Meets, Permission } from './permission.ts'
import {
  combinedScope,
  inMemory,
  isInScope,
  narrowsItems,
  scopeOfAll,
  scopeOfAny,
  scopeOfOthers,
} from './scope.ts'
import type { ShownByAll, ShownByAny } from './shown.ts'

/**
 * Allows what every permission allows. They are checked in order until one denies.
 *
 * A combination denies with the default message. To set another, write
 * `{ ...allOf(isAuthenticated, isLibrarian), message: 'Librarians only.' }`.
 */
export function allOf<const Permissions extends readonly Permission[]>(
  ...permissions: Permissions
): Permission<ShownByAll<Permissions>> {
  return combined('allOf', allOf, permissions, {
    async hasPermission(request) {
      for (const permission of permissions) {
        if (!(await allowsRequest(permission, request))) return false
      }
      return true
    },
    audience: (method) => audienceOfAll(permissions, method),
    ...demandsOf(permissions, (method) => requiredScopes(permissions, method)),
    ...combinedScope(permissions, (request) => scopeOfAll(permissions, request)),
    ...(permissions.some(asksForItems) && {
      async hasObjectPermission(request: ApiRequest, item: unknown, meets?: Meets) {
        for (const permission of permissions) {
          if (!(await allowsItem(permission, request, item, meets))) return false
        }
        return true
      },
    }),
  })
}

/**
 * Allows what at least one permission allows. They are checked in order until one allows. An item
 * is allowed by a permission that allows both the request and the item, and lists contain what one
 * of those that allow the request lets it see.
 */
export function anyOf<const Permissions extends readonly Permission[]>(
  ...permissions: Permissions
): Permission<ShownByAny<Permissions>> {
  return combined('anyOf', anyOf, permissions, {
    async hasPermission(request) {
      for (const permission of permissions) {
        if (await allowsRequest(permission, request)) return true
      }
      return false
    },
    audience: (method) => audienceOfAny(permissions, method),
    ...demandsOf(permissions, (method) => scopesOfEasiest(permissions, method)),
    ...combinedScope(permissions, (request) => scopeOfAny(permissions, request)),
    ...(permissions.some(asksForItems) && {
      async hasObjectPermission(request: ApiRequest, item: unknown, meets?: Meets) {
        for (const permission of permissions) {
          // One permission must allow all three: the scope of one says nothing about another.
          const passes =
            (await allowsRequest(permission, request)) &&
            (await allowsItem(permission, request, item, meets)) &&
            (await isInScope(permission, request, meets ?? inMemory(item)))
          if (passes) return true
        }
        return false
      },
    }),
  })
}

/**
 * Allows what the permission denies: the request and the items outside of the permission's scope,
 * or without one those that its `hasObjectPermission` denies. It is therefore no use with a
 * permission that allows every request and checks items only: it would deny every request.
 */
export function not(permission: Permission): Permission {
  return combined('not', not, [permission], {
    hasPermission: async (request) => !(await allowsRequest(permission, request)),
    ...(narrowsItems(permission) && {
      scope: (request: ApiRequest) => scopeOfOthers(permission, request),
    }),
    ...(!narrowsItems(permission) &&
      asksForItems(permission) && {
        hasObjectPermission: async (request: ApiRequest, item: unknown, meets?: Meets) =>
          !(await allowsItem(permission, request, item, meets)),
      }),
  })
}

/** How a combination was made, to make it again of other parts. */
export interface Combination {
  readonly combine: (...parts: Permission[]) => Permission
  readonly parts: readonly Permission[]
}

/** By their functions, which a copy such as `{ ...allOf(a, b), message }` keeps. */
const combinations = mark<object, Combination>()

/** How this function of a permission was made; undefined when it is not that of a combination. */
export const combinationOf = (decide: object): Combination | undefined => combinations.get(decide)

function combined<P extends Permission>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: each combines permissions, in types of its own.
  combine: (...parts: any[]) => Permission,
  parts: readonly Permission[],
  permission: P,
): P {
  requireValid(`permissions of ${name}()`, policies('permissions'), parts)
  const { hasPermission, hasObjectPermission } = permission
  combinations.set(hasPermission, { combine, parts })
  if (hasObjectPermission) combinations.set(hasObjectPermission, { combine, parts })
  return { name: `${name}(${parts.map(policyName).join(', ')})`, ...permission }
}

const asksForItems = ({ hasObjectPermission }: Permission): boolean =>
  hasObjectPermission !== undefined
