import { type ExceptionHandler, exceptionHandler } from '../errors/exception-handler.ts'
import { defaultNonFieldErrorsKey } from '../errors/non-field-error.ts'
import { consoleLogger, type Logger } from '../http/logger.ts'
import { functionRule, objectWith } from '../rules/object.ts'
import { text, trueOrFalse } from '../rules/text.ts'
import { setting } from './setting.ts'

/** The form of failures, and where they are logged. */
export const errorSettings = {
  /**
   * Turns exceptions into responses. Default `exceptionHandler`.
   *
   * @see docs/errors.md#exception-handlers
   */
  EXCEPTION_HANDLER: setting(
    functionRule<ExceptionHandler>('a function that turns an exception into a response'),
    () => exceptionHandler,
  ),

  /**
   * Whether `listView` and `detailView` raise the errors of invalid data, so that
   * `EXCEPTION_HANDLER` answers them like all others. Otherwise their 400 does not pass it. Default
   * false.
   *
   * @see docs/validation.md#one-body-for-all-errors
   */
  RAISE_VALIDATION_ERRORS: setting(trueOrFalse, () => false),

  /** Key of validation errors that belong to no field. Default `non_field_errors`. */
  NON_FIELD_ERRORS_KEY: setting(text, () => defaultNonFieldErrorsKey),

  /**
   * Form of the errors of a list of objects: an object by index (true), or a list with `{}` for
   * valid items (false). Default true.
   */
  LIST_SERIALIZER_ERRORS_AS_DICT: setting(trueOrFalse, () => true),

  /**
   * Whether refused requests are explained, in the log, in the header field `X-Turnpike-Explain`
   * and on pages: for development. A service refuses it in production. Default false.
   *
   * @see docs/explain.md#in-development
   */
  EXPLAIN_REFUSALS: setting(trueOrFalse, () => false),

  /**
   * Where errors and warnings are logged; a pino logger fits. The service sets its own. Default
   * `consoleLogger`.
   *
   * @see docs/service.md#the-log
   */
  LOGGER: setting(objectWith<Logger>('a logger', ['info', 'warn', 'error']), () => consoleLogger),
}
