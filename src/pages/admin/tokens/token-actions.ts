import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { type AuditAction, auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { readForm } from '../form.ts'
import { leadOn } from '../notice.ts'
import type { UserVisit } from '../visit.ts'
import { keyPage } from './key-page.ts'
import { markOf, tokenStateOf } from './token-state.ts'

/** Gives the user a token. Where there is one already, it stays as it is, and masked. */
export async function createToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  if ((await tokenStateOf(visit.admin, visit.subject)) !== null) {
    return changedMeanwhile(
      visit,
      'token.create',
      'There is a token already. Reveal its key, or regenerate it.',
    )
  }
  const token = await visit.admin.tokens.getOrCreate(visit.subject)
  auditDone(visit, 'token.create')
  return keyPage(visit, token, 'The token is created.')
}

/** Shows the key of the token, and writes down that it was shown. */
export async function revealToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const token = await tokenStateOf(visit.admin, visit.subject)
  if (token === null) return changedMeanwhile(visit, 'token.reveal', 'There is no token any more.')
  if (token === 'unreadable') {
    return changedMeanwhile(visit, 'token.reveal', 'The token cannot be read. Regenerate it.')
  }
  auditDone(visit, 'token.reveal')
  return keyPage(visit, token, null)
}

export const regenerateForm = <U extends User>(visit: UserVisit<U>): Promise<ApiResponse> =>
  askAbout(visit, 'token.regenerate', {
    title: `Regenerate the token of ${visit.subject.username}?`,
    effects: [
      'The key that there is now stops serving at once: programs that send it are refused with 401.',
      'A new key is made. It is shown on the next page.',
    ],
    deed: 'Regenerate token',
  })

/** Replaces the token that was asked about, and shows the new key. */
export async function regenerateToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  if (!(await isAskedAbout(visit))) return changedMeanwhile(visit, 'token.regenerate')
  const token = await visit.admin.tokens.regenerate(visit.subject)
  auditDone(visit, 'token.regenerate')
  return keyPage(visit, token, 'The token is replaced. The key before it no longer serves.')
}

export const revokeForm = <U extends User>(visit: UserVisit<U>): Promise<ApiResponse> =>
  askAbout(visit, 'token.revoke', {
    title: `Revoke the token of ${visit.subject.username}?`,
    effects: [
      'The key stops serving at once: programs that send it are refused with 401.',
      'The user has no token then. A new one can be created at any time, with another key.',
    ],
    deed: 'Revoke token',
  })

/** Takes the token away that was asked about. */
export async function revokeToken<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, subject } = visit
  if (!(await isAskedAbout(visit))) return changedMeanwhile(visit, 'token.revoke')
  await admin.tokens.revoke(subject)
  auditDone(visit, 'token.revoke')
  const text = `The token of ${subject.username} is revoked: its key no longer serves.`
  return leadOn(visit, admin.urls.user(subject), { kind: 'good', text })
}

async function askAbout<U extends User>(
  visit: UserVisit<U>,
  action: AuditAction,
  question: { title: string; effects: string[]; deed: string },
): Promise<ApiResponse> {
  const mark = markOf(await tokenStateOf(visit.admin, visit.subject))
  if (mark === null) return changedMeanwhile(visit, action, 'There is no token.')
  return confirmPage(visit, {
    ...question,
    fields: () => html`<input type="hidden" name="token_created" value="${mark}">`,
  })
}

/**
 * Whether there is still the token that the question was about. If not, a reload of the answer, or
 * another admin, was first.
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
  text = 'The token was changed meanwhile, so nothing was done. Look at it again.',
): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, action, text)
  return leadOn(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
