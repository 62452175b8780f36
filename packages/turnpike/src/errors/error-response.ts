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

  /** @param status default that of the exception. */
  constructor(exception: ApiException, status: number = exception.status) {
    const { detail, errorDetail, headers } = exception
    const data = errorDetail instanceof ErrorMessage ? { detail } : detail
    super(data, status, Object.keys(headers).length > 0 ? headers : undefined)
    this.exception = exception
  }
}
