import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Condition } from '../../items/condition.ts'
import type { ItemSet } from '../../items/item-set.ts'
import { hasScope, scopeOfAll } from '../../permissions/scope.ts'
import type { View } from '../view.ts'

/** Whether requests to the view may list fewer than all items. */
export const isNarrowed = ({ filters, permissions }: View): boolean =>
  filters !== null || hasScope(permissions)

/**
 * Those items that the request asks for and may see.
 *
 * @throws ValidationError when a parameter of the query has a value that cannot be read.
 * @throws ConfigurationError when the items have no `where`.
 */
export async function narrowed<Item>(
  items: ItemSet<Item>,
  request: ApiRequest,
  view: View,
): Promise<ItemSet<Item>> {
  requireWhere(items, view)
  const scope = await scopeOfAll(view.permissions, request)
  const filtered = (await view.filters?.condition(request)) ?? null
  return meeting(meeting(items, scope), filtered)
}

/** The items that meet the condition. @throws ConfigurationError when they have no `where`. */
export function itemsMeeting<Item>(
  items: ItemSet<Item>,
  condition: Condition,
  view: View,
): ItemSet<Item> {
  requireWhere(items, view)
  return meeting(items, condition)
}

const meeting = <Item>(items: ItemSet<Item>, condition: Condition | null): ItemSet<Item> =>
  condition === null ? items : (items.where?.(condition) ?? items)

/** Without `where` all items would be listed, also those that nobody asked for. */
export function requireWhere(items: ItemSet<unknown>, { name = 'List' }: { name?: string }): void {
  if (items.where !== undefined) return
  throw new ConfigurationError(
    `The view ${name} has filters, a search, a permission with a scope, or a parent, but its items ` +
      'have no where(): add it to the item set, or use arrayItems() or kyselyItems().',
  )
}
