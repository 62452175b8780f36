import type { Pagination } from './pagination.ts'

/** By the very style: a copy of it with other methods may look at something else. */
const styles = new WeakSet<Pagination>()

/** Says of a style that the URL, the view and the items decide what a page is, and nothing else. */
export function decidedByUrl(style: Pagination): Pagination {
  styles.add(style)
  return style
}

/** Whether two requests for one URL get the same page of the same items. */
export const isDecidedByUrl = (style: Pagination | null): boolean =>
  style === null || styles.has(style)
