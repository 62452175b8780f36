import type { FieldValues } from '../http/response.ts'
import { TranslatableMessage } from '../languages/message.ts'
import {
  codesOf,
  type DetailInput,
  describeInvalidDetail,
  type ErrorDetail,
  ErrorMessage,
  errorDetail,
  type FullMessage,
  fullDetailsOf,
  type Inspection,
  InvalidDetail,
  textsOf,
} from './error-detail.ts'

/**
 * An error that becomes a response: a status, a detail and a code.
 *
 * Subclasses set the three defaults; an instance may be more precise:
 *
 * ```ts
 * class LibraryClosed extends ApiException {
 *   static override readonly status = 503
 *   static override readonly detail = 'The library is closed.'
 *   static override readonly code = 'library_closed'
 * }
 * throw new LibraryClosed('Back at noon.')
 * ```
 */
export class ApiException extends Error {
  /** The status of the response. Default 500. */
  static readonly status: number = 500
  /** The detail of an instance created without one. */
  static readonly detail: string = 'A server error occurred.'
  /** The code of each message created without one. */
  static readonly code: string = 'error'

  /** The status of the response. */
  readonly status: number
  /** Every message with its code, in the shape of the body. */
  readonly errorDetail: ErrorDetail
  /** Header fields of the response. */
  readonly headers: FieldValues

  /**
   * @param detail a string, or any nesting of lists and objects of strings; default the class's
   *   own.
   * @param code the code of each message without its own; default the class's own.
   * @throws TypeError when the detail holds anything but strings and messages.
   */
  constructor(detail?: DetailInput, code?: string, options: ApiExceptionOptions = {}) {
    const { status, detail: defaultDetail, code: defaultCode } = new.target
    super(textOf(detail) ?? defaultDetail, options)
    this.name = new.target.name
    this.status = status
    this.errorDetail = checkedDetail(this.name, detail ?? defaultDetail, code ?? defaultCode)
    this.headers = options.headers ?? {}
  }

  /**
   * The detail as text: a string, or an object such as `{ title: ['This field is required.'] }`.
   */
  get detail(): Inspection<string> {
    return textsOf(this.errorDetail)
  }

  /** The code in place of each message: `'permission_denied'`, `{ title: ['required'] }`. */
  get codes(): Inspection<string> {
    return codesOf(this.errorDetail)
  }

  /** `{ message, code }` in place of each message. */
  get fullDetails(): Inspection<FullMessage> {
    return fullDetailsOf(this.errorDetail)
  }
}

/**
 * Throws from here, so that the stack shows who created the exception. A deeply nested detail would
 * otherwise fill the whole stack trace.
 */
function checkedDetail(exception: string, detail: DetailInput, code: string): ErrorDetail {
  try {
    return errorDetail(detail, code)
  } catch (error) {
    if (!(error instanceof InvalidDetail)) throw error
    throw new TypeError(
      `${exception} needs a string, or lists and objects of strings: ${describeInvalidDetail(detail)}.`,
    )
  }
}

/** The text of a detail that is one message; undefined for any other. */
function textOf(detail: DetailInput | undefined): string | undefined {
  if (detail instanceof ErrorMessage) return detail.message
  if (detail instanceof TranslatableMessage) return detail.text
  return typeof detail === 'string' ? detail : undefined
}

export interface ApiExceptionOptions extends ErrorOptions {
  /** Header fields of the response. Default none. */
  headers?: FieldValues
}
