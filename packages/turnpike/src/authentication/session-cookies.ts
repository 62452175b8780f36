import type { HttpRequest } from '../http/http-request.ts'
import { setCookie } from '../http/syntax/cookies.ts'
import type { AuthenticatedView } from './scheme.ts'

type View = Pick<AuthenticatedView, 'settings'>

/** The session id in the request, valid or not; null when there is none. */
export const sessionIdOf = (request: HttpRequest, view: View): string | null =>
  request.cookies.get(sessionCookieName(request, view)) || null

/** The name of the CSRF cookie for this request. */
export const csrfCookieName = (request: HttpRequest, { settings }: View): string =>
  settings.CSRF_COOKIE_NAME ?? prefixed('csrftoken', request)

/**
 * The `Set-Cookie` value that sets the session id in the browser; for null, the value that clears
 * it.
 */
export function sessionCookie(id: string | null, request: HttpRequest, view: View): string {
  return setCookie(sessionCookieName(request, view), id ?? '', {
    maxAgeSeconds: id === null ? 0 : view.settings.SESSION_COOKIE_AGE,
    isSecure: isHttps(request),
    isHttpOnly: true,
  })
}

/** The `Set-Cookie` value of a CSRF token. Scripts of the service's pages can read the cookie. */
export function csrfCookie(token: string, request: HttpRequest, view: View): string {
  return setCookie(csrfCookieName(request, view), token, {
    maxAgeSeconds: view.settings.SESSION_COOKIE_AGE,
    isSecure: isHttps(request),
    isHttpOnly: false,
  })
}

/** The name of the session cookie for this request. */
export const sessionCookieName = (request: HttpRequest, { settings }: View): string =>
  settings.SESSION_COOKIE_NAME ?? prefixed('sessionid', request)

const isHttps = ({ client }: HttpRequest) => client.scheme === 'https'

/** Browsers reject the prefix on cookies set over http. */
const prefixed = (name: string, request: HttpRequest) =>
  isHttps(request) ? `__Host-${name}` : name
