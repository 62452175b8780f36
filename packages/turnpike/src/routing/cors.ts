import type { MiddlewareHandler } from 'hono'
import { isTrusted } from '../authentication/csrf/csrf-origin.ts'
import { type Answer, fieldOf, withFields } from '../http/answer.ts'
import type { RequestHeaders } from '../http/incoming-request.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Answering } from '../web/application.ts'
import { toResponse } from '../web/web-response.ts'

/**
 * Lets pages of the origins in `CORS_ALLOWED_ORIGINS` read responses, including errors and unknown
 * URLs (Fetch §3.2). A preflight is answered before any view, because it carries no credentials.
 * Responses to other origins do not change; their pages cannot read them.
 */
export function withCors<E>(settings: ResolvedSettings, answering: Answering<E>): Answering<E> {
  return async (request, environment) => {
    const early = preflightAnswer(settings, request)
    if (early !== null) return early

    const answer = await answering(request, environment)
    return withFields(answer, fieldsFor(settings, request, fieldOf(answer, 'vary')))
  }
}

/** The same as Hono middleware. */
export function corsMiddleware(settings: ResolvedSettings): MiddlewareHandler {
  return async (context, next) => {
    const early = preflightAnswer(settings, context.req.raw)
    if (early !== null) return toResponse(early)

    await next()
    const { headers } = context.res
    const fields = fieldsFor(settings, context.req.raw, headers.get('Vary'))
    for (let index = 0; index < fields.length; index += 2) {
      headers.set(fields[index] ?? '', fields[index + 1] ?? '')
    }
    return undefined
  }
}

/** The parts of a request that decide. */
interface AskingRequest {
  readonly method: string
  readonly headers: RequestHeaders
}

/** The origin of the requesting page if it may read the response, otherwise null. */
function allowedOrigin(
  { CORS_ALLOWED_ORIGINS: allowed }: ResolvedSettings,
  { headers }: AskingRequest,
): string | null {
  const origin = headers.get('Origin')
  if (origin === null) return null
  return allowed.includes('*') || isTrusted(origin, allowed) ? origin : null
}

/** Null for anything but a preflight of an allowed origin. */
function preflightAnswer(settings: ResolvedSettings, request: AskingRequest): Answer | null {
  const origin = allowedOrigin(settings, request)
  const isPreflight =
    request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method')
  if (origin === null || !isPreflight) return null

  const fields = [
    'access-control-allow-methods',
    settings.CORS_ALLOW_METHODS.join(', '),
    'access-control-allow-headers',
    settings.CORS_ALLOW_HEADERS.join(', '),
    'access-control-max-age',
    `${settings.CORS_PREFLIGHT_MAX_AGE}`,
    'vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    ...allowingFields(settings, origin),
  ]
  return { status: 204, fields, body: null }
}

/** The fields of every other answer, alternating names and values. */
function fieldsFor(
  settings: ResolvedSettings,
  request: AskingRequest,
  vary: string | null,
): string[] {
  const origin = allowedOrigin(settings, request)
  const varied = ['vary', vary === null ? 'Origin' : `${vary}, Origin`]
  return origin === null ? varied : [...varied, ...allowingFields(settings, origin)]
}

function allowingFields(settings: ResolvedSettings, origin: string): string[] {
  const { CORS_ALLOWED_ORIGINS: allowed, CORS_ALLOW_CREDENTIALS: withCredentials } = settings
  const fields = [
    'access-control-allow-origin',
    allowed.includes('*') ? '*' : origin,
    'access-control-expose-headers',
    settings.CORS_EXPOSE_HEADERS.join(', '),
  ]
  return withCredentials ? [...fields, 'access-control-allow-credentials', 'true'] : fields
}
