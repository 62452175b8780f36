import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { chosenOrdering } from '../../../items/ordering-filter.ts'
import { type Translate, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { controlsOf, found, pageOfUsers, userQueryOf } from '../found-users.ts'
import { type Choice, choice } from '../lists/choice.ts'
import { sortingOf } from '../lists/query-links.ts'
import { searchForm } from '../search-form.ts'
import type { Visit } from '../visit.ts'
import { userTable } from './user-table.ts'

/** The users, searched, filtered and sorted by the query, in pages. */
export async function userList<U extends User>(visit: Visit<U>): Promise<ApiResponse> {
  const { admin, request, view } = visit
  const t = translateFor(request)
  const query = userQueryOf(request)
  const page = await pageOfUsers(visit, query)
  const parameter = view.settings.ORDERING_PARAM
  const ordering = chosenOrdering(request, view) ?? []
  const chosen = request.queryValue(parameter)

  return adminPage(visit, {
    title: t('Users'),
    tab: 'users',
    actions: html`<a class="button" href="${admin.urls.addUser}">${t('Add user')}</a>`,
    footer: controlsOf(page, request),
    main: () => html`<div class="tools">
${searchForm({
  action: admin.urls.users,
  label: t('Search users'),
  help: t('Part of a username or email address'),
  text: query.text,
  t,
  kept: [...query.flags, ...(chosen ? [[parameter, chosen] as const] : [])],
})}
${choices(t).map((one) => choice(request, one))}
</div>
${found(request, page.count ?? 0, query, admin.urls.users)}
${
  page.items.length > 0 &&
  userTable(page.items, {
    urls: admin.urls,
    label: t('Users'),
    t,
    sortingOf: (field) => sortingOf(request, parameter, ordering, field),
  })
}`,
  })
}

const choices = (t: Translate): readonly Choice[] => [
  { label: t('Status'), name: 'active', all: t('All'), yes: t('Active'), no: t('Inactive') },
  { label: t('Role'), name: 'staff', all: t('All'), yes: t('Staff'), no: t('Not staff') },
  { label: t('Password'), name: 'password', all: t('All'), yes: t('With'), no: t('Without') },
]
