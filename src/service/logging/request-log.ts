import { fieldOf } from '../../accounts/user.ts'
import { serverErrorAnswer } from '../../errors/error-views.ts'
import { ServiceUnavailable } from '../../errors/exceptions.ts'
import { type Answer, jsonAnswer, withFields } from '../../http/answer.ts'
import { type Connection, clientOf, type IsTrustedProxy } from '../../http/client.ts'
import { type IncomingRequest, pathOf } from '../../http/incoming-request.ts'
import type { Logger } from '../../http/logger.ts'
import type { ApiRequest } from '../../http/request.ts'
import { requestIdField, requestIdOf } from '../../http/syntax/request-id.ts'
import type { ServiceAnswering, ServiceEnvironment } from '../service-app.ts'
import { requestInProgress } from './logger.ts'

/** Longer paths are truncated in the log. */
const maxPathLength = 1000

/**
 * Logs one line per request and gives it an identifier (`requestIdOf`), sent as `X-Request-Id` and
 * passed to the app, whose requests have it as `request.id`.
 *
 * The line contains the client's address behind the trusted proxies, the peer's address, and the
 * user's pk and scheme, both null for anonymous requests.
 *
 * The line of a client that disconnected before the response has `"aborted": true`. Query, headers
 * and body are left out: they may contain secrets.
 */
export function logRequests(
  answering: ServiceAnswering,
  isTrusted: IsTrustedProxy,
  logger: Logger,
): ServiceAnswering {
  return async (request, environment) => {
    const begin = performance.now()
    const requestId = requestIdOf(request.headers)
    let seen: ApiRequest | null = null
    const onRequest = (shown: ApiRequest) => {
      seen = shown
      environment.onRequest?.(shown)
    }
    const answer = await requestInProgress.run({ requestId }, () =>
      answerOr500(answering, request, { ...environment, requestId, onRequest }, logger),
    )
    const { connection = unknownConnection } = environment
    logger.info(
      {
        requestId,
        method: request.method,
        path: pathOf(request.target).slice(0, maxPathLength),
        status: answer.status,
        durationMs: Math.round((performance.now() - begin) * 1000) / 1000,
        clientAddress: clientOf(request, connection, isTrusted).address,
        remoteAddress: connection.address,
        ...senderOf(seen),
        ...(request.isAborted && { aborted: true }),
      },
      'request',
    )
    return withFields(answer, [requestIdField, requestId])
  }
}

const unknownConnection: Connection = { address: null, remoteUser: null }

/** Null for a request that did not reach a view. */
function senderOf(request: ApiRequest | null): { user: unknown; scheme: string | null } {
  const { user, scheme = null } = request ?? {}
  return { user: scheme === null ? null : (fieldOf(user, 'pk') ?? null), scheme }
}

async function answerOr500(
  answering: ServiceAnswering,
  request: IncomingRequest,
  environment: ServiceEnvironment,
  logger: Logger,
): Promise<Answer> {
  try {
    return await answering(request, environment)
  } catch (error) {
    logger.error({ err: error }, 'The application failed to answer.')
    if (!(error instanceof ServiceUnavailable)) return serverErrorAnswer
    const { status, detail, headers } = error
    const fields = Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value])
    return jsonAnswer(status, { detail }, fields)
  }
}
