import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import { reasonPhrases } from '../http/syntax/reason-phrases.ts'
import { ApiException } from './api-exception.ts'
import { InsufficientCredentials, settleChallenge } from './challenge.ts'
import { ErrorResponse } from './error-response.ts'
import { NotFound, PermissionDenied, ServiceUnavailable } from './exceptions.ts'

/*
 * What a client gets for an exception that a handler, a policy or a renderer throws, in order:
 *
 * 1. views/steps/refuse.ts: a suspicious request leaves the view. views/steps/answer-exception.ts:
 *    an outage behind the error becomes a 503, and is logged there. A user that a store refuses
 *    becomes a validation error (views/steps/refused-user.ts).
 * 2. The setting `EXCEPTION_HANDLER`, by default the one below. Null means that it does not know
 *    the error, which then leaves the view.
 * 3. routing/outside-views.ts: a 400 for what was suspicious, a 500 for everything else, both with
 *    their line in the log.
 */

/** The second argument of an exception handler, beside the exception. */
export interface ExceptionContext {
  /** The view that raised it. */
  readonly view: { readonly name: string; readonly description: string }
  readonly request: ApiRequest
  /**
   * The challenge of the view's first scheme; null when it has none, which makes a 401 a 403. For
   * credentials that allow too little, with `CHALLENGE_PROFILE: 'oauth'`, that of their scheme.
   */
  readonly challenge: string | null
}

/** Turns an exception into a response. Null when it cannot: the response is then a 500. */
export type ExceptionHandler = (
  error: unknown,
  context: ExceptionContext,
) => ApiResponse | null | Promise<ApiResponse | null>

/**
 * The built-in handler. It handles API exceptions and Hono's `HTTPException`, and returns null for
 * everything else. A 401 carries the view's challenge and becomes 403 when there is none.
 */
export function exceptionHandler(error: unknown, context: ExceptionContext): ApiResponse | null {
  const exception = asApiException(error)
  if (exception === null) return null

  // A challenge in the headers of the exception is ignored: the schemes decide.
  const isInsufficient = exception instanceof InsufficientCredentials
  const own = isInsufficient ? context.challenge : null
  const { status, challenge } = settleChallenge(
    exception.status,
    own,
    () => context.challenge,
    isInsufficient,
  )
  return new ErrorResponse(exception, status, challenge)
}

function asApiException(error: unknown): ApiException | null {
  if (error instanceof ApiException) return error
  if (!isHttpException(error)) return null

  const detail = error.message === '' ? undefined : error.message
  if (error.status === 404) return new NotFound(detail, undefined, { cause: error })
  if (error.status === 403) return new PermissionDenied(detail, undefined, { cause: error })

  return new HttpError(error)
}

/** Maximum number of errors around the one that says why, so that a cycle ends. */
const maxDepth = 10

/**
 * The `ServiceUnavailable` that an error is, or that has caused it: libraries wrap the errors of
 * what they use. Null if the error has an answer of its own, or is a defect.
 */
export function unavailableBehind(error: unknown): ServiceUnavailable | null {
  let found = error
  for (let depth = 0; depth < maxDepth && found instanceof Error; depth++) {
    if (found instanceof ServiceUnavailable) return found
    if (found instanceof ApiException || isHttpException(found)) return null
    found = found.cause
  }
  return null
}

/** Recognised by its shape: the application may use another copy of Hono. */
interface HttpException extends Error {
  readonly status: number
  /** A response given by the application. Its header fields are kept. */
  readonly res?: Response
  getResponse(): Response
}

const isHttpException = (error: unknown): error is HttpException =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  'getResponse' in error &&
  typeof error.getResponse === 'function'

/** Any other `HTTPException`: its own status and text. */
class HttpError extends ApiException {
  override readonly status: number

  constructor(cause: HttpException) {
    const { status, message, res } = cause
    const headers: Record<string, string | readonly string[]> = Object.fromEntries(
      [...(res?.headers ?? [])].filter(([name]) => !name.startsWith('content-')),
    )
    const cookies = res?.headers.getSetCookie() ?? []
    if (cookies.length > 0) headers['set-cookie'] = cookies
    super(message || reasonPhrases[status] || undefined, undefined, { cause, headers })
    this.status = cause.status
  }
}
