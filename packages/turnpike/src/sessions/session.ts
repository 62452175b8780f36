import type { SessionStore } from '../accounts/session-store.ts'
import type { User } from '../accounts/user.ts'
import type { Verified } from '../accounts/user-store.ts'
import { newCsrfCookie } from '../authentication/csrf/csrf.ts'
import { sessionCookie, sessionIdOf } from '../authentication/session-cookies.ts'
import type { ApiRequest } from '../http/request.ts'
import { logSecurityEvent } from '../telemetry/security-events.ts'
import type { View } from '../views/view.ts'

/**
 * Starts a session for a user who has just proved their identity, and ends the browser's previous
 * one. The id is always new, so an id planted in the browser by an attacker is useless.
 *
 * For custom sign-in views. They must call `requireCsrf` first and check that the user is active.
 *
 * @param verified the result of `UserStore.verify` for a sign-in by password: the session starts
 *   only if it is still valid. Default the user's current password.
 * @returns the header fields that the response must carry: the session cookie, a new CSRF cookie,
 *   and `Cache-Control: no-store`.
 * @throws SignInOutdated when the password has changed since, or the user is inactive.
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
 * Ends the browser's session, if it has one.
 *
 * @returns the header fields that the response must carry: they clear the session cookie and renew
 *   the CSRF cookie.
 */
export async function endSession(
  sessions: Pick<SessionStore, 'end'>,
  request: ApiRequest,
  view: View,
): Promise<Headers> {
  if (await endIn(sessions, request, view)) {
    const { address: clientAddress } = request.client
    logSecurityEvent(view.settings.LOGGER, 'sign-out', { clientAddress })
  }
  return headersWith(null, request, view)
}

/** @returns whether the browser sent a session. */
async function endIn(
  sessions: Pick<SessionStore, 'end'>,
  request: ApiRequest,
  view: View,
): Promise<boolean> {
  const id = sessionIdOf(request, view)
  if (id !== null) await sessions.end(id)
  return id !== null
}

function headersWith(id: string | null, request: ApiRequest, view: View): Headers {
  return new Headers([
    ['Set-Cookie', sessionCookie(id, request, view)],
    ['Set-Cookie', newCsrfCookie(id, request, view)],
    ['Cache-Control', 'no-store'],
  ])
}
