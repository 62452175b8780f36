import type { SessionStore } from '../accounts/session-store.ts'
import type { User } from '../accounts/user.ts'
import type { Verified } from '../accounts/user-store.ts'
import { newCsrfCookie } from '../authentication/csrf/csrf.ts'
import { sessionCookie, sessionIdOf } from '../authentication/session-cookies.ts'
import type { ApiRequest } from '../http/request.ts'
import type { View } from '../views/view.ts'

/**
 * Starts a session for a user who has just proven who they are, and ends the one that the browser
 * had. The id is always a new one, so one that somebody has planted in the browser is worth
 * nothing.
 *
 * For sign-in views of your own. They must `requireCsrf` first, and ask whether the user is active.
 *
 * @param verified what `UserStore.verify` has given, for who signs in by password: the session
 *   starts only if it is still so. Default the password that the user has now.
 * @returns the header fields that the answer must carry: the session cookie, a new CSRF cookie, and
 *   `Cache-Control: no-store`.
 * @throws SignInOutdated when the password is another one by now, or the user is inactive.
 */
export async function startSession<U extends User>(
  user: U,
  sessions: Pick<SessionStore<U>, 'create' | 'end'>,
  request: ApiRequest,
  view: View,
  { passwordStamp }: Partial<Pick<Verified, 'passwordStamp'>> = {},
): Promise<Headers> {
  const {
    SESSION_COOKIE_AGE: ageSeconds,
    SESSION_IDLE_AGE: idleSeconds,
    SESSIONS_PER_USER: perUser,
  } = view.settings
  const lifetime = { ageSeconds, idleSeconds, perUser }
  const { id } = await sessions.create(user, {
    ...lifetime,
    ...(passwordStamp !== undefined && { passwordStamp }),
  })
  await endIn(sessions, request, view)
  return headersWith(id, request, view)
}

/**
 * Ends the session of the browser, if it has one.
 *
 * @returns the header fields that the answer must carry: they clear the session cookie and renew
 *   the CSRF cookie.
 */
export async function endSession(
  sessions: Pick<SessionStore, 'end'>,
  request: ApiRequest,
  view: View,
): Promise<Headers> {
  await endIn(sessions, request, view)
  return headersWith(null, request, view)
}

async function endIn(sessions: Pick<SessionStore, 'end'>, request: ApiRequest, view: View) {
  const id = sessionIdOf(request, view)
  if (id !== null) await sessions.end(id)
}

function headersWith(id: string | null, request: ApiRequest, view: View): Headers {
  return new Headers([
    ['Set-Cookie', sessionCookie(id, request, view)],
    ['Set-Cookie', newCsrfCookie(id, request, view)],
    ['Cache-Control', 'no-store'],
  ])
}
