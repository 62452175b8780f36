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
  // Only the query: a path may begin with two slashes, and a link to it would leave this host.
  const query = /\?[^#]*/.exec(context.request.url)?.[0] ?? '?'
  const first = positionOf(context).reduce((left, name) => withParameter(left, name, null), query)
  return (
    Object.entries(changes).reduce(
      (left, [name, value]) => withParameter(left, name, value),
      first,
    ) || '?'
  )
}
