import {
  codesOf,
  type DetailInput,
  describeNoDetail,
  type ErrorDetail,
  errorDetail,
  type FullMessage,
  fullDetailsOf,
  type Inspection,
  NoDetail,
  textsOf,
} from './error-detail.ts'

/**
 * An error that becomes a response: a status, a detail and a code.
 *
 * A class of your own sets the three defaults; each instance may say something more precise:
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
  /** The detail of an instance that is given none. */
  static readonly detail: string = 'A server error occurred.'
  /** The code of every text that is given none. */
  static readonly code: string = 'error'

  /** The status of the response. */
  readonly status: number
  /** Every message with its code, in the shape of the body. */
  readonly errorDetail: ErrorDetail
  /** Header fields of the response, by name. */
  readonly headers: Readonly<Record<string, string>>

  /**
   * @param detail a text, or a list, an object or a nesting of texts; default the class's own.
   * @param code the code of each text without one of its own; default the class's own.
   * @throws TypeError when something in the detail is no text.
   */
  constructor(detail?: DetailInput, code?: string, options: ApiExceptionOptions = {}) {
    const { status, detail: defaultDetail, code: defaultCode } = new.target
    super(typeof detail === 'string' ? detail : defaultDetail, options)
    this.name = new.target.name
    this.status = status
    this.errorDetail = checkedDetail(this.name, detail ?? defaultDetail, code ?? defaultCode)
    this.headers = options.headers ?? {}
  }

  /**
   * The textual detail: a text, or for a validation error `{ title: ['This field is required.'] }`.
   */
  get detail(): Inspection<string> {
    return textsOf(this.errorDetail)
  }

  /** The code in place of each text: `'permission_denied'`, `{ title: ['required'] }`. */
  get codes(): Inspection<string> {
    return codesOf(this.errorDetail)
  }

  /** `{ message, code }` in place of each text. */
  get fullDetails(): Inspection<FullMessage> {
    return fullDetailsOf(this.errorDetail)
  }
}

/**
 * From here on the stack shows who has made the exception: the details may be nested deeper than it
 * is long.
 */
function checkedDetail(exception: string, detail: DetailInput, code: string): ErrorDetail {
  try {
    return errorDetail(detail, code)
  } catch (error) {
    if (!(error instanceof NoDetail)) throw error
    throw new TypeError(
      `${exception} takes texts, and lists and objects of them: ${describeNoDetail(detail)}.`,
    )
  }
}

export interface ApiExceptionOptions extends ErrorOptions {
  /** Header fields of the response, by name. Default none. */
  headers?: Readonly<Record<string, string>>
}
