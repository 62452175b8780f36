import { cacheableStyles } from '../caching/cacheable.ts'
import type { CountPolicy } from './count-policy.ts'
import type { Pagination } from './pagination.ts'

/**
 * Marks a style whose pages depend only on the URL, the view and the items. An estimated count also
 * depends on statistics, which may change while the items do not.
 *
 * @param policy how the style counts. Default: not at all.
 */
export function cacheable<Style extends Pagination>(
  style: Style,
  policy: CountPolicy = 'none',
): Style {
  if (policy !== 'estimated') cacheableStyles.set(style, true)
  return style
}
