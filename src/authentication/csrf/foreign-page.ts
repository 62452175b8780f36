import { PermissionDenied } from '../../errors/exceptions.ts'
import type { IncomingRequest } from '../../http/request.ts'
import { parseMediaType } from '../../http/syntax/media-type.ts'
import type { AuthenticatedView } from '../scheme.ts'
import { isSafe } from './csrf.ts'
import { isTrusted, originProblem } from './csrf-origin.ts'

/**
 * Refuses a write that a page of another site has caused, for credentials that browsers send along
 * by themselves without a cookie: a password that has been typed into the browser's own window, or
 * what a web server in front makes of it. Programs that say nothing of where they come from pass.
 * So do scripts of `CORS_ALLOWED_ORIGINS`, and any page of `CSRF_TRUSTED_ORIGINS`.
 *
 * @throws PermissionDenied with the code `csrf_failed`.
 */
export function refuseForeignPages(request: IncomingRequest, view: AuthenticatedView): void {
  if (isSafe(request) || !isForeign(request) || isAllowedScript(request, view)) return

  const problem = originProblem(request, view.settings.CSRF_TRUSTED_ORIGINS)
  if (problem !== null) throw new PermissionDenied(`CSRF Failed: ${problem}`, 'csrf_failed')
}

/**
 * Whether a page of another site may have caused the request: the browser says so (Fetch Metadata
 * §2.4), or says nothing of it, as over plain http, and the request is one with an `Origin` that
 * any page can send.
 */
function isForeign({ headers }: IncomingRequest): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site === 'cross-site' || site === 'same-site') return true
  return site !== 'same-origin' && headers.has('Origin') && isSimple(headers.get('Content-Type'))
}

/**
 * Whether a form can send this content type, or a script without asking before (Fetch §2.2.2). For
 * any other one the browser asks first (CORS), so that an `Origin` of a program, which nobody asks,
 * may be any.
 */
function isSimple(contentType: string | null): boolean {
  const essence = parseMediaType(contentType ?? '')?.essence ?? ''
  return ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].includes(
    essence,
  )
}

/** Forms and requests whose answers nobody may read are asked of no CORS list. */
function isAllowedScript(
  { headers }: IncomingRequest,
  { settings: { CORS_ALLOWED_ORIGINS: allowed } }: AuthenticatedView,
): boolean {
  const origin = headers.get('Origin')
  const mode = headers.get('Sec-Fetch-Mode') ?? 'cors'
  return mode === 'cors' && origin !== null && (allowed.includes('*') || isTrusted(origin, allowed))
}
