import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import type { Html } from '../../html.ts'
import { type Translate, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { controlsOf, found, pageOfUsers, userQueryOf } from '../found-users.ts'
import { searchForm } from '../search-form.ts'
import { activityState, maskedKey, timeText } from '../texts.ts'
import type { AdminUrls, Visit } from '../visit.ts'
import { type TokenState, tokenStateOf } from './token-state.ts'

/**
 * The users and their tokens, the newest users first. Keys are masked; the user's page shows and
 * replaces them.
 */
export async function tokenList<U extends User>(visit: Visit<U>): Promise<ApiResponse> {
  const { admin, request } = visit
  const t = translateFor(request)
  const query = { ...userQueryOf(request), flags: [] }
  const page = await pageOfUsers(visit, { ...query, filter: { text: query.text } }, ['-pk'])
  const rows = await Promise.all(
    page.items.map(async (user) => ({ user, token: await tokenStateOf(admin, user) })),
  )

  return adminPage(visit, {
    title: t('Tokens'),
    tab: 'tokens',
    footer: controlsOf(page, request),
    main: () => html`<p class="description">${t('Anyone who sends the key of a token acts as its user. A user has at most one token. It is valid while the user is active.')}</p>
<div class="tools">${searchForm({
      action: admin.urls.tokens,
      label: t('Search tokens by user'),
      help: t('Part of a username or email address'),
      text: query.text,
      t,
    })}</div>
${found(request, page.count ?? 0, query, admin.urls.tokens)}
${rows.length > 0 && tokenTable(rows, admin.urls, t)}`,
  })
}

interface Row {
  readonly user: User
  readonly token: TokenState
}

const tokenTable = (rows: readonly Row[], urls: AdminUrls, t: Translate): Html =>
  html`<div class="scroll"><table class="list" role="table" aria-label="${t('Tokens')}">
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">${t('User')}</th><th scope="col" role="columnheader">${t('Token')}</th><th scope="col" role="columnheader">${t('Created')}</th><th scope="col" role="columnheader">${t('Status')}</th>
</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ({ user, token }) => html`<tr role="row">
<th scope="row" role="rowheader"><a href="${urls.user(user)}#token"><bdi>${user.username}</bdi></a></th>
<td role="cell" class="email">${keyOf(token, t)}</td>
<td role="cell" class="when">${token !== null && token !== 'unreadable' && timeText(token.created, true)}</td>
<td role="cell" class="states">${activityState(user, t)}</td>
</tr>\n`,
)}</tbody>
</table></div>`

function keyOf(token: TokenState, t: Translate): Html {
  if (token === null) return html`<span class="none">${t('No token')}</span>`
  return token === 'unreadable'
    ? html`<span class="state bad">${t('Cannot be read')}</span>`
    : maskedKey(token.key, t)
}
