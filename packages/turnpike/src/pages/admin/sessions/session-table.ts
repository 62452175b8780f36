import { html } from 'hono/html'
import type { StoredSession } from '../../../accounts/session-directory.ts'
import type { Html } from '../../html.ts'
import { type Translate, translateFor } from '../../translate.ts'
import { heading, type Sorting } from '../lists/column.ts'
import { timeText } from '../texts.ts'
import type { Visit } from '../visit.ts'
import { isOwnSession } from './own-session.ts'

/** Fields by which a list of sessions can be sorted. */
export const sortableFields: readonly string[] = ['created', 'expires']

/** A table of sessions: whose they are, since when and until when, and a link to end each. */
export function sessionTable(
  sessions: readonly StoredSession[],
  visit: Visit,
  sortingOf: (field: string) => Sorting,
): Html {
  const t = translateFor(visit.request)
  // Stores record uses only of sessions with an idle time.
  const hasUses = sessions.some(({ lastUsed }) => lastUsed !== null)
  return html`<div class="scroll"><table class="list keys" role="table" aria-label="${t('Sessions')}">
<thead role="rowgroup"><tr role="row">
${heading(t('User'), undefined)}${heading(t('Created'), sortingOf('created'))}${heading(t('Expires'), sortingOf('expires'))}${hasUses && heading(t('Last use'), undefined)}${heading(t('Status'), undefined)}${heading(t('Action'), undefined)}</tr></thead>
<tbody role="rowgroup">
${sessions.map((session) => row(session, visit, hasUses, t))}</tbody>
</table></div>`
}

function row(session: StoredSession, visit: Visit, hasUses: boolean, t: Translate): Html {
  const { digest, user, created, expires, lastUsed } = session
  const { urls } = visit.admin
  const isOwn = isOwnSession(session, visit)
  const end = urls.user(user, `sessions/${digest}/end/`)
  return html`<tr role="row">
<th scope="row" role="rowheader"><a href="${urls.user(user)}"><bdi>${user.username}</bdi></a></th>
<td role="cell" class="when" data-label="${t('Created')}">${timeText(created)}</td>
<td role="cell" class="when" data-label="${t('Expires')}">${timeText(expires)}</td>
${
  hasUses &&
  html`<td role="cell" class="when" data-label="${t('Last use')}">${lastUsed && timeText(lastUsed)}</td>
`
}<td role="cell" class="states">${state(session, isOwn, t)}</td>
<td role="cell" class="act">${!isOwn && html`<a href="${end}">${t('End…')}<span class="unseen"> ${user.username}</span></a>`}</td>
</tr>
`
}

function state({ isLive }: StoredSession, isOwn: boolean, t: Translate): Html {
  if (isOwn) return html`<span class="state good">${t('This browser')}</span>`
  return isLive
    ? html`<span class="state good">${t('Signed in')}</span>`
    : html`<span class="state bad">${t('Ended')}</span>`
}
