import type { User } from '../../accounts/user.ts'
import type { ApiResponse } from '../../response.ts'
import { auditDone, auditRefused } from './audit.ts'
import { confirmPage } from './confirm-page.ts'
import { leadOn } from './notice.ts'
import { isSelf, type UserVisit } from './visit.ts'

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

  await admin.users.setActive(subject, false)
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

function refuseOwn(visit: UserVisit): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, 'user.deactivate', 'oneself')
  const text = 'You cannot deactivate yourself: ask another admin to do it.'
  return leadOn(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
