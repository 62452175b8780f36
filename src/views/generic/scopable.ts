import { ConfigurationError } from '../../errors/configuration-error.ts'
import { hasScope } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { storeOf } from './detail.ts'
import { withoutMeets } from './item-access.ts'
import { itemsOf } from './list.ts'
import { isNarrowed, requireWhere } from './narrow.ts'

/**
 * Returns the view of a list or an item.
 *
 * @throws ConfigurationError when its items cannot be narrowed by its filters or its search, or by
 *   the scope of a permission.
 */
export function scopable(view: View): View {
  const items = isNarrowed(view) ? itemsOf(view) : null
  if (items !== null) requireWhere(items, view)
  if (!hasScope(view.permissions)) return view
  const store = storeOf(view)
  if (store !== null && store.meets === undefined) {
    throw new ConfigurationError(withoutMeets(view.name))
  }
  return view
}
