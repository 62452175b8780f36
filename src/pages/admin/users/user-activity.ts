import type { User } from '../../../accounts/user.ts'
import { LastAdmin } from '../../../accounts/user-directory.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { translateFor } from '../../translate.ts'
import { auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { redirectWithNotice } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** Asks for confirmation before a user is made inactive. */
export function deactivateForm(visit: UserVisit): ApiResponse {
  const { admin, request, subject } = visit
  if (isSelf(visit)) return refuseOwn(visit)
  const t = translateFor(request)
  return confirmPage(visit, {
    title: `Deactivate ${subject.username}?`,
    effects: [
      `${subject.username} can no longer sign in, neither by password nor by token.`,
      ...(admin.keys === null ? [] : [t('The API keys of the user are refused.')]),
      'Every session of the user ends for good.',
      'Nothing is deleted. Once the user is active again, they can sign in and the token works again.',
    ],
    action: 'Deactivate',
  })
}

export async function deactivate<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, subject } = visit
  if (isSelf(visit)) return refuseOwn(visit)

  try {
    await admin.users.setActive(subject, false, { keepAdmin: true })
  } catch (error) {
    if (error instanceof LastAdmin) return refuse(visit, 'the last admin', error.message)
    throw error
  }
  // Custom stores may keep sessions and users in different places.
  await admin.sessions.endAll(subject)
  auditDone(visit, 'user.deactivate')
  const text = `${subject.username} is inactive now, and signed out everywhere.`
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

export async function activate<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, subject } = visit
  await admin.users.setActive(subject, true)
  auditDone(visit, 'user.activate')
  const text = `${subject.username} is active again.`
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

const refuseOwn = (visit: UserVisit): ApiResponse =>
  refuse(visit, 'oneself', 'You cannot deactivate yourself: ask another admin to do it.')

/** @param reason for the audit log. */
function refuse(visit: UserVisit, reason: string, text: string): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, 'user.deactivate', reason)
  return redirectWithNotice(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
