import type { ViewRouter } from '../../routing/view-router.ts'
import type { PageContext } from '../page-context.ts'

/**
 * The path at which another app has mounted the views, without a slash at its end: `/api/v1`, or
 * nothing. Null if the router does not have the view.
 */
export function mountOf(
  { request: { path }, view }: Pick<PageContext, 'request' | 'view'>,
  router: ViewRouter,
): string | null {
  const start = startsIn(path).find(
    (start) => router.find(path.slice(start))?.view.handlers === view.handlers,
  )
  return start === undefined ? null : path.slice(0, start)
}

/** Where the slashes of a path are. */
export const startsIn = (path: string): number[] =>
  [...path.matchAll(/\//g)].map(({ index }) => index)
