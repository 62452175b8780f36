import { ApiResponse } from '../http/response.ts'
import type { ApiException } from './api-exception.ts'
import { ErrorMessage } from './error-detail.ts'

/**
 * The response of an exception. A text becomes `{ "detail": text }`; a list or an object of
 * messages is the whole body. It keeps the exception, for renderers with a shape of their own for
 * errors.
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
