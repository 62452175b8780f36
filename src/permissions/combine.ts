import type { ApiRequest } from '../http/request.ts'
import { audienceOfAll, audienceOfAny } from './audience.ts'
import type { Permission } from './permission.ts'
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
  return {
    async hasPermission(request) {
      for (const permission of permissions) {
        if (!(await permission.hasPermission(request))) return false
      }
      return true
    },
    audience: (method) => audienceOfAll(permissions, method),
    ...(permissions.some(asksForItems) && {
      async hasObjectPermission(request: ApiRequest, item: unknown) {
        for (const permission of permissions) {
          if (!(await allowsItem(permission, request, item))) return false
        }
        return true
      },
    }),
  }
}

/**
 * Allows what at least one permission allows. They are checked in order until one allows. An item
 * is allowed by a permission that allows both the request and the item.
 */
export function anyOf<const Permissions extends readonly Permission[]>(
  ...permissions: Permissions
): Permission<ShownByAny<Permissions>> {
  return {
    async hasPermission(request) {
      for (const permission of permissions) {
        if (await permission.hasPermission(request)) return true
      }
      return false
    },
    audience: (method) => audienceOfAny(permissions, method),
    ...(permissions.some(asksForItems) && {
      async hasObjectPermission(request: ApiRequest, item: unknown) {
        for (const permission of permissions) {
          const passes =
            (await permission.hasPermission(request)) &&
            (await allowsItem(permission, request, item))
          if (passes) return true
        }
        return false
      },
    }),
  }
}

/**
 * Allows what the permission denies: the request and, when the permission has
 * `hasObjectPermission`, the item. It is therefore no use with a permission that allows every
 * request and checks items only: it would deny every request.
 */
export function not(permission: Permission): Permission {
  return {
    hasPermission: async (request) => !(await permission.hasPermission(request)),
    ...(asksForItems(permission) && {
      hasObjectPermission: async (request: ApiRequest, item: unknown) =>
        !(await allowsItem(permission, request, item)),
    }),
  }
}

const asksForItems = ({ hasObjectPermission }: Permission): boolean =>
  hasObjectPermission !== undefined

/** Whether the permission allows the request the item. */
export const allowsItem = (
  permission: Permission,
  request: ApiRequest,
  item: unknown,
): boolean | Promise<boolean> => permission.hasObjectPermission?.(request, item) ?? true
