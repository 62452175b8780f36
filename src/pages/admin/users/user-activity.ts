import type { User } from '../../../accounts/user.ts'
import { LastAdmin } from '../../../accounts/user-directory.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { leadOn } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** Asks before a user is made inactive. */
export function deactivateForm(visit: UserVisit): ApiResponse {
  const { subject } = visit
  if (isSelf(visit)) return refuseOwn(visit)
  return confirmPage(visit, {
    title: `Deactivate ${subject.username}?`,
    effects: [
      `${subject.username} can no longer sign in, neither by password nor by token.`,
      'Every session of the user ends, and does not come back.',
      'Nothing is deleted. Once activated again, the user can sign in, and the token serves again.',
    ],
    deed: 'Deactivate',
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
  // Stores of the deployer's own may keep sessions elsewhere than users.
  await admin.sessions.endAll(subject)
  auditDone(visit, 'user.deactivate')
  const text = `${subject.username} is inactive now, and signed out everywhere.`
  return leadOn(visit, admin.urls.user(subject), { kind: 'good', text })
}

export async function activate<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, subject } = visit
  await admin.users.setActive(subject, true)
  auditDone(visit, 'user.activate')
  const text = `${subject.username} is active again.`
  return leadOn(visit, admin.urls.user(subject), { kind: 'good', text })
}

const refuseOwn = (visit: UserVisit): ApiResponse =>
  refuse(visit, 'oneself', 'You cannot deactivate yourself: ask another admin to do it.')

/** @param reason for the audit log. */
function refuse(visit: UserVisit, reason: string, text: string): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, 'user.deactivate', reason)
  return leadOn(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
