import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { countText, translateFor } from '../../translate.ts'
import { buttonForm } from '../form.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** How the user can sign in. */
export interface SignInState {
  readonly sessionCount: number
  /** False: the user cannot sign in with a password. */
  readonly hasPassword: boolean
}

/** Activity, password and sessions of the user: their state and actions. */
export function signInSection(
  visit: UserVisit,
  context: PageContext,
  { sessionCount, hasPassword }: SignInState,
): Html {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const url = (below: string) => admin.urls.user(subject, below)
  // The admin's own session in this browser stays.
  const kept = isSelf(visit) ? 1 : 0

  return html`<section class="card" aria-labelledby="sign-in">
<h2 id="sign-in">${t('Signing in')}</h2>
<ul class="deeds">
<li><div><h3>${t('Status')}</h3><p>${statusText(visit, hasPassword)}</p></div>${statusButton(visit, context)}</li>
<li><div><h3>${t('Password')}</h3><p>${hasPassword ? (kept > 0 ? t('A new one ends your other sessions.') : t('A new one ends every session of the user.')) : t('None: the user cannot sign in with a password. Programs can act as the user by a token or an API key.')}</p></div><a class="button second" href="${url('password/')}">${hasPassword ? t('Change…') : t('Set…')}</a></li>
<li><div><h3>${t('Sessions')}</h3><p>${sessionsLink(visit, sessionCount)}</p></div>${sessionCount > kept && html`<a class="button danger" href="${url('end-sessions/')}">${t('End all…')}</a>`}</li>
</ul>
</section>`
}

function statusText(visit: UserVisit, hasPassword: boolean): string {
  const t = translateFor(visit.request)
  if (isSelf(visit)) {
    return t(
      'Active. You cannot deactivate yourself, because you might be locked out. Ask another admin.',
    )
  }
  if (visit.subject.isActive && !hasPassword) {
    return t('Active: programs can act as the user.')
  }
  return visit.subject.isActive
    ? t('Active: can sign in by password and by token.')
    : t('Inactive: cannot sign in, neither by password nor by token.')
}

/** How many sessions there are, as a link to them if they can be listed. */
function sessionsLink(visit: UserVisit, count: number): Html {
  const { directory, urls } = visit.admin
  const text = sessionsText(visit, count)
  return directory === null || count === 0
    ? html`${text}`
    : html`<a href="${urls.sessionsOf(visit.subject)}">${text}</a>`
}

function sessionsText(visit: UserVisit, count: number): string {
  const { request } = visit
  const t = translateFor(request)
  if (isSelf(visit) && count === 1) return t('Only this one.')
  if (isSelf(visit)) {
    return countText(request, count, [
      '{count} live session, including this one.',
      '{count} live sessions, including this one.',
    ])
  }
  return count === 0
    ? t('No live session.')
    : countText(request, count, ['{count} live session.', '{count} live sessions.'])
}

function statusButton(visit: UserVisit, context: PageContext): Html | null {
  if (isSelf(visit)) return null
  const t = translateFor(visit.request)
  const url = (below: string) => visit.admin.urls.user(visit.subject, below)
  return visit.subject.isActive
    ? html`<a class="button danger" href="${url('deactivate/')}">${t('Deactivate…')}</a>`
    : buttonForm(context, url('activate/'), html`<button class="second">${t('Activate')}</button>`)
}
