import { html } from 'hono/html'
import type { User } from '../../accounts/user.ts'
import type { ApiResponse } from '../../http/response.ts'
import type { Html } from '../html.ts'
import { countText, numberText, translateFor } from '../translate.ts'
import { adminPage } from './admin-page.ts'
import { searchForm } from './search-form.ts'
import { userTable } from './users/user-table.ts'
import type { Visit } from './visit.ts'

/** The start page of the admin: the number of users, a search, and the newest users. */
export async function overview<U extends User>(visit: Visit<U>): Promise<ApiResponse> {
  const { users, urls } = visit.admin
  const { request } = visit
  const t = translateFor(request)
  const [all, active, staff, newest] = await Promise.all([
    users.search().count(),
    users.search({ isActive: true }).count(),
    users.search({ isStaff: true }).count(),
    users.search().orderBy(['-pk']).slice(0, newestShown),
  ])
  const tiles = [
    { name: t('Users'), count: all, query: '' },
    { name: t('Active'), count: active, query: '?active=yes' },
    { name: t('Inactive'), count: all - active, query: '?active=no' },
    { name: t('Staff'), count: staff, query: '?staff=yes' },
  ]

  return adminPage(visit, {
    title: t('Administration'),
    tab: 'overview',
    actions: html`<a class="button" href="${urls.addUser}">${t('Add user')}</a>`,
    main: () => html`<ul class="tiles">
${tiles.map(({ name, count, query }) => html`<li>${tile(name, numberText(request, count), urls.users + query)}</li>\n`)}</ul>
${searchForm({ action: urls.users, label: t('Find a user'), help: t('Part of a username or email address'), t })}
<section class="newest" aria-labelledby="newest">
<div class="head"><h2 id="newest">${t('Newest users')}</h2>${all > newestShown && html`<a href="${urls.users}">${countText(request, all, ['All {count} users', 'All {count} users'])}</a>`}</div>
${userTable(newest, { t, urls, label: t('Newest users') })}
</section>`,
  })
}

const newestShown = 5

const tile = (name: string, count: string, url: string): Html =>
  html`<a href="${url}"><b>${count}</b> <span>${name}</span></a>`
