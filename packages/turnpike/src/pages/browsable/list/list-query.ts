import type { PageControls } from '../../../http/page-controls.ts'
import { withParameter } from '../../../pagination/links.ts'
import type { PageContext } from '../../page-context.ts'

/** Pages of a style that does not describe its parameters probably have one of these. */
const usualPosition = ['page', 'offset', 'cursor']

/** Names of the query parameters that choose a page of the list. */
export function positionOf({ view }: PageContext): readonly string[] {
  const description = view.pagination?.describe?.(view)
  if (!description) return usualPosition
  return description.position ?? description.parameters.map(({ name }) => name)
}

/** The URL without the empty parameters of the filters: forms send them, and they mean nothing. */
export function withoutEmpty(url: string, { request, view }: PageContext): string {
  return (view.filters?.parameters ?? [])
    .filter(({ name }) => request.queryValue(name) === '')
    .reduce((left, { name }) => withParameter(left, name, null), url)
}

/** The controls with links that leave out the empty parameters of the filters. */
export function controlsWithoutEmpty(
  controls: PageControls | null,
  context: PageContext,
): PageControls | null {
  if (controls === null) return null
  const shorter = (url: string | null) => url && withoutEmpty(url, context)
  return {
    ...controls,
    previous: shorter(controls.previous),
    next: shorter(controls.next),
    pages: controls.pages.map((page) => page && { ...page, url: withoutEmpty(page.url, context) }),
  }
}

/** A link to the first page of the list with these parameters set; null if they are removed. */
export function linkWith(
  context: PageContext,
  changes: Readonly<Record<string, string | null>>,
): string {
  const removed = positionOf(context).map((name) => [name, null] as const)
  // Only the query: a path may begin with two slashes, and a link to it would leave this host.
  const query = withoutEmpty(/\?[^#]*/.exec(context.request.url)?.[0] ?? '?', context)
  const link = [...removed, ...Object.entries(changes)].reduce(
    (left, [name, value]) => withParameter(left, name, value),
    query,
  )
  // An empty reference would be the page itself, with its query.
  return link === '' ? '?' : link
}
