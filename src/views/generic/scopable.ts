import { ConfigurationError } from '../../errors/configuration-error.ts'
import { hasScope } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { storeOf } from './detail.ts'
import { withoutMeets } from './item-access.ts'
import { itemsOf } from './list.ts'
import { requireWhere } from './narrow.ts'

/**
 * Returns the view of a list or an item.
 *
 * @throws ConfigurationError when its permissions have a scope that its items cannot apply.
 */
export function scopable(view: View): View {
  if (!hasScope(view.permissions)) return view
  const items = itemsOf(view)
  if (items !== null) requireWhere(items, view)
  const store = storeOf(view)
  if (store !== null && store.meets === undefined) {
    throw new ConfigurationError(withoutMeets(view.name))
  }
  return view
}
