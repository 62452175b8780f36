import type { SessionStore } from '../accounts/session-store.ts'
import type { User } from '../accounts/user.ts'
import { knownOptions } from '../errors/known-options.ts'
import { missingCsrfCookie, requireCsrf } from './csrf/csrf.ts'
import type { Scheme } from './scheme.ts'
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
      const cookie = missingCsrfCookie(id, request, view)
      if (cookie === null) return { user: session.user, auth: null }
      // A cached response would give the cookie to others.
      const headers = { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }
      return { user: session.user, auth: null, headers }
    },

    describe: (request, view) => ({
      description: `The session that a login starts; browsers send its cookie by themselves. Writes also send the value of the cookie \`${csrfCookieName(request, view)}\` in the header \`${view.settings.CSRF_HEADER_NAME}\`.`,
      credentials: { cookie: sessionCookieName(request, view) },
      needsCsrfToken: true,
    }),
  }
}
