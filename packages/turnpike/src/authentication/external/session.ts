import { knownOptions } from '../../errors/known-options.ts'
import type { HttpRequest } from '../../http/http-request.ts'
import { listOf } from '../../rules/list.ts'
import { functionRule } from '../../rules/object.ts'
import { text, tokenName } from '../../rules/text.ts'
import { missingCsrfCookie, requireCsrf } from '../csrf/csrf.ts'
import type { Identity, Scheme } from '../scheme.ts'
import { csrfCookieName, sessionIdOf } from '../session-cookies.ts'
import { type ExternalAccountOptions, externalAccounts } from './external-accounts.ts'
import { findSession } from './find-session.ts'
import { identityOf } from './identity.ts'

export interface ExternalSessionAuthenticationOptions<Session, CurrentUser>
  extends ExternalAccountOptions<Session, CurrentUser> {
  /**
   * The names that the session cookie may have. Default those of better-auth:
   * `better-auth.session_token`, with `__Secure-` before it over https.
   */
  cookies?: readonly string[]
  /** Its name in logs and documentation. Default `external-session`. */
  name?: string
}

export const externalSessionAuthenticationOptions = knownOptions<
  ExternalSessionAuthenticationOptions<unknown, unknown>
>('externalSessionAuthentication()', {
  auth: { required: externalAccounts },
  userOf: { required: functionRule('a function that returns the user of a session, or null') },
  cookies: listOf(tokenName('the name of a cookie'), {
    of: 'names of cookies',
    example: ['better-auth.session_token'],
    mayBeEmpty: false,
  }),
  name: text,
})

/**
 * Authenticates the session cookie of another library: of better-auth, or of one with the same
 * `api.getSession({ headers })`.
 *
 * Sets `request.auth` to the session. As with `sessionAuthentication`, a session that has ended is
 * not attempted, every method but GET, HEAD, OPTIONS and TRACE needs the CSRF token, and there is
 * no challenge, so denials are 403.
 */
export function externalSessionAuthentication<Session, CurrentUser>(
  options: ExternalSessionAuthenticationOptions<Session, CurrentUser>,
): Scheme<CurrentUser, Session> {
  externalSessionAuthenticationOptions.require(options)
  const { auth, cookies: names = betterAuthCookies, name = 'external-session' } = options

  return {
    name,
    vary: ['Cookie'],

    async authenticate(request, view) {
      const cookie = sentCookie(names, request) === undefined ? null : request.headers.get('Cookie')
      if (cookie === null) return null

      const found = await findSession(auth, new Headers({ Cookie: cookie }))
      if (found === null) return null

      // Before the user is looked up, and perhaps created.
      await requireCsrf(request, view)
      const identity = await identityOf(found.session, cookie, options, request)
      const csrfCookie = missingCsrfCookie(sessionIdOf(request, view), request, view)
      return {
        ...identity,
        ...setCookies([...found.cookies, ...(csrfCookie === null ? [] : [csrfCookie])]),
      }
    },

    describe: (request, view) => ({
      description: `The session cookie of the sign-in; browsers send it by themselves. Writes also send the value of the cookie \`${csrfCookieName(request, view)}\` in the header \`${view.settings.CSRF_HEADER_NAME}\`.`,
      credentials: { cookie: sentCookie(names, request) ?? usualCookie(names, request) },
      needsCsrfToken: true,
    }),
  }
}

const betterAuthCookies = ['better-auth.session_token', '__Secure-better-auth.session_token']

/** The first of the names that is sent. Large values are sent in parts: `name.0`, `name.1`. */
const sentCookie = (names: readonly string[], { cookies }: HttpRequest): string | undefined =>
  names.find((name) => cookies.has(name) || cookies.has(`${name}.0`))

/** The name for https has a prefix, if there is one. */
function usualCookie(names: readonly string[], { client }: HttpRequest): string {
  const isHttps = client.scheme === 'https'
  const usual = names.find((name) => /^__(?:Secure|Host)-/.test(name) === isHttps)
  return usual ?? names[0] ?? ''
}

/** A cached response would give the cookies to others. */
const setCookies = (cookies: readonly string[]): Pick<Identity, 'headers'> =>
  cookies.length === 0 ? {} : { headers: { 'Set-Cookie': cookies, 'Cache-Control': 'no-store' } }
