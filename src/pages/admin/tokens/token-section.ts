import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { buttonForm } from '../form.ts'
import { maskedKey, timeText } from '../texts.ts'
import type { UserVisit } from '../visit.ts'
import type { TokenState } from './token-state.ts'

/** The user's token, masked, and its actions. */
export function tokenSection(visit: UserVisit, context: PageContext, token: TokenState): Html {
  const { admin, subject } = visit
  const url = (below: string) => admin.urls.user(subject, `token/${below}/`)

  return html`<section class="card" aria-labelledby="token">
<h2 id="token">Token</h2>
${contents()}
</section>`

  function contents(): Html {
    if (token === null) {
      return html`<p>No token. With one, programs can act as this user.</p>
<div class="buttons">${buttonForm(context, url('create'), html`<button>Create token</button>`)}</div>`
    }
    const replacing = html`<a class="button second" href="${url('regenerate')}">Regenerate…</a>
<a class="button danger" href="${url('revoke')}">Revoke…</a>`
    if (token === 'unreadable') {
      return html`<p><span class="state bad">Cannot be read</span></p>
<p class="help">The token was changed in the database, or the secret that sealed it is lost, so its key cannot be shown. Regenerate it to get a new key.</p>
<div class="buttons">${replacing}</div>`
    }
    return html`<p class="token">${maskedKey(token.key)} ${!subject.isActive && html`<span class="state bad">Not valid</span>`}</p>
<p class="help">Created ${timeText(token.created)}. Showing the key is recorded in the audit log.</p>
<div class="buttons">${buttonForm(context, url('reveal'), html`<button class="second">Reveal key</button>`)}
${replacing}</div>`
  }
}
