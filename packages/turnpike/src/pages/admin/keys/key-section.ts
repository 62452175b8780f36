import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import { translateFor } from '../../translate.ts'
import type { UserVisit } from '../visit.ts'
import type { KeySummary } from './admin-keys.ts'
import { keyTable } from './key-table.ts'

/** Maximum number of keys on the page of a user. The others are on pages of their own. */
export const shownKeys = 10

/** The user's newest API keys and their actions. */
export function keySection(visit: UserVisit, { count, newest }: KeySummary): Html {
  const { admin, request, subject } = visit
  const { urls } = admin
  const t = translateFor(request)
  const url = (below: string) => urls.user(subject, `keys/${below}/`)
  const isMore = count > newest.length

  return html`<section class="card keys-of" aria-labelledby="api-keys">
<div class="head"><h2 id="api-keys">${t('API keys')}</h2><p class="buttons"><a class="button" href="${url('add')}">${t('Create API key…')}</a> ${count > 0 && html`<a class="button danger" href="${url('revoke')}">${t('Revoke all…')}</a>`}</p></div>
${
  count === 0
    ? html`<p>${t('No API key. With one, a program can act as this user, within its scopes.')}</p>`
    : keyTable(newest, { t, urls, label: t('API keys') })
}
${isMore && html`<p class="more"><a href="${urls.keysOf(subject)}">${t('All {count} API keys', { count })}</a></p>`}
</section>`
}
