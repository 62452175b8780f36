import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { markup, translateFor } from '../../translate.ts'
import { buttonForm } from '../form.ts'
import { maskedKey, timeText } from '../texts.ts'
import type { UserVisit } from '../visit.ts'
import type { TokenState } from './token-state.ts'

/** The user's token, masked, and its actions. */
export function tokenSection(visit: UserVisit, context: PageContext, token: TokenState): Html {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const url = (below: string) => admin.urls.user(subject, `token/${below}/`)

  return html`<section class="card" aria-labelledby="token">
<h2 id="token">${t('Token')}</h2>
${contents()}
</section>`

  function contents(): Html {
    if (token === null) {
      return html`<p>${t('No token. With one, programs can act as this user.')}</p>
<div class="buttons">${buttonForm(context, url('create'), html`<button>${t('Create token')}</button>`)}</div>`
    }
    const replacing = html`<a class="button second" href="${url('regenerate')}">${t('Regenerate…')}</a>
<a class="button danger" href="${url('revoke')}">${t('Revoke…')}</a>`
    if (token === 'unreadable') {
      return html`<p><span class="state bad">${t('Cannot be read')}</span></p>
<p class="help">${t('The token was changed in the database, or the secret that sealed it is lost, so its key cannot be shown. Regenerate it to get a new key.')}</p>
<div class="buttons">${replacing}</div>`
    }
    return html`<p class="token">${maskedKey(token.key, t)} ${!subject.isActive && html`<span class="state bad">${t('Not valid')}</span>`}</p>
<p class="help">${markup(t, 'Created {moment}. Showing the key is recorded in the audit log.', { moment: timeText(token.created) })}</p>
<div class="buttons">${buttonForm(context, url('reveal'), html`<button class="second">${t('Reveal key')}</button>`)}
${replacing}</div>`
  }
}
