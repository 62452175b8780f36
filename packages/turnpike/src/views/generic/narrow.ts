import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Condition } from '../../items/conditions/condition.ts'
import type { ItemSet } from '../../items/item-set.ts'
import { hasScope, scopeIn } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { requireFields } from './unreadable-query.ts'

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
  const scope = await scopeIn(view, request)
  if (scope !== null) requireFields(items, scope, view)
  const filtered = (await view.filters?.condition(request)) ?? null
  return meeting(meeting(items, scope), filtered)
}

/** The items that meet the condition. @throws ConfigurationError when they have no `where`. */
export function itemsMeeting<Item>(
  items: ItemSet<Item>,
  condition: Condition,
  view: View,
): ItemSet<Item> {
  requireWhere(items, view, ['a parent'])
  requireFields(items, condition, view)
  return meeting(items, condition)
}

const meeting = <Item>(items: ItemSet<Item>, condition: Condition | null): ItemSet<Item> =>
  condition === null ? items : (items.where?.(condition) ?? items)

/** An array also has `slice`, which would answer with no items at all. */
export function requireItemSet(items: unknown, name: string): void {
  if (!Array.isArray(items)) return
  throw new ConfigurationError(
    `The items of the view ${name} are an array: wrap it, as in arrayItems([…]).`,
  )
}

/**
 * Without `where` all items would be listed, also those that nobody asked for.
 *
 * @param others what else than the options of the view needs it.
 */
export function requireWhere(
  items: ItemSet<unknown>,
  view: View,
  others: readonly string[] = [],
): void {
  if (items.where !== undefined) return
  const has = [...narrowing(view), ...others].join(' and ')
  throw new ConfigurationError(
    `The view ${view.name} has ${has}, but its items have no where(): add it to the item set, or ` +
      'use arrayItems() or kyselyItems().',
  )
}

function narrowing({ filters, search, permissions }: View): string[] {
  const found: string[] = []
  // A search is one of the filters.
  if ((filters?.parameters.length ?? 0) > (search === null ? 0 : 1)) found.push('filters')
  if (search !== null) found.push('a search')
  if (hasScope(permissions)) found.push('a permission with a scope')
  return found
}
