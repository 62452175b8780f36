import type { ApiRequest } from '../../../http/request.ts'
import { orderingTerm } from '../../../items/ordering.ts'
import { withParameter } from '../../../pagination/links.ts'
import type { Sorting } from './column.ts'

/**
 * The query of the list with one parameter set, or removed when it is null. It starts from the
 * first page.
 */
export function queryWith(request: ApiRequest, name: string, value: string | null): string {
  // Only the query: a path may begin with two slashes, and a link to it would leave this host.
  const query = /\?.*$/.exec(request.url)?.[0] ?? ''
  const changed = withParameter(withParameter(query, 'page', null), name, value)
  return changed === '' ? '?' : changed
}

/** How the list can be sorted by a field, and whether it is. */
export function sortingOf(
  request: ApiRequest,
  parameter: string,
  ordering: readonly string[],
  field: string,
): Sorting {
  const [first] = ordering.map(orderingTerm)
  const isFirst = first?.field === field
  const isDescending = isFirst && first.descending
  const next = isFirst && !isDescending ? `-${field}` : field
  return {
    url: queryWith(request, parameter, next),
    direction: isFirst ? (isDescending ? 'descending' : 'ascending') : null,
  }
}
