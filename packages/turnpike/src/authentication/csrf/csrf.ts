import { PermissionDenied } from '../../errors/exceptions.ts'
import type { HttpRequest } from '../../http/http-request.ts'
import { asksForWebSocket, safeMethods } from '../../http/syntax/safe-methods.ts'
import { TranslatableMessage } from '../../languages/message.ts'
import type { AuthenticatedView } from '../scheme.ts'
import { csrfCookie, csrfCookieName, sessionIdOf } from '../session-cookies.ts'
import { originProblem } from './csrf-origin.ts'
import { signedCsrfTokens } from './csrf-token.ts'
import type { CsrfTokens } from './csrf-tokens.ts'
import { formField } from './form-field.ts'

/**
 * Denies a write, or a WebSocket, that a page of another site may have caused. The request must
 * send back the token of the CSRF cookie, which no other site can read, and come from the service's
 * own origin. A WebSocket, for which browsers send no token, must come from that origin.
 * `sessionAuthentication` calls it for the session of an active user; every login view must call it
 * too. In this order:
 *
 * 1. GET, HEAD, OPTIONS and TRACE are allowed, unless they ask for a WebSocket: then 2 to 4 decide.
 * 2. `Origin`: one of `CSRF_TRUSTED_ORIGINS` goes on at 5; any other must be the own one.
 * 3. `Sec-Fetch-Site` must be `same-origin` or `none`, if it is sent.
 * 4. Over https without `Origin`: `Referer` must be an https URL of the own or a trusted origin.
 * 5. The CSRF cookie must be sent.
 * 6. The token must be sent: in the form field of a POST or, without it, in the header.
 * 7. It must have the right form and be that of the cookie.
 * 8. The cookie must be valid by `CSRF_TOKENS`: signed under `SECRET_KEYS` for this session.
 *
 * @throws PermissionDenied with the code `csrf_failed`.
 */
export async function requireCsrf(request: HttpRequest, view: AuthenticatedView): Promise<void> {
  const isSafe = safeMethods.has(request.method)
  if (isSafe && !asksForWebSocket(request.headers)) return

  const problem =
    originProblem(request, view.settings.CSRF_TRUSTED_ORIGINS) ??
    (isSafe ? null : await tokenProblem(request, view))
  if (problem !== null) throw csrfFailed(problem)
}

/** 403: the request may come from a page of another site. */
export const csrfFailed = (problem: TranslatableMessage): PermissionDenied =>
  new PermissionDenied(
    new TranslatableMessage('CSRF Failed: {problem}', { problem }),
    'csrf_failed',
  )

/** How the tokens of the view are made and compared. */
export const csrfTokensOf = ({ settings }: AuthenticatedView): CsrfTokens =>
  settings.CSRF_TOKENS ?? signedCsrfTokens

/**
 * The token of the request's CSRF cookie; null when there is none that is valid for its session.
 */
export function csrfTokenOf(request: HttpRequest, view: AuthenticatedView): string | null {
  const token = request.cookies.get(csrfCookieName(request, view))
  const sessionId = sessionIdOf(request, view)
  const { SECRET_KEYS } = view.settings
  const isValid = token !== undefined && csrfTokensOf(view).isValid(token, SECRET_KEYS, sessionId)
  return isValid ? token : null
}

/** The `Set-Cookie` value of a new CSRF token for the session; null if there is no session. */
export const newCsrfCookie = (
  sessionId: string | null,
  request: HttpRequest,
  view: AuthenticatedView,
): string =>
  csrfCookie(csrfTokensOf(view).create(view.settings.SECRET_KEYS, sessionId), request, view)

/**
 * The `Set-Cookie` value that gives a signed-in browser the CSRF token that its writes need; null
 * when it has a valid one.
 */
export const missingCsrfCookie = (
  sessionId: string | null,
  request: HttpRequest,
  view: AuthenticatedView,
): string | null =>
  csrfTokenOf(request, view) === null ? newCsrfCookie(sessionId, request, view) : null

/**
 * The token for the forms of a page: that of the browser's cookie, or of the cookie that these
 * header fields set. When there is neither, a cookie is added to the fields.
 */
export function csrfTokenForPage(
  request: HttpRequest,
  view: AuthenticatedView,
  headers: Headers,
): string {
  if (!/\bcookie\b/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Cookie')
  // A cache would give the token to others, and the browser would show the page again after its
  // user has signed out.
  headers.set('Cache-Control', 'no-store')
  const { SECRET_KEYS } = view.settings
  const tokens = csrfTokensOf(view)
  const token = csrfTokenOf(request, view) ?? tokenIn(headers, csrfCookieName(request, view))
  if (token !== null) return tokens.mask(token)

  const fresh = tokens.create(SECRET_KEYS, sessionIdOf(request, view))
  headers.append('Set-Cookie', csrfCookie(fresh, request, view))
  return tokens.mask(fresh)
}

/** The value of the last cookie of that name set by the fields, or null. */
function tokenIn(headers: Headers, name: string): string | null {
  const cookies = headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`))
  return (
    cookies
      .at(-1)
      ?.slice(name.length + 1)
      .split(';')[0] || null
  )
}

async function tokenProblem(
  request: HttpRequest,
  view: AuthenticatedView,
): Promise<TranslatableMessage | null> {
  const { CSRF_FIELD_NAME: field, CSRF_HEADER_NAME: header } = view.settings
  const name = csrfCookieName(request, view)
  const cookie = request.cookies.get(name)
  if (!cookie) {
    return new TranslatableMessage(
      'CSRF cookie not set. The login page sets {name} when it is fetched.',
      {
        name,
      },
    )
  }

  const posted = await formField(request, field)
  const sent = posted || request.headers.get(header)
  if (!sent) {
    return new TranslatableMessage(
      'CSRF token missing. Send the value of the cookie {name} in {header}.',
      {
        name,
        header,
      },
    )
  }

  const comparison = csrfTokensOf(view).compare(sent, cookie)
  if (comparison === 'equal' && csrfTokenOf(request, view) !== null) return null

  const place = posted
    ? 'POST'
    : new TranslatableMessage("the '{header}' HTTP header", { header: titleCase(header) })
  return new TranslatableMessage(verdicts[comparison], { place, name })
}

const verdicts = {
  equal: 'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.',
  incorrect:
    'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.',
  'has incorrect length':
    'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.',
  'has invalid characters':
    'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.',
} as const

/** `X-CSRFToken` → `X-Csrftoken`, as the reference writes header names. */
const titleCase = (name: string) =>
  name.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
