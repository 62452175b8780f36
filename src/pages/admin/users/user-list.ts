import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { chosenOrdering } from '../../../items/ordering-filter.ts'
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
  const query = userQueryOf(request)
  const page = await pageOfUsers(visit, query)
  const parameter = view.settings.ORDERING_PARAM
  const ordering = chosenOrdering(request, view) ?? []
  const chosen = request.queryValue(parameter)

  return adminPage(visit, {
    title: 'Users',
    tab: 'users',
    actions: html`<a class="button" href="${admin.urls.addUser}">Add user</a>`,
    footer: controlsOf(page, request),
    main: () => html`<div class="tools">
${searchForm({
  action: admin.urls.users,
  label: 'Search users',
  help: 'Part of a username or email address',
  text: query.text,
  kept: [...query.flags, ...(chosen ? [[parameter, chosen] as const] : [])],
})}
${choices.map((one) => choice(request, one))}
</div>
${found(page.count ?? 0, query, admin.urls.users)}
${
  page.items.length > 0 &&
  userTable(page.items, {
    urls: admin.urls,
    label: 'Users',
    sortingOf: (field) => sortingOf(request, parameter, ordering, field),
  })
}`,
  })
}

const choices: readonly Choice[] = [
  { label: 'Status', name: 'active', all: 'All', yes: 'Active', no: 'Inactive' },
  { label: 'Role', name: 'staff', all: 'All', yes: 'Staff', no: 'Not staff' },
  { label: 'Password', name: 'password', all: 'All', yes: 'With', no: 'Without' },
]
