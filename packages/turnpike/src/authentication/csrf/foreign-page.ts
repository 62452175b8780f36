import type { HttpRequest } from '../../http/http-request.ts'
import { parseMediaType } from '../../http/syntax/media-type.ts'
import { asksForWebSocket, safeMethods } from '../../http/syntax/safe-methods.ts'
import type { AuthenticatedView } from '../scheme.ts'
import { csrfFailed } from './csrf.ts'
import { isTrusted, originProblem } from './csrf-origin.ts'

/**
 * Denies a write, or a WebSocket, caused by a page of another site, for credentials that browsers
 * send by themselves and that are not cookies: a password typed into the browser's own dialog, or
 * the user that a web server derives from it. Programs that do not say where a request comes from
 * are allowed. So are scripts of `CORS_ALLOWED_ORIGINS`, and any page of `CSRF_TRUSTED_ORIGINS`.
 *
 * @throws PermissionDenied with the code `csrf_failed`.
 */
export function refuseForeignPages(request: HttpRequest, view: AuthenticatedView): void {
  const isSafe = safeMethods.has(request.method) && !asksForWebSocket(request.headers)
  if (isSafe || !isForeign(request) || isAllowedScript(request, view)) return

  const problem = originProblem(request, view.settings.CSRF_TRUSTED_ORIGINS)
  if (problem !== null) throw csrfFailed(problem)
}

/**
 * Whether a page of another site may have caused the request. Either the browser says so (Fetch
 * Metadata §2.4), or it says nothing, as over plain http, and any page could send such a request
 * with an `Origin`.
 */
function isForeign({ headers }: HttpRequest): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site === 'cross-site' || site === 'same-site') return true
  return site !== 'same-origin' && headers.has('Origin') && isSimple(headers.get('Content-Type'))
}

/**
 * Whether a form, or a script without a CORS preflight (Fetch §2.2.2), can send this content type.
 * Every other one is preflighted by browsers, so its `Origin` must come from a program and proves
 * nothing.
 */
function isSimple(contentType: string | null): boolean {
  const essence = parseMediaType(contentType ?? '')?.essence ?? ''
  return ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].includes(
    essence,
  )
}

/** The CORS list does not cover forms and requests whose response is not readable. */
function isAllowedScript(
  { headers }: HttpRequest,
  { settings: { CORS_ALLOWED_ORIGINS: allowed } }: AuthenticatedView,
): boolean {
  const origin = headers.get('Origin')
  const mode = headers.get('Sec-Fetch-Mode') ?? 'cors'
  return mode === 'cors' && origin !== null && (allowed.includes('*') || isTrusted(origin, allowed))
}
