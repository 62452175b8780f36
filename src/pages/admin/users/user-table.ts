import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { Html } from '../../html.ts'
import { heading, type Sorting } from '../lists/column.ts'
import { activityState, createdOf, staffState, timeText } from '../texts.ts'
import type { AdminUrls } from '../visit.ts'

export interface UserTableOptions {
  readonly urls: AdminUrls
  /** The name of the table, for screen readers. */
  readonly label: string
  /** How the list can be sorted by a field. Default: it cannot. */
  sortingOf?(field: string): Sorting
}

/** A table of users with their states. */
export function userTable(
  users: readonly User[],
  { urls, label, sortingOf }: UserTableOptions,
): Html {
  return html`<div class="scroll"><table class="list" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">
${columns.map(({ field, name }) => heading(name, sortingOf?.(field)))}
</tr></thead>
<tbody role="rowgroup">
${users.map(
  (user) => html`<tr role="row">
<th scope="row" role="rowheader"><a href="${urls.user(user)}"><bdi>${user.username}</bdi></a></th>
<td role="cell" class="email">${user.email === '' ? html`<span class="none">No email</span>` : html`<bdi>${user.email}</bdi>`}</td>
<td role="cell" class="states">${activityState(user)}</td>
<td role="cell" class="states">${staffState(user) ?? html`<span class="none" aria-label="Not staff">–</span>`}</td>
<td role="cell" class="when">${createdCell(user)}</td>
</tr>\n`,
)}</tbody>
</table></div>`
}

const columns = [
  { field: 'username', name: 'Username' },
  { field: 'email', name: 'Email' },
  { field: 'isActive', name: 'Status' },
  { field: 'isStaff', name: 'Role' },
  { field: 'created', name: 'Created' },
]

/** Fields by which a list of users can be sorted. */
export const sortableFields: readonly string[] = columns.map(({ field }) => field)

function createdCell(user: User): Html | string {
  const created = createdOf(user)
  return created === null ? '' : timeText(created, true)
}
