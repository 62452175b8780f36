import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { Html } from '../../html.ts'
import type { Translate } from '../../translate.ts'
import { heading, type Sorting } from '../lists/column.ts'
import { activityState, createdOf, staffState, timeText } from '../texts.ts'
import type { AdminUrls } from '../visit.ts'

export interface UserTableOptions {
  readonly t: Translate
  readonly urls: AdminUrls
  /** The name of the table, for screen readers. */
  readonly label: string
  /** How the list can be sorted by a field. Default: it cannot. */
  sortingOf?(field: string): Sorting
}

/** A table of users with their states. */
export function userTable(
  users: readonly User[],
  { t, urls, label, sortingOf }: UserTableOptions,
): Html {
  return html`<div class="scroll"><table class="list" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">
${columns(t).map(({ field, name }) => heading(name, sortingOf?.(field)))}
</tr></thead>
<tbody role="rowgroup">
${users.map(
  (user) => html`<tr role="row">
<th scope="row" role="rowheader"><a href="${urls.user(user)}"><bdi>${user.username}</bdi></a></th>
<td role="cell" class="email">${user.email === '' ? html`<span class="none">${t('No email')}</span>` : html`<bdi>${user.email}</bdi>`}</td>
<td role="cell" class="states">${activityState(user, t)}</td>
<td role="cell" class="states">${staffState(user, t) ?? html`<span class="none" aria-label="${t('Not staff')}">–</span>`}</td>
<td role="cell" class="when">${createdCell(user)}</td>
</tr>\n`,
)}</tbody>
</table></div>`
}

const columns = (t: Translate) => [
  { field: 'username', name: t('Username') },
  { field: 'email', name: t('Email') },
  { field: 'isActive', name: t('Status') },
  { field: 'isStaff', name: t('Role') },
  { field: 'created', name: t('Created') },
]

/** Fields by which a list of users can be sorted. */
export const sortableFields: readonly string[] = [
  'username',
  'email',
  'isActive',
  'isStaff',
  'created',
]

function createdCell(user: User): Html | string {
  const created = createdOf(user)
  return created === null ? '' : timeText(created, true)
}
