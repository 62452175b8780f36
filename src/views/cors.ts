import type { Context, MiddlewareHandler } from 'hono'
import { isTrusted } from '../authentication/csrf/csrf-origin.ts'
import type { ResolvedSettings } from '../settings/settings.ts'

/**
 * Lets pages of the origins in `CORS_ALLOWED_ORIGINS` read the answers, errors and unknown URLs
 * included (Fetch §3.2). A preflight is answered before any view, because it carries no
 * credentials. To other origins the answer is as it would be without; their pages cannot read it.
 */
export function cors(settings: ResolvedSettings): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('Origin')
    const isAllowed = origin !== undefined && allows(settings, origin)
    if (isAllowed && isPreflight(context)) return preflight(settings, origin)

    await next()
    const { headers } = context.res
    headers.append('Vary', 'Origin')
    if (isAllowed) setAllowed(headers, settings, origin)
    return undefined
  }
}

const allows = ({ CORS_ALLOWED_ORIGINS: allowed }: ResolvedSettings, origin: string): boolean =>
  allowed.includes('*') || isTrusted(origin, allowed)

const isPreflight = ({ req }: Context): boolean =>
  req.method === 'OPTIONS' && req.header('Access-Control-Request-Method') !== undefined

function preflight(settings: ResolvedSettings, origin: string): Response {
  const headers = new Headers({
    'Access-Control-Allow-Methods': settings.CORS_ALLOW_METHODS.join(', '),
    'Access-Control-Allow-Headers': settings.CORS_ALLOW_HEADERS.join(', '),
    'Access-Control-Max-Age': `${settings.CORS_PREFLIGHT_MAX_AGE}`,
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
  setAllowed(headers, settings, origin)
  return new Response(null, { status: 204, headers })
}

function setAllowed(headers: Headers, settings: ResolvedSettings, origin: string): void {
  const { CORS_ALLOWED_ORIGINS: allowed, CORS_ALLOW_CREDENTIALS: withCredentials } = settings
  headers.set('Access-Control-Allow-Origin', allowed.includes('*') ? '*' : origin)
  headers.set('Access-Control-Expose-Headers', settings.CORS_EXPOSE_HEADERS.join(', '))
  if (withCredentials) headers.set('Access-Control-Allow-Credentials', 'true')
}
