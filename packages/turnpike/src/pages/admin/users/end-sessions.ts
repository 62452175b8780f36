import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { startSession } from '../../../sessions/session.ts'
import { translateFor } from '../../translate.ts'
import { auditDone } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { redirectWithNotice } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** Asks for confirmation before all sessions of a user end. */
export function endSessionsForm(visit: UserVisit): ApiResponse {
  const { username } = visit.subject
  const t = translateFor(visit.request)
  return confirmPage(visit, {
    title: t('End the sessions of {username}?', { username }),
    effects: [
      isSelf(visit)
        ? t('You are signed out of every browser but this one.')
        : t('{username} is signed out of every browser, and must sign in again.', { username }),
      t('The password and the token stay valid.'),
    ],
    action: t('End sessions'),
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
  const t = translateFor(request)
  const text = isSelf(visit)
    ? t('Your other sessions have ended.')
    : t('Every session of {username} has ended.', { username: subject.username })
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text }, headers)
}
