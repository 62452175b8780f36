import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiRequest } from '../../../http/request.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { chosenOrdering } from '../../../items/ordering-filter.ts'
import type { Html } from '../../html.ts'
import { adminPage } from '../admin-page.ts'
import { controlsOf, found, pageOfUsers, userQueryOf } from '../found-users.ts'
import { searchForm } from '../search-form.ts'
import type { Visit } from '../visit.ts'
import { queryWith, sortingOf } from './query-links.ts'
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
    footer: controlsOf(page),
    main: () => html`<div class="tools">
${searchForm({
  action: admin.urls.users,
  label: 'Search users',
  help: 'Part of a username or email address',
  text: query.text,
  kept: [...query.flags, ...(chosen ? [[parameter, chosen] as const] : [])],
})}
${choice(request, 'Status', 'active', ['Active', 'Inactive'])}
${choice(request, 'Role', 'staff', ['Staff', 'Not staff'])}
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

/** Links that filter the list by a flag, with the current one marked. */
function choice(
  request: ApiRequest,
  label: string,
  name: string,
  [yes, no]: readonly [string, string],
): Html {
  const current = request.queryValue(name)
  const options = [
    { value: null, text: 'All' },
    { value: 'yes', text: yes },
    { value: 'no', text: no },
  ]
  const isCurrent = (value: string | null) =>
    value === (current === 'yes' || current === 'no' ? current : null)
  return html`<nav class="choice" aria-label="${label}"><span aria-hidden="true">${label}</span><ul>
${options.map(({ value, text }) => html`<li><a href="${queryWith(request, name, value)}"${isCurrent(value) && html` aria-current="${'true'}"`}>${text}</a></li>\n`)}</ul></nav>`
}
