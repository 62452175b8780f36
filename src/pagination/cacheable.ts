import type { CountPolicy } from './count-policy.ts'
import type { Pagination } from './pagination.ts'

/** By the very style: a copy of it with other methods may look at something else. */
const styles = new WeakSet<Pagination>()

/**
 * Says of a style that the URL, the view and the items decide what a page is, and nothing else. An
 * estimate is something else: the statistics that it is made of may change while the items do not.
 *
 * @param policy how the style counts. Default: not at all.
 */
export function decidedByUrl<Style extends Pagination>(
  style: Style,
  policy: CountPolicy = 'none',
): Style {
  if (policy !== 'estimated') styles.add(style)
  return style
}

/** Whether two requests for one URL get the same page of the same items. */
export const isDecidedByUrl = (style: Pagination | null): boolean =>
  style === null || styles.has(style)
