import { mark } from '../caching/mark.ts'
import type { CountPolicy } from './count-policy.ts'
import type { Pagination } from './pagination.ts'

const cacheableStyles = mark<Pagination>()

/**
 * Marks a style whose pages depend on the URL, the view and the items alone. An estimated count
 * depends on statistics too, which may change while the items do not.
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

/** Whether two requests for one URL get the same page of the same items. */
export const isCacheable = (style: Pagination | null): boolean =>
  style === null || cacheableStyles.get(style) === true
