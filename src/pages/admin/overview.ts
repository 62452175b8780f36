import { html } from 'hono/html'
import type { User } from '../../accounts/user.ts'
import type { ApiResponse } from '../../http/response.ts'
import type { Html } from '../html.ts'
import { adminPage } from './admin-page.ts'
import { searchForm } from './search-form.ts'
import { countOf } from './texts.ts'
import { userTable } from './users/user-table.ts'
import type { Visit } from './visit.ts'

/** The start page of the admin: the number of users, a search, and the newest users. */
export async function overview<U extends User>(visit: Visit<U>): Promise<ApiResponse> {
  const { users, urls } = visit.admin
  const [all, active, staff, newest] = await Promise.all([
    users.search().count(),
    users.search({ isActive: true }).count(),
    users.search({ isStaff: true }).count(),
    users.search().orderBy(['-pk']).slice(0, newestShown),
  ])
  const tiles = [
    { name: 'Users', count: all, query: '' },
    { name: 'Active', count: active, query: '?active=yes' },
    { name: 'Inactive', count: all - active, query: '?active=no' },
    { name: 'Staff', count: staff, query: '?staff=yes' },
  ]

  return adminPage(visit, {
    title: 'Administration',
    tab: 'overview',
    actions: html`<a class="button" href="${urls.addUser}">Add user</a>`,
    main: () => html`<ul class="tiles">
${tiles.map(({ name, count, query }) => html`<li>${tile(name, count, urls.users + query)}</li>\n`)}</ul>
${searchForm({ action: urls.users, label: 'Find a user', help: 'Part of a username or email address' })}
<section class="newest" aria-labelledby="newest">
<div class="head"><h2 id="newest">Newest users</h2>${all > newestShown && html`<a href="${urls.users}">All ${countOf(all, 'user')}</a>`}</div>
${userTable(newest, { urls, label: 'Newest users' })}
</section>`,
  })
}

const newestShown = 5

const tile = (name: string, count: number, url: string): Html =>
  html`<a href="${url}"><b>${count.toLocaleString('en')}</b> <span>${name}</span></a>`
