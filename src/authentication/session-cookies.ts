import type { IncomingRequest } from '../http/request.ts'
import { setCookie } from '../http/syntax/cookies.ts'
import type { AuthenticatedView } from './scheme.ts'

type View = Pick<AuthenticatedView, 'settings'>

/** The session id that the request carries, whether a session has it or not; or null. */
export const sessionIdOf = (request: IncomingRequest, view: View): string | null =>
  request.cookies.get(sessionCookieName(request, view)) || null

/** The name of the CSRF cookie on this request. */
export const csrfCookieName = (request: IncomingRequest, { settings }: View): string =>
  settings.CSRF_COOKIE_NAME ?? prefixed('csrftoken', request)

/** The `Set-Cookie` value that makes the browser send this session id; null: none any more. */
export function sessionCookie(id: string | null, request: IncomingRequest, view: View): string {
  return setCookie(sessionCookieName(request, view), id ?? '', {
    maxAgeSeconds: id === null ? 0 : view.settings.SESSION_COOKIE_AGE,
    isSecure: isHttps(request),
    isHttpOnly: true,
  })
}

/** The `Set-Cookie` value of a CSRF token. Scripts of the service's pages read it. */
export function csrfCookie(token: string, request: IncomingRequest, view: View): string {
  return setCookie(csrfCookieName(request, view), token, {
    maxAgeSeconds: view.settings.SESSION_COOKIE_AGE,
    isSecure: isHttps(request),
    isHttpOnly: false,
  })
}

/** The name of the session cookie on this request. */
export const sessionCookieName = (request: IncomingRequest, { settings }: View): string =>
  settings.SESSION_COOKIE_NAME ?? prefixed('sessionid', request)

const isHttps = ({ client }: IncomingRequest) => client.scheme === 'https'

/** Browsers refuse the prefix on cookies that are set over http. */
const prefixed = (name: string, request: IncomingRequest) =>
  isHttps(request) ? `__Host-${name}` : name
