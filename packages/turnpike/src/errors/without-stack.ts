import type { ApiException } from './api-exception.ts'
import type { ErrorDetail } from './error-detail.ts'

/**
 * A copy of the exception with another detail, because others may throw the same one. It has the
 * class, the fields, the `message` and the stack of the exception, but no `#private` fields.
 */
export function withDetail<Exception extends ApiException>(
  exception: Exception,
  errorDetail: ErrorDetail,
): Exception {
  // An error of the same class, without a call of its constructor.
  const type = exception.constructor as new () => Exception
  const copy = withoutStack(() => Reflect.construct(Error, [], type) as Exception)
  const { errorDetail: own, ...others } = Object.getOwnPropertyDescriptors(exception)
  return Object.defineProperties(copy, {
    ...others,
    errorDetail: { ...own, value: errorDetail },
    // Written out only if somebody reads it.
    stack: { get: () => exception.stack, configurable: true },
  })
}

/**
 * Creates an exception without a stack trace. Recording one takes longer than the rest of a denial,
 * and nobody reads where the framework denied a request: the response says it all.
 */
export function withoutStack<Exception extends Error>(make: () => Exception): Exception {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
