import type { TranslatableMessage } from '../languages/message.ts'
import type { ApiExceptionOptions } from './api-exception.ts'
import type { ErrorMessage } from './error-detail.ts'
import { ValidationError } from './exceptions.ts'
import { withDetail } from './without-stack.ts'

/** The default of the setting `NON_FIELD_ERRORS_KEY`. */
export const defaultNonFieldErrorsKey = 'non_field_errors'

/**
 * 400: the data is invalid, but no single field is at fault. The message is under the key of the
 * view's setting `NON_FIELD_ERRORS_KEY`:
 * `{ "non_field_errors": ["The end comes before the start."] }`.
 */
export class NonFieldError extends ValidationError {
  constructor(
    message: string | ErrorMessage | TranslatableMessage = new.target.detail,
    code?: string,
    options?: ApiExceptionOptions,
    key: string = defaultNonFieldErrorsKey,
  ) {
    super({ [key]: [message] }, code, options)
  }

  /** The same error under another key: itself if that is its key. */
  under(key: string): this {
    const [[own, messages] = []] = Object.entries(this.errorDetail)
    return own === key ? this : withDetail(this, { [key]: messages as ErrorMessage[] })
  }
}
