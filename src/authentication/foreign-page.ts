import { PermissionDenied } from '../errors/exceptions.ts'
import type { IncomingRequest } from '../request.ts'
import { isSafe } from './csrf.ts'
import { isTrusted, originProblem } from './csrf-origin.ts'
import type { AuthenticatedView } from './scheme.ts'

/**
 * Refuses a write that a page of another site has caused, for credentials that browsers send along by
 * themselves without a cookie: a password that has been typed into the browser's own window, or what a
 * web server in front makes of it. Clients that are no browsers do not say where they come from, and pass. So do scripts of `CORS_ALLOWED_ORIGINS`, and any page of `CSRF_TRUSTED_ORIGINS`.
 *
 * @throws PermissionDenied with the code `csrf_failed`.
 */
export function refuseForeignPages(request: IncomingRequest, view: AuthenticatedView): void {
  if (isSafe(request) || !isForeign(request) || isAllowedScript(request, view)) return

  const problem = originProblem(request, view.settings.CSRF_TRUSTED_ORIGINS)
  if (problem !== null) throw new PermissionDenied(`CSRF Failed: ${problem}`, 'csrf_failed')
}

/**
 * Browsers say so (Fetch Metadata §2.4), over https. The `Origin` would not do: what the service takes for its
 * own may be wrong behind a proxy, and programs that send one are no browsers.
 */
function isForeign({ headers }: IncomingRequest): boolean {
  const site = headers.get('Sec-Fetch-Site')
  return site === 'cross-site' || site === 'same-site'
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
