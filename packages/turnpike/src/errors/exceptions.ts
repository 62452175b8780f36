import { TranslatableMessage } from '../languages/message.ts'
import { ApiException, type ApiExceptionOptions } from './api-exception.ts'
import { type DetailInput, ErrorMessage } from './error-detail.ts'

/*
 * A new exception is a class here, exported by errors/index.ts and index.ts, with a row in the
 * table of docs/errors.md and a place in docs/reference.md. Nothing else is needed to send it: the
 * exception handler reads status, detail, code and headers of any ApiException, and the phrases
 * of statuses are in http/syntax/reason-phrases.ts. The OpenAPI document has it for an operation
 * that lists it in `raises`.
 */

/** 400: the body does not have the format that its content type names. */
export class ParseError extends ApiException {
  static override readonly status: number = 400
  static override readonly detail: string = 'Malformed request.'
  static override readonly code: string = 'parse_error'
}

/**
 * 400: the data is well-formed but invalid. The body is the detail itself: lists of messages by
 * field, or a list of messages. A single message becomes a list of one.
 */
export class ValidationError extends ApiException {
  static override readonly status: number = 400
  static override readonly detail: string = 'Invalid input.'
  static override readonly code: string = 'invalid'

  constructor(detail?: DetailInput, code?: string, options?: ApiExceptionOptions) {
    super(asList(detail ?? new.target.detail), code, options)
  }
}

/** 401, or 403 when the view's first scheme has no challenge: the credentials sent are wrong. */
export class AuthenticationFailed extends ApiException {
  static override readonly status: number = 401
  static override readonly detail: string = 'Incorrect authentication credentials.'
  static override readonly code: string = 'authentication_failed'
}

/** 401, or 403 when the view's first scheme has no challenge: credentials are required. */
export class NotAuthenticated extends ApiException {
  static override readonly status: number = 401
  static override readonly detail: string = 'Authentication credentials were not provided.'
  static override readonly code: string = 'not_authenticated'
}

/** 403: the user is authenticated but not allowed. */
export class PermissionDenied extends ApiException {
  static override readonly status: number = 403
  static override readonly detail: string = 'You do not have permission to perform this action.'
  static override readonly code: string = 'permission_denied'
}

/** 404: there is nothing at this URL. */
export class NotFound extends ApiException {
  static override readonly status: number = 404
  static override readonly detail: string = 'Not found.'
  static override readonly code: string = 'not_found'
}

/** 405: the view has no handler for the method. */
export class MethodNotAllowed extends ApiException {
  static override readonly status: number = 405
  static override readonly code: string = 'method_not_allowed'

  constructor(method: string, detail?: DetailInput, code?: string, options?: ApiExceptionOptions) {
    super(detail ?? ownDetail(new.target) ?? notAllowed(method), code, options)
  }
}

/** 406: no renderer of the view produces a media type that the Accept header allows. */
export class NotAcceptable extends ApiException {
  static override readonly status: number = 406
  static override readonly detail: string = 'Could not satisfy the request Accept header.'
  static override readonly code: string = 'not_acceptable'
}

/** 409: the change conflicts with other data. */
export class Conflict extends ApiException {
  static override readonly status: number = 409
  static override readonly detail: string = 'This conflicts with other data.'
  static override readonly code: string = 'conflict'
}

/** 412: a precondition of the request, such as `If-Match`, is false (RFC 9110 §13.1). */
export class PreconditionFailed extends ApiException {
  static override readonly status: number = 412
  static override readonly detail: string = 'This has changed since it was read. Read it again.'
  static override readonly code: string = 'precondition_failed'
}

/** 413: the body is longer than `DATA_UPLOAD_MAX_MEMORY_SIZE` (RFC 9110 §15.5.14). */
export class ContentTooLarge extends ApiException {
  static override readonly status: number = 413
  static override readonly detail: string = 'Request body is too large.'
  static override readonly code: string = 'content_too_large'
}

/** 415: no parser of the view supports the content type. */
export class UnsupportedMediaType extends ApiException {
  static override readonly status: number = 415
  static override readonly code: string = 'unsupported_media_type'

  constructor(
    mediaType: string,
    detail?: DetailInput,
    code?: string,
    options?: ApiExceptionOptions,
  ) {
    super(detail ?? ownDetail(new.target) ?? unsupported(mediaType), code, options)
  }
}

/** 422: the idempotency key was used before, for a request that is not the same. */
export class IdempotencyKeyReused extends ApiException {
  static override readonly status: number = 422
  static override readonly detail: string = 'This key was used for another request.'
  static override readonly code: string = 'idempotency_key_reused'
}

/** 428: the view needs `If-Match`, so that nobody's change is overwritten (RFC 6585 §3). */
export class PreconditionRequired extends ApiException {
  static override readonly status: number = 428
  static override readonly detail: string = 'Send If-Match with the ETag that you have read.'
  static override readonly code: string = 'precondition_required'
}

/**
 * 429: a throttle denied the request. The wait is in the message and, rounded up, in `Retry-After`.
 */
export class Throttled extends ApiException {
  static override readonly status: number = 429
  static override readonly detail: string = 'Request was throttled.'
  static override readonly code: string = 'throttled'

  /** Whole seconds until the client may try again; null when unknown. */
  readonly wait: number | null

  /**
   * @param wait seconds until the client may try again; null, absent or not finite when unknown.
   * @param detail a text, to which the wait is added. Any other detail is sent unchanged.
   */
  constructor(
    wait: number | null = null,
    detail: DetailInput = new.target.detail,
    code?: string,
    options: ApiExceptionOptions = {},
  ) {
    const seconds = Number.isFinite(wait) ? Math.max(0, Math.ceil(Number(wait))) : null
    super(
      seconds === null || typeof detail !== 'string' ? detail : waiting(detail, seconds),
      code,
      // Zero would invite the client to retry at once, so it is left out.
      seconds
        ? { ...options, headers: { 'Retry-After': `${seconds}`, ...options.headers } }
        : options,
    )
    this.wait = seconds
  }
}

/** 503: the service cannot answer now. `retryAfter`, in whole seconds, is sent as `Retry-After`. */
export class ServiceUnavailable extends ApiException {
  static override readonly status: number = 503
  static override readonly detail: string = 'Service temporarily unavailable, try again later.'
  static override readonly code: string = 'service_unavailable'

  constructor(
    { retryAfter = 1, ...options }: ApiExceptionOptions & { retryAfter?: number } = {},
    detail?: DetailInput,
    code?: string,
  ) {
    super(detail, code, {
      ...options,
      headers: { 'Retry-After': `${Math.ceil(retryAfter)}`, ...options.headers },
    })
  }
}

/**
 * A request that no honest client sends, such as one for a host that the service does not serve. It
 * bypasses the exception handler: the bad-request view answers and shows none of its text.
 */
export class SuspiciousRequest extends Error {
  override readonly name = 'SuspiciousRequest'
}

/** The default detail that a class sets; null if it is that of every exception. */
export const ownDetail = ({ detail }: Pick<typeof ApiException, 'detail'>): string | null =>
  detail === ApiException.detail ? null : detail

const notAllowed = (method: string) =>
  new TranslatableMessage("Method '{method}' not allowed.", { method })

const unsupported = (type: string) =>
  new TranslatableMessage('Unsupported media type "{type}" in request.', { type })

const waiting = (detail: string, seconds: number) =>
  new TranslatableMessage('{detail} {expected}', {
    detail: new TranslatableMessage(detail),
    expected: new TranslatableMessage(
      seconds === 1
        ? 'Expected available in {seconds} second.'
        : 'Expected available in {seconds} seconds.',
      { seconds },
    ),
  })

function asList(detail: DetailInput): DetailInput {
  const isSingle =
    typeof detail === 'string' ||
    detail instanceof ErrorMessage ||
    detail instanceof TranslatableMessage
  return isSingle ? [detail] : detail
}
