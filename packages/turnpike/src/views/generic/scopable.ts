import { ConfigurationError } from '../../errors/configuration-error.ts'
import { searchCondition } from '../../filtering/search/search.ts'
import { hasScope } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { storeOf } from './item/source.ts'
import { withoutMeets } from './item-access.ts'
import { itemsOf } from './list.ts'
import { isNarrowed, requireWhere } from './narrow.ts'
import { needsMeets } from './nesting.ts'
import { nestingOf, type ParentDeclaration } from './parent.ts'

/**
 * Returns the view of a list or an item.
 *
 * @throws ConfigurationError when its items cannot be narrowed by its filters or its search, by the
 *   scope of a permission, or by its parent.
 */
export function scopable(view: View): View {
  const nesting = nestingOf(view)
  if (nesting !== null) requireParents(nesting.declaration, view)
  const items = nesting !== null || isNarrowed(view) ? itemsOf(view) : null
  if (items !== null) {
    requireWhere(items, view, nesting === null ? [] : ['a parent'])
    // Items without full text search refuse it here. Nothing is read.
    if (view.search !== null) items.where?.(searchCondition(view.search, ['word']))
  }
  const store = nesting !== null || hasScope(view.permissions) ? storeOf(view) : null
  const has = hasScope(view.permissions) ? 'a permission with a scope' : 'a parent'
  if (store !== null) requireMeets(store, view.name, has)
  return view
}

function requireParents(declaration: ParentDeclaration, view: View): void {
  if (needsMeets(declaration, view)) requireMeets(declaration.store, `${view.name} (its parent)`)
  if (declaration.parent !== null) requireParents(declaration.parent, view)
}

function requireMeets({ meets }: { readonly meets?: unknown }, name: string, has?: string): void {
  if (meets === undefined) throw new ConfigurationError(withoutMeets(name, has))
}
