import { ApiResponse } from '../http/response.ts'
import type { ApiException } from './api-exception.ts'
import { ErrorMessage } from './error-detail.ts'

/**
 * The response of an exception. A single message becomes `{ "detail": message }`; a list or an
 * object of messages is the whole body. Renderers that format errors in their own way read
 * `exception`.
 */
export class ErrorResponse extends ApiResponse {
  readonly exception: ApiException
  /** The value of `WWW-Authenticate`; null for a response without it. */
  readonly challenge: string | null
  #isInHeaders = false

  /**
   * @param status default that of the exception.
   * @param challenge default null.
   */
  constructor(
    exception: ApiException,
    status: number = exception.status,
    challenge: string | null = null,
  ) {
    const { detail, errorDetail, headers } = exception
    const data = errorDetail instanceof ErrorMessage ? { detail } : detail
    super(data, status, Object.keys(headers).length > 0 ? headers : undefined)
    this.exception = exception
    this.challenge = challenge
  }

  /** They have the challenge from the first access on: few refusals need `Headers` for it. */
  override get headers(): Headers {
    const headers = super.headers
    const { challenge } = this
    if (challenge !== null && !this.#isInHeaders) headers.set('WWW-Authenticate', challenge)
    this.#isInHeaders = true
    return headers
  }
}
