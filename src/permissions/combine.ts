import type { ApiRequest } from '../http/request.ts'
import { audienceOfAll, audienceOfAny } from './audience.ts'
import type { Permission } from './permission.ts'
import type { ShownByAll, ShownByAny } from './shown.ts'

/**
 * Passes when every permission does. They are asked in order until one refuses.
 *
 * A combination refuses with the default text. Give it one of its own by
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
 * Passes when at least one permission does. They are asked in order until one passes. An item is
 * allowed by a permission that lets both the request and the item pass.
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
 * Passes when the permission does not, for the request and, where the permission has an opinion on
 * items, for the item as well. A permission that lets every request pass and judges items only is
 * therefore no use here: its opposite lets no request pass.
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

/** Whether the permission lets the request have the item. */
export const allowsItem = (
  permission: Permission,
  request: ApiRequest,
  item: unknown,
): boolean | Promise<boolean> => permission.hasObjectPermission?.(request, item) ?? true
