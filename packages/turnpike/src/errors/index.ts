/** Errors: what a failure looks like, from the exception to the response. @module */
export { ApiException, type ApiExceptionOptions } from './api-exception.ts'
export { ConfigurationError } from './configuration-error.ts'
export {
  type DetailInput,
  type ErrorDetail,
  ErrorMessage,
  type FullMessage,
  type Inspection,
} from './error-detail.ts'
export { ErrorResponse } from './error-response.ts'
export { badRequest, notFound, serverError } from './error-views.ts'
export {
  type ExceptionContext,
  type ExceptionHandler,
  exceptionHandler,
} from './exception-handler.ts'
export {
  AuthenticationFailed,
  Conflict,
  ContentTooLarge,
  IdempotencyKeyReused,
  MethodNotAllowed,
  NotAcceptable,
  NotAuthenticated,
  NotFound,
  ParseError,
  PermissionDenied,
  ServiceUnavailable,
  SuspiciousRequest,
  Throttled,
  UnsupportedMediaType,
  ValidationError,
} from './exceptions.ts'
export { NonFieldError } from './non-field-error.ts'
