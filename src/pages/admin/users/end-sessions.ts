import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { startSession } from '../../../sessions/session.ts'
import { auditDone } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { redirectWithNotice } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** Asks for confirmation before all sessions of a user end. */
export function endSessionsForm(visit: UserVisit): ApiResponse {
  const { username } = visit.subject
  return confirmPage(visit, {
    title: `End the sessions of ${username}?`,
    effects: [
      isSelf(visit)
        ? 'You are signed out of every browser but this one.'
        : `${username} is signed out of every browser, and must sign in again.`,
      'The password and the token stay valid.',
    ],
    action: 'End sessions',
  })
}

/** Ends them. Users who end their own stay signed in, but only in this browser. */
export async function endSessions<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, request, view, subject } = visit
  await admin.sessions.endAll(subject)
  auditDone(visit, 'sessions.end')

  const headers = isSelf(visit)
    ? await startSession(subject, admin.sessions, request, view)
    : new Headers()
  const text = isSelf(visit)
    ? 'Your other sessions have ended.'
    : `Every session of ${subject.username} has ended.`
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text }, headers)
}
