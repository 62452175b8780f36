import { html } from 'hono/html'
import type { User } from '../../accounts/user.ts'
import type { UserFilter } from '../../accounts/user-directory.ts'
import type { ApiRequest } from '../../http/request.ts'
import { chosenOrdering } from '../../items/ordering-filter.ts'
import { pageNumberPagination } from '../../pagination/page-number.ts'
import type { Page } from '../../pagination/pagination.ts'
import { builtInTemplates, controlsNav } from '../browsable/controls.ts'
import type { Html } from '../html.ts'
import { countText, markup, translateFor } from '../translate.ts'
import type { Visit } from './visit.ts'

/** The parsed query of a list. Invalid values are ignored. */
export interface UserQuery {
  readonly filter: UserFilter
  /** The search text, trimmed. */
  readonly text: string
  /** Filters with their values: `yes` or `no`. */
  readonly flags: readonly (readonly [name: keyof typeof filters, value: string])[]
}

/** The filters by their query parameters. */
const filters = { active: 'isActive', staff: 'isStaff', password: 'hasPassword' } as const

export function userQueryOf(request: ApiRequest): UserQuery {
  const text = (request.queryValue('search') ?? '').trim()
  const names = Object.keys(filters) as (keyof typeof filters)[]
  const flags = names.flatMap((name) => {
    const value = request.queryValue(name)
    return value === 'yes' || value === 'no' ? [[name, value] as const] : []
  })
  const flagged = flags.map(([name, value]) => [filters[name], value === 'yes'] as const)
  return { text, flags, filter: { text, ...Object.fromEntries(flagged) } }
}

/**
 * @param order unless the query chooses another. Default that of their creation.
 * @throws NotFound when the page does not exist.
 */
export async function pageOfUsers<U extends User>(
  { admin, request, view }: Visit<U>,
  { filter }: UserQuery,
  order: readonly string[] | null = null,
): Promise<Page<U>> {
  const ordering = chosenOrdering(request, view) ?? order
  const users = admin.users.search(filter)
  const page = await pagination.paginate(
    ordering === null ? users : users.orderBy(ordering),
    request,
    view,
  )
  if (page === null) throw new Error('A style with a page size always returns pages.')
  return page
}

const pagination = pageNumberPagination({ pageSize: 25 })

export const controlsOf = ({ controls }: Page<unknown>, request: ApiRequest): Html | null =>
  controlsNav(
    (typeof controls === 'function' ? controls() : controls) ?? null,
    new Map(Object.entries(builtInTemplates)),
    { request },
  )

/** The number of results, and a link to all users when the list is filtered. */
export function found(
  request: ApiRequest,
  count: number,
  { text, flags }: UserQuery,
  all: string,
): Html {
  const t = translateFor(request)
  const searched = { text: html`<bdi>${text}</bdi>` }
  const users = countText(request, count, ['{count} user', '{count} users'])
  const clear = (text !== '' || flags.length > 0) && html` <a href="${all}">${t('Show all')}</a>`
  if (count === 0) {
    return html`<p class="empty">${text === '' ? t('No user found.') : markup(t, 'No user found for “{text}”.', searched)}${clear}</p>`
  }
  return html`<p class="count">${text === '' ? users : markup(t, '{users} for “{text}”', { ...searched, users: html`${users}` })}${clear}</p>`
}
