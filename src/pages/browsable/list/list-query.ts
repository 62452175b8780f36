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

/** A link to the first page of the list with these parameters set; null: removed. */
export function linkWith(
  context: PageContext,
  changes: Readonly<Record<string, string | null>>,
): string {
  const { request, view } = context
  // Forms also send their empty fields, which mean nothing.
  const empty = (view.filters?.parameters ?? [])
    .map(({ name }) => name)
    .filter((name) => request.queryValue(name) === '')
  const removed = [...positionOf(context), ...empty].map((name) => [name, null] as const)
  // Only the query: a path may begin with two slashes, and a link to it would leave this host.
  const query = /\?[^#]*/.exec(request.url)?.[0] ?? '?'
  const link = [...removed, ...Object.entries(changes)].reduce(
    (left, [name, value]) => withParameter(left, name, value),
    query,
  )
  // An empty reference would be the page itself, with its query.
  return link === '' ? '?' : link
}
