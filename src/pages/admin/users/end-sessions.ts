import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { startSession } from '../../../sessions/session.ts'
import { auditDone } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { leadOn } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** Asks before every session of a user is ended. */
export function endSessionsForm(visit: UserVisit): ApiResponse {
  const { username } = visit.subject
  return confirmPage(visit, {
    title: `End the sessions of ${username}?`,
    effects: [
      isSelf(visit)
        ? 'You are signed out of every browser but this one.'
        : `${username} is signed out of every browser, and must sign in anew.`,
      'The password and the token go on serving.',
    ],
    deed: 'End sessions',
  })
}

/** Ends them. Who ends their own stays signed in, in this browser alone. */
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
  return leadOn(visit, admin.urls.user(subject), { kind: 'good', text }, headers)
}
