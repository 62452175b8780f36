import type { SessionDirectory, StoredSession } from '../../../accounts/session-directory.ts'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { translateFor } from '../../translate.ts'
import { auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { redirectWithNotice } from '../notice.ts'
import { momentText } from '../texts.ts'
import type { UserVisit } from '../visit.ts'
import { isOwnSession } from './own-session.ts'

/** Asks for confirmation before a session ends. */
export async function endSessionForm<U extends User>(
  visit: UserVisit<U>,
  directory: SessionDirectory<U>,
): Promise<ApiResponse> {
  const session = await sessionInPath(visit, directory)
  if (session === null) return nothingToEnd(visit)

  const { username } = visit.subject
  const t = translateFor(visit.request)
  return confirmPage(visit, {
    title: t('End a session of {username}?', { username }),
    effects: [
      t('The session that began {moment} ends at once: that browser must sign in again.', {
        moment: momentText(session.created),
      }),
      t('The password and the token stay valid.'),
    ],
    action: t('End session'),
  })
}

/** Ends the session in the path. */
export async function endSession<U extends User>(
  visit: UserVisit<U>,
  directory: SessionDirectory<U>,
): Promise<ApiResponse> {
  const { admin, request, subject } = visit
  const session = await sessionInPath(visit, directory)
  if (session === null || !(await directory.endByDigest(session.digest))) return nothingToEnd(visit)

  auditDone(visit, 'session.end', { created: session.created })
  const t = translateFor(request)
  const text = t('A session of {username} has ended.', { username: subject.username })
  return redirectWithNotice(visit, admin.urls.sessions, { kind: 'good', text })
}

/** The session of the user with the digest in the path. That of another user is none. */
async function sessionInPath<U extends User>(
  visit: UserVisit<U>,
  directory: SessionDirectory<U>,
): Promise<StoredSession | null> {
  const session = await directory.findByDigest(visit.request.params.digest ?? '')
  if (session?.user.pk !== visit.subject.pk || isOwnSession(session, visit)) return null
  return session
}

function nothingToEnd(visit: UserVisit): ApiResponse {
  const { admin, request } = visit
  const t = translateFor(request)
  const text = t('The user has no such session, or it has ended already.')
  if (request.method === 'POST') auditRefused(visit, 'session.end', 'there is no such session')
  return redirectWithNotice(visit, admin.urls.sessions, { kind: 'bad', text })
}
