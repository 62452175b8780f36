import { serverError } from '../../errors/error-views.ts'
import { ServiceUnavailable } from '../../errors/exceptions.ts'
import { type Connection, clientOf, type IsTrustedProxy } from '../../http/client.ts'
import type { Logger } from '../../http/logger.ts'
import type { ApiRequest } from '../../http/request.ts'
import { WebRequest } from '../../web/web-request.ts'
import { pathOf } from '../path.ts'
import type { ServiceApp, ServiceEnvironment } from '../service-app.ts'
import { requestInProgress } from './logger.ts'

const field = 'x-request-id'

/** Longer paths are cut off in the log. */
const maxPathLength = 1000

/**
 * Logs one line for each request and gives it an identifier, which the answer tells in
 * `X-Request-Id`: the client's own when that is 1 to 64 letters, digits, `_`, `.` or `-`, else a
 * UUID.
 *
 * The line tells who sent the request: the address of the client behind the proxies that the app
 * trusts, that of the peer itself, the user's pk and the scheme that knows them, both null for
 * nobody known.
 *
 * The line of a client that went away before the answer has `"aborted": true`. The query, the
 * headers and the body are not in it: they may hold secrets.
 */
export function logRequests(
  app: ServiceApp,
  isTrusted: IsTrustedProxy,
  logger: Logger,
): ServiceApp {
  return {
    async fetch(request, environment) {
      const begin = performance.now()
      const requestId = requestIdOf(request.headers)
      let seen: ApiRequest | null = null
      const onRequest = (shown: ApiRequest) => {
        seen = shown
        environment.onRequest?.(shown)
      }
      const response = await requestInProgress.run({ requestId }, () =>
        answer(app, request, { ...environment, onRequest }, logger),
      )
      const { connection = unknownConnection } = environment
      logger.info(
        {
          requestId,
          method: request.method,
          path: pathOf(request.url).slice(0, maxPathLength),
          status: response.status,
          durationMs: Math.round((performance.now() - begin) * 1000) / 1000,
          clientAddress: clientOf(new WebRequest(request), connection, isTrusted).address,
          remoteAddress: connection.address,
          ...senderOf(seen),
          ...(environment.incoming?.socket.destroyed && { aborted: true }),
        },
        'request',
      )
      if (environment.setHeader === undefined) return withHeader(response, field, requestId)
      environment.setHeader(field, requestId)
      return response
    },
  }
}

const unknownConnection: Connection = { address: null, remoteUser: null }

/** Null for a request that no view has seen. */
function senderOf(request: ApiRequest | null): { user: unknown; scheme: string | null } {
  const { user, scheme = null } = request ?? {}
  const isUser = scheme !== null && typeof user === 'object' && user !== null && 'pk' in user
  return { user: isUser ? user.pk : null, scheme }
}

async function answer(
  app: ServiceApp,
  request: Request,
  environment: ServiceEnvironment,
  logger: Logger,
): Promise<Response> {
  try {
    return await app.fetch(request, environment)
  } catch (error) {
    logger.error({ err: error }, 'The application failed to answer.')
    if (!(error instanceof ServiceUnavailable)) return serverError()
    const { status, detail, headers } = error
    return Response.json({ detail }, { status, headers })
  }
}

function requestIdOf(headers: Headers): string {
  const sent = headers.get(field)
  return sent !== null && /^[\w.-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
}

/**
 * Where no server is asked. The headers of a response that came from `fetch()` cannot be changed,
 * so it is made anew.
 */
function withHeader(response: Response, name: string, value: string): Response {
  try {
    response.headers.set(name, value)
    return response
  } catch {
    const changed = new Response(response.body, response)
    changed.headers.set(name, value)
    return changed
  }
}
