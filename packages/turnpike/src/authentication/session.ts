import type { SessionStore } from '../accounts/session-store.ts'
import type { User } from '../accounts/user.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { csrfTokenOf, newCsrfCookie, requireCsrf } from './csrf/csrf.ts'
import type { AuthenticatedView, Identity, Scheme } from './scheme.ts'
import { csrfCookieName, sessionCookieName, sessionIdOf } from './session-cookies.ts'

export interface SessionAuthenticationOptions<U extends User> {
  /** Where the sessions are looked up. */
  sessions: Pick<SessionStore<U>, 'find'>
}

export const sessionAuthenticationOptions = knownOptions<SessionAuthenticationOptions<User>>(
  'sessionAuthentication()',
  {
    sessions: 'required',
  },
  { isOpen: true },
)

/**
 * Authenticates `Cookie: sessionid=6TnUhBPgVb...`, the session started by `loginView`.
 *
 * Every method but GET, HEAD, OPTIONS and TRACE also needs the CSRF token, even if everyone is
 * allowed. Without a session the scheme is not attempted. It has no challenge, so denials are 403.
 */
export function sessionAuthentication<U extends User>(
  options: SessionAuthenticationOptions<U>,
): Scheme<U, null> {
  sessionAuthenticationOptions.require(options)
  const { sessions } = options
  return {
    name: 'session',
    vary: ['Cookie'],

    async authenticate(request, view) {
      const id = sessionIdOf(request, view)
      const session = id === null ? null : await sessions.find(id)
      if (!session?.user.isActive) return null

      await requireCsrf(request, view)
      return { user: session.user, auth: null, ...renewedCsrfCookie(id, request, view) }
    },

    describe: (request, view) => ({
      description: `The session that a login starts; browsers send its cookie by themselves. Writes also send the value of the cookie \`${csrfCookieName(request, view)}\` in the header \`${view.settings.CSRF_HEADER_NAME}\`.`,
      credentials: { cookie: sessionCookieName(request, view) },
      needsCsrfToken: true,
    }),
  }
}

/** Gives the browser the CSRF cookie that its writes need, on a read when it has no valid one. */
function renewedCsrfCookie(
  sessionId: string | null,
  request: HttpRequest,
  view: AuthenticatedView,
): Pick<Identity, 'headers'> {
  if (csrfTokenOf(request, view) !== null) return {}
  const cookie = newCsrfCookie(sessionId, request, view)
  // A cached response would give the cookie to others.
  return { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } }
}
