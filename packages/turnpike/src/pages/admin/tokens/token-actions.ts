import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { translateFor } from '../../translate.ts'
import { type AuditAction, auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { readForm } from '../form.ts'
import { redirectWithNotice } from '../notice.ts'
import type { UserVisit } from '../visit.ts'
import { keyPage } from './key-page.ts'
import { markOf, tokenStateOf } from './token-state.ts'

/*
 * An action, from the click to the SQL, for example Revoke:
 *
 * 1. The link in token-section.ts is a GET of `…/token/revoke/`. pages/admin/admin-views.ts routes
 *    it to `revokeForm`, which asks for confirmation; the form posts to the same URL.
 * 2. Before both, pages/admin/staff-only.ts requires a session of staff, and for the POST the CSRF
 *    token (authentication/csrf/csrf.ts). `aboutUser` in admin-views finds the user in question.
 * 3. `revokeToken` checks that it is still the same token, and calls `TokenStore.revoke`: on a
 *    database one `delete from turnpike_token` in packages/sql/src/kysely/accounts/tokens.ts.
 */

/** Creates a token for the user. An existing one stays unchanged and masked. */
export async function createToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  if ((await tokenStateOf(visit.admin, visit.subject)) !== null) {
    return changedMeanwhile(
      visit,
      'token.create',
      new TranslatableMessage('There is a token already. Reveal its key, or regenerate it.'),
    )
  }
  const token = await visit.admin.tokens.getOrCreate(visit.subject)
  auditDone(visit, 'token.create')
  return keyPage(visit, token, translateFor(visit.request)('The token is created.'))
}

/** Shows the key of the token, and logs it. */
export async function revealToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const token = await tokenStateOf(visit.admin, visit.subject)
  if (token === null) {
    return changedMeanwhile(
      visit,
      'token.reveal',
      new TranslatableMessage('There is no token any more.'),
    )
  }
  if (token === 'unreadable') {
    return changedMeanwhile(
      visit,
      'token.reveal',
      new TranslatableMessage('The token cannot be read. Regenerate it.'),
    )
  }
  auditDone(visit, 'token.reveal')
  return keyPage(visit, token, null)
}

export function regenerateForm<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const t = translateFor(visit.request)
  return askAbout(visit, 'token.regenerate', {
    title: t('Regenerate the token of {username}?', { username: visit.subject.username }),
    effects: [
      t('The current key stops working at once: programs that send it get a 401.'),
      t('A new key is created and shown on the next page.'),
    ],
    action: t('Regenerate token'),
  })
}

/** Replaces the token in question and shows the new key. */
export async function regenerateToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  if (!(await isAskedAbout(visit))) return changedMeanwhile(visit, 'token.regenerate')
  const token = await visit.admin.tokens.regenerate(visit.subject)
  auditDone(visit, 'token.regenerate')
  const t = translateFor(visit.request)
  return keyPage(visit, token, t('The token is replaced. The previous key no longer works.'))
}

export function revokeForm<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const t = translateFor(visit.request)
  return askAbout(visit, 'token.revoke', {
    title: t('Revoke the token of {username}?', { username: visit.subject.username }),
    effects: [
      t('The key stops working at once: programs that send it get a 401.'),
      t('The user then has no token. A new one, with another key, can be created at any time.'),
    ],
    action: t('Revoke token'),
  })
}

/** Revokes the token in question. */
export async function revokeToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, request, subject } = visit
  if (!(await isAskedAbout(visit))) return changedMeanwhile(visit, 'token.revoke')
  await admin.tokens.revoke(subject)
  auditDone(visit, 'token.revoke')
  const { username } = subject
  const t = translateFor(request)
  const text = t('The token of {username} is revoked: its key no longer works.', { username })
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

async function askAbout<U extends User>(
  visit: UserVisit<U>,
  action: AuditAction,
  question: { title: string; effects: string[]; action: string },
): Promise<ApiResponse> {
  const mark = markOf(await tokenStateOf(visit.admin, visit.subject))
  if (mark === null)
    return changedMeanwhile(visit, action, new TranslatableMessage('There is no token.'))
  return confirmPage(visit, {
    ...question,
    fields: () => html`<input type="hidden" name="token_created" value="${mark}">`,
  })
}

/**
 * Whether the token in question still exists. If not, the form was sent twice, or another admin was
 * faster.
 */
async function isAskedAbout<U extends User>({
  admin,
  request,
  subject,
}: UserVisit<U>): Promise<boolean> {
  const written = await readForm(request)
  return markOf(await tokenStateOf(admin, subject)) === written('token_created')
}

function changedMeanwhile(
  visit: UserVisit,
  action: AuditAction,
  message = new TranslatableMessage(
    'The token was changed meanwhile, so nothing was done. Check it again.',
  ),
): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, action, message.text)
  const text = translateFor(visit.request)(message.template)
  return redirectWithNotice(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
