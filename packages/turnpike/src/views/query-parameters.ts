import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Search } from '../filtering/search/search.ts'
import type { ViewFilters } from '../filtering/view-filters.ts'
import type { OrderingFilter } from '../items/ordering-filter.ts'
import type { Pagination } from '../pagination/pagination.ts'
import type { ResolvedSettings } from '../settings/settings.ts'

/** The parts of a view that read the query of a list. */
interface ListPolicies {
  readonly name: string
  readonly pagination: Pagination | null
  readonly orderingFilter: OrderingFilter | null
  readonly filters: ViewFilters | null
  readonly search: Search | null
  readonly settings: ResolvedSettings
}

/**
 * The query parameters that the lists of a view accept, or null when they ignore unknown ones.
 *
 * @throws ConfigurationError when two parts of the view have the same one, and with `STRICT_QUERY`
 *   for a list whose pagination style does not describe its own.
 */
export function knownParameters(view: ListPolicies, isList: boolean): ReadonlySet<string> | null {
  const { pagination, settings } = view
  const known = queryParameters(view)
  if (!settings.STRICT_QUERY) return null
  if (pagination === null || pagination.describe !== undefined) return known
  if (!isList) return null
  throw new ConfigurationError(
    `STRICT_QUERY needs the parameters of the pagination style of the view ${view.name}: add ` +
      'describe() to the style.',
  )
}

function queryParameters(view: ListPolicies): ReadonlySet<string> {
  const owners = new Map<string, string>()
  for (const [name, owner, isOfFilter = false] of parametersByOwner(view)) {
    const other = owners.get(name)
    if (other !== undefined) {
      throw new ConfigurationError(
        `The view ${view.name} reads the query parameter ${name} twice: for ${other} and for ` +
          `${owner === other ? 'another one' : owner}. Give one of them another name` +
          `${isOfFilter ? `, as in exactFilter({ parameter: 'by_${name}' })` : ''}.`,
      )
    }
    owners.set(name, owner)
  }
  return new Set(owners.keys())
}

type Owned = [name: string, owner: string, isOfFilter?: boolean]

function parametersByOwner(view: ListPolicies): Owned[] {
  const { pagination, orderingFilter, filters, search, settings } = view
  const found: Owned[] = []
  for (const { name } of pagination?.describe?.(view)?.parameters ?? []) {
    found.push([name, 'its pagination'])
  }
  if (orderingFilter !== null) {
    found.push([settings.ORDERING_PARAM, 'its ordering filter (the setting ORDERING_PARAM)'])
  }
  if (settings.URL_FORMAT_OVERRIDE !== null) {
    found.push([settings.URL_FORMAT_OVERRIDE, 'the format (the setting URL_FORMAT_OVERRIDE)'])
  }
  if (search !== null) found.push([settings.SEARCH_PARAM, 'its search (the setting SEARCH_PARAM)'])
  // The search is the last of the filters.
  const ofFields = (filters?.parameters ?? []).slice(0, search === null ? undefined : -1)
  for (const { name, field } of ofFields) {
    found.push([name, field === undefined ? 'a filter' : `a filter of the field ${field}`, true])
  }
  return found
}
