import type { UserFilter } from '../../../accounts/user-directory.ts'
import type { ApiRequest } from '../../../http/request.ts'
import { orderingTerm } from '../../../items/ordering.ts'
import { withParameter } from '../../../pagination/links.ts'
import type { Sorting } from './user-table.ts'

/** What the query of a list asks for. Values that mean nothing are left out of account. */
export interface UserQuery {
  readonly filter: UserFilter
  /** What is being looked for, without the blanks around it. */
  readonly text: string
  /** `active`, `staff` and what they are set to: `yes` or `no`. */
  readonly flags: readonly (readonly [name: 'active' | 'staff', value: string])[]
}

export function userQueryOf(request: ApiRequest): UserQuery {
  const text = (request.queryValue('search') ?? '').trim()
  const flags = (['active', 'staff'] as const).flatMap((name) => {
    const value = request.queryValue(name)
    return value === 'yes' || value === 'no' ? [[name, value] as const] : []
  })
  const { active, staff }: { active?: string; staff?: string } = Object.fromEntries(flags)

  return {
    text,
    flags,
    filter: {
      text,
      ...(active && { isActive: active === 'yes' }),
      ...(staff && { isStaff: staff === 'yes' }),
    },
  }
}

/**
 * The query of the list with one parameter set, or taken out when it is null; from the first page
 * on.
 */
export function queryWith(request: ApiRequest, name: string, value: string | null): string {
  // The query alone: a path may begin with two slashes, and a link to it would leave this host.
  const query = /\?.*$/.exec(request.url)?.[0] ?? ''
  const changed = withParameter(withParameter(query, 'page', null), name, value)
  return changed === '' ? '?' : changed
}

/** How the list can be put in order by a field, and whether it is. */
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
