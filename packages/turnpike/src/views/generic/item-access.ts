import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { checkObjectPermissions } from '../../permissions/check.ts'
import type { Meets } from '../../permissions/permission.ts'
import { hasScope } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { namingError } from './unreadable-query.ts'

/**
 * Checks whether the permissions of the view let the request see and use the item. The store
 * decides conditions. Undefined: the item is not from a store, so its fields decide.
 *
 * @throws NotFound, NotAuthenticated, PermissionDenied like `checkObjectPermissions`.
 */
export function checkAccess<Item>(
  view: View,
  request: ApiRequest,
  item: Item,
  store: Pick<ItemStore<Item, never>, 'meets'> | undefined,
): Promise<void> {
  const meets = store && hasScope(view.permissions) ? deciderOf(store, item, view) : undefined
  return checkObjectPermissions(view, request, item, meets)
}

/**
 * Decides conditions for the item of the store.
 *
 * @throws ConfigurationError when the store cannot do that.
 */
export function deciderOf<Item>(
  store: Pick<ItemStore<Item, never>, 'meets'>,
  item: Item,
  view: View,
): Meets {
  if (store.meets === undefined) throw new ConfigurationError(withoutMeets(view.name))
  const meets = store.meets.bind(store)
  return async (condition) => {
    try {
      return await meets(item, condition)
    } catch (error) {
      throw namingError(error, view)
    }
  }
}

/** @param has what needs `meets`. */
export const withoutMeets = (
  name: string,
  has = 'a permission with a scope, or a parent',
): string =>
  `The view ${name} has ${has}, but its store has no meets(): give it one, as arrayStore() and ` +
  'kyselyStore() have, or pass find to the view.'
