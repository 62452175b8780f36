import { html } from 'hono/html'
import type { ApiKey } from '../../../accounts/keys/api-key.ts'
import type { User } from '../../../accounts/user.ts'
import { NotFound } from '../../../errors/exceptions.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { chosenOrdering } from '../../../items/ordering-filter.ts'
import { pageNumberPagination } from '../../../pagination/page-number.ts'
import type { Page } from '../../../pagination/pagination.ts'
import type { Html } from '../../html.ts'
import { markup, type Translate, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { controlsOf } from '../found-users.ts'
import { choice } from '../lists/choice.ts'
import { sortingOf } from '../lists/query-links.ts'
import { searchForm } from '../search-form.ts'
import type { Visit } from '../visit.ts'
import type { AdminKeys } from './admin-keys.ts'
import { keyTable } from './key-table.ts'

/** The API keys of all users, or of one, searched, filtered and sorted by the query, in pages. */
export async function keyList<U extends User>(
  visit: Visit<U>,
  keys: AdminKeys<U>,
): Promise<ApiResponse> {
  const { admin, request, view } = visit
  const t = translateFor(request)
  const query = await queryOf(visit)
  const parameter = view.settings.ORDERING_PARAM
  const ordering = chosenOrdering(request, view) ?? ['-created']
  const chosen = request.queryValue(parameter)
  const page = await pageOf(visit, keys, query, ordering)

  return adminPage(visit, {
    title: t('API keys'),
    tab: 'keys',
    footer: controlsOf(page, request),
    main: () => html`<p class="description">${t('Programs send an API key to act as its user, within the scopes of the key. It is valid while the user is active.')}</p>
<div class="tools">
${searchForm({
  action: admin.urls.keys,
  label: t('Search API keys'),
  help: t('Part of a name, of the beginning of a key or of a username'),
  text: query.text,
  t,
  kept: [...query.kept, ...(chosen ? [[parameter, chosen] as const] : [])],
})}
${choice(request, { label: t('Status'), name: 'expired', all: t('All'), yes: t('Expired'), no: t('Not expired') })}
</div>
${found(page.count ?? 0, query, admin.urls.keys, t)}
${
  page.items.length > 0 &&
  keyTable(page.items, {
    t,
    urls: admin.urls,
    label: t('API keys'),
    hasUsers: true,
    sortingOf: (field) => sortingOf(request, parameter, ordering, field),
  })
}`,
  })
}

/** The parsed query of the list. An invalid value of `expired` is ignored. */
interface KeyQuery<U extends User> {
  /** The search text, trimmed. */
  readonly text: string
  /** Whose keys. Null means those of all users. */
  readonly user: U | null
  readonly hasExpired: boolean | null
  /** Parameters that a search keeps. */
  readonly kept: readonly (readonly [name: string, value: string])[]
}

/** @throws NotFound when there is no such user. */
async function queryOf<U extends User>({ admin, request }: Visit<U>): Promise<KeyQuery<U>> {
  const pk = request.queryValue('user')
  const user = pk === null ? null : await admin.users.findByPk(pk)
  if (pk !== null && user === null) throw new NotFound('The user does not exist.')

  const expired = request.queryValue('expired')
  const hasExpired = expired === 'yes' || expired === 'no' ? expired === 'yes' : null
  return {
    text: (request.queryValue('search') ?? '').trim(),
    user,
    hasExpired,
    kept: [
      ...(pk === null ? [] : [['user', pk] as const]),
      ...(hasExpired === null || expired === null ? [] : [['expired', expired] as const]),
    ],
  }
}

/** @throws NotFound when the page does not exist. */
async function pageOf<U extends User>(
  { request, view }: Visit<U>,
  { store }: AdminKeys<U>,
  { text, user, hasExpired }: KeyQuery<U>,
  ordering: readonly string[],
): Promise<Page<ApiKey<U>>> {
  const filter = { text, ...(user && { user }), ...(hasExpired !== null && { hasExpired }) }
  const found = store.search(filter).orderBy(ordering)
  const page = await pagination.paginate(found, request, view)
  if (page === null) throw new Error('A style with a page size always returns pages.')
  return page
}

const pagination = pageNumberPagination({ pageSize: 25 })

/** The number of results, and a link to all keys when the list is filtered. */
function found(
  count: number,
  { text, user, hasExpired }: KeyQuery<User>,
  all: string,
  t: Translate,
): Html {
  const what = [
    ...(user === null ? [] : [markup(t, 'of {user}', { user: html`<bdi>${user.username}</bdi>` })]),
    ...(text === '' ? [] : [markup(t, 'for “{text}”', { text: html`<bdi>${text}</bdi>` })]),
  ].map((part) => html` ${part}`)
  const isNarrowed = what.length > 0 || hasExpired !== null
  const clear = isNarrowed && html` <a href="${all}">${t('Show all')}</a>`
  return count === 0
    ? html`<p class="empty">${t('No API key found')}${what}.${clear}</p>`
    : html`<p class="count">${t(count === 1 ? '{count} API key' : '{count} API keys', { count })}${what}${clear}</p>`
}
