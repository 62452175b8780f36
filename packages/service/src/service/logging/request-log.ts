import { randomUUID } from 'node:crypto'
import { type ApiRequest, ErrorResponse, type Logger, ServiceUnavailable } from 'turnpike'
import { serverErrorAnswer } from 'turnpike/internal/errors/error-views'
import { fieldOf as headerOf, jsonAnswer, withFields } from 'turnpike/internal/http/answer'
import { clientOf, type IsTrustedProxy, unknownConnection } from 'turnpike/internal/http/client'
import { requestIdField, requestIdOf } from 'turnpike/internal/http/syntax/request-id'
import {
  type Answer,
  fieldOf,
  type IncomingRequest,
  pathOf,
  type TraceIds,
  traceParentOf,
} from 'turnpike/kit'
import type { ServiceAnswering, ServiceEnvironment } from '../service-app.ts'
import { requestInProgress } from './logger.ts'
import { isFollowed, publish } from './request-channel.ts'

/** Longer paths are truncated in the log. */
const maxPathLength = 1000

/**
 * Logs one line per request and gives it an identifier (`requestIdOf`), sent as `X-Request-Id` and
 * passed to the app, whose requests have it as `request.id`.
 *
 * The line contains the client's address behind the trusted proxies, the peer's address, and the
 * user's pk, the scheme and the id of the credentials, all null for anonymous requests.
 *
 * The line of a client that disconnected before the response has `"aborted": true`. Query, headers
 * and body are left out: they may contain secrets.
 *
 * Each line of a request has the `trace_id` and `span_id` of the current span, or of a valid
 * `traceparent`.
 *
 * Subscribers of the channel `turnpike:request` get each request, whatever the level of the log.
 */
export function logRequests(
  answering: ServiceAnswering,
  isTrusted: IsTrustedProxy,
  logger: Logger,
  currentTrace: () => TraceIds | null = () => null,
): ServiceAnswering {
  return (request, environment) => {
    const requestId = requestIdOf(request.headers, randomUUID)
    const hasLine = isLogged(logger)
    const line = hasLine || isFollowed() ? new RequestLine(request, environment) : null
    const finish = (answer: Answer): Answer => {
      if (line !== null) {
        const measured = line.measured(requestId, answer)
        const isDeprecated = headerOf(answer, 'deprecation') !== null
        const logged = isDeprecated ? { ...measured, deprecated: true } : measured
        if (hasLine) logger.info(line.fieldsFor(logged, isTrusted), 'request')
        if (isFollowed()) publish({ ...measured, request: line.seen })
      }
      return withFields(answer, [requestIdField, requestId])
    }
    const sent = traceParentOf(request.headers.get('traceparent'))
    const trace = () => currentTrace() ?? sent
    return requestInProgress.run({ requestId, trace }, () => {
      const given = { ...environment, requestId, ...(line && { onRequest: line.onRequest }) }
      const answer = answerOr500(answering, request, given, logger)
      return answer instanceof Promise ? answer.then(finish) : finish(answer)
    })
  }
}

/** Whether pino would write the lines. Other loggers get all of them. */
const isLogged = (logger: Logger & { isLevelEnabled?: (level: string) => boolean }): boolean =>
  logger.isLevelEnabled?.('info') ?? true

/** The facts for the line of a request, gathered while it is answered. */
class RequestLine {
  readonly #begin = performance.now()
  readonly #request: IncomingRequest
  readonly #environment: ServiceEnvironment
  /** The request as its view sees it; null until one does. */
  seen: ApiRequest | null = null

  constructor(request: IncomingRequest, environment: ServiceEnvironment) {
    this.#request = request
    this.#environment = environment
  }

  readonly onRequest = (shown: ApiRequest): void => {
    this.seen = shown
    this.#environment.onRequest?.(shown)
  }

  measured(requestId: string, { status }: Answer) {
    return {
      requestId,
      method: this.#request.method,
      path: pathOf(this.#request.target).slice(0, maxPathLength),
      status,
      durationMs: Math.round((performance.now() - this.#begin) * 1000) / 1000,
    }
  }

  fieldsFor(measured: object, isTrusted: IsTrustedProxy): object {
    const { connection = unknownConnection } = this.#environment
    return {
      ...measured,
      clientAddress: clientOf(this.#request, connection, isTrusted).address,
      remoteAddress: connection.address,
      ...senderOf(this.seen),
      ...(this.#request.isAborted && { aborted: true }),
    }
  }
}

/** Null for a request that did not reach a view. */
function senderOf(request: ApiRequest | null) {
  const { user, scheme = null, credential = null } = request ?? {}
  return { user: scheme === null ? null : (fieldOf(user, 'pk') ?? null), scheme, credential }
}

function answerOr500(
  answering: ServiceAnswering,
  request: IncomingRequest,
  environment: ServiceEnvironment,
  logger: Logger,
): Answer | Promise<Answer> {
  const fail = (error: unknown) => failure(error, logger)
  try {
    const answer = answering(request, environment)
    return answer instanceof Promise ? answer.catch(fail) : answer
  } catch (error) {
    return fail(error)
  }
}

function failure(error: unknown, logger: Logger): Answer {
  logger.error({ err: error }, 'The application failed to answer.')
  if (!(error instanceof ServiceUnavailable)) return serverErrorAnswer
  const { status, data, headers } = new ErrorResponse(error)
  return jsonAnswer(status, data, [...headers].flat())
}
