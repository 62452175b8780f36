import { html } from 'hono/html'
import type { SessionDirectory, StoredSession } from '../../../accounts/session-directory.ts'
import type { User } from '../../../accounts/user.ts'
import { NotFound } from '../../../errors/exceptions.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { chosenOrdering } from '../../../items/ordering-filter.ts'
import { pageNumberPagination } from '../../../pagination/page-number.ts'
import type { Page } from '../../../pagination/pagination.ts'
import type { Html } from '../../html.ts'
import { countText, markup, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { controlsOf } from '../found-users.ts'
import { sortingOf } from '../lists/query-links.ts'
import { searchForm } from '../search-form.ts'
import type { Visit } from '../visit.ts'
import { sessionTable } from './session-table.ts'

/** The sessions of all users, or of one, newest first unless the query says otherwise. */
export async function sessionList<U extends User>(
  visit: Visit<U>,
  directory: SessionDirectory<U>,
): Promise<ApiResponse> {
  const { admin, request, view } = visit
  const t = translateFor(request)
  const query = await queryOf(visit)
  const parameter = view.settings.ORDERING_PARAM
  const ordering = chosenOrdering(request, view) ?? ['-created']
  const chosen = request.queryValue(parameter)
  const { text, user } = query
  const sessions = directory.search({ text, ...(user && { user }) }).orderBy(ordering)
  const page = await pagination.paginate(sessions, request, view)
  if (page === null) throw new Error('A style with a page size always returns pages.')

  return adminPage(visit, {
    title: t('Sessions'),
    tab: 'sessions',
    footer: controlsOf(page, request),
    main: () => html`<p class="description">${t('Browsers in which users have signed in. A session ends with its time, with a new password, or here.')}</p>
<div class="tools">${searchForm({
      action: admin.urls.sessions,
      label: t('Search sessions by user'),
      help: t('Part of a username'),
      text,
      t,
      kept: [
        ...(user === null ? [] : [['user', `${user.pk}`] as const]),
        ...(chosen ? [[parameter, chosen] as const] : []),
      ],
    })}</div>
${found(visit, page, query)}
${
  page.items.length > 0 &&
  sessionTable(page.items, visit, (field) => sortingOf(request, parameter, ordering, field))
}`,
  })
}

const pagination = pageNumberPagination({ pageSize: 25 })

/** The parsed query of the list. */
interface SessionQuery<U extends User> {
  /** Part of the username, trimmed. */
  readonly text: string
  /** Whose sessions. Null means those of all users. */
  readonly user: U | null
}

/** @throws NotFound when there is no such user. */
async function queryOf<U extends User>({ admin, request }: Visit<U>): Promise<SessionQuery<U>> {
  const pk = request.queryValue('user')
  const user = pk === null ? null : await admin.users.findByPk(pk)
  if (pk !== null && user === null) throw new NotFound('The user does not exist.')
  return { text: (request.queryValue('search') ?? '').trim(), user }
}

/** The number of results, and a link to all sessions when the list is narrowed. */
function found(
  { admin, request }: Visit,
  page: Page<StoredSession>,
  { text, user }: SessionQuery<User>,
): Html {
  const t = translateFor(request)
  const count = page.count ?? 0
  const what = [
    ...(user === null ? [] : [markup(t, 'of {user}', { user: html`<bdi>${user.username}</bdi>` })]),
    ...(text === '' ? [] : [markup(t, 'for “{text}”', { text: html`<bdi>${text}</bdi>` })]),
  ].map((part) => html` ${part}`)
  const clear = what.length > 0 && html` <a href="${admin.urls.sessions}">${t('Show all')}</a>`
  return count === 0
    ? html`<p class="empty">${t('No session found')}${what}.${clear}</p>`
    : html`<p class="count">${countText(request, count, ['{count} session', '{count} sessions'])}${what}${clear}</p>`
}
