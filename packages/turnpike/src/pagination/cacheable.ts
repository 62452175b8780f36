import { cacheableStyles } from '../caching/cacheable.ts'
import { type CountPolicy, type CountPreference, preferredCount } from './count-policy.ts'
import type { Pagination } from './pagination.ts'

/**
 * Marks a style whose pages depend only on the URL, the client's choice of a count, the view and
 * the items. An estimated count also depends on statistics, which may change while the items do
 * not.
 *
 * @param policy how the style counts. Default: not at all.
 * @param offered the counts that a client may choose. Default none.
 */
export function cacheable<Style extends Pagination>(
  style: Style,
  policy: CountPolicy = 'none',
  offered: readonly CountPreference[] = [],
): Style {
  cacheableStyles.set(style, (request) => {
    const preferred = preferredCount(request, offered)
    return (preferred ?? policy) === 'estimated' ? null : (preferred ?? '')
  })
  return style
}
