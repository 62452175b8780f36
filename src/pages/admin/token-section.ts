import { html } from 'hono/html'
import type { Token } from '../../accounts/stores.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { buttonForm } from './form.ts'
import { maskedKey, timeText } from './texts.ts'
import type { UserVisit } from './visit.ts'

/** The user's token, masked, and what can be done with it. */
export function tokenSection(visit: UserVisit, context: PageContext, token: Token | null): Html {
  const { admin, subject } = visit
  const url = (below: string) => admin.urls.user(subject, `token/${below}/`)

  return html`<section class="card" aria-labelledby="token">
<h2 id="token">Token</h2>
${
  token === null
    ? html`<p>There is none. With one, programs can act as this user.</p>
<div class="buttons">${buttonForm(context, url('create'), html`<button>Create token</button>`)}</div>`
    : html`<p class="token">${maskedKey(token.key)} ${!subject.isActive && html`<span class="state bad">Does not serve</span>`}</p>
<p class="help">Created ${timeText(token.created)}. Showing the key is written down in the audit log.</p>
<div class="buttons">${buttonForm(context, url('reveal'), html`<button class="second">Reveal key</button>`)}
<a class="button second" href="${url('regenerate')}">Regenerate…</a>
<a class="button danger" href="${url('revoke')}">Revoke…</a></div>`
}
</section>`
}
