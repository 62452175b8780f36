import type { SentForm } from '../http/http-request.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'

/** Reads the forms in a renderer's pages as the requests they represent. */
export interface FormReader {
  /** Whether the request may be such a form. */
  mayBeForm(request: IncomingRequest): boolean

  /**
   * The request that the form represents; null when it is not a form of a page.
   *
   * @throws ApiException when the form is unreadable or represents no request of the view.
   */
  readForm(request: IncomingRequest, view: FormView): Promise<ReadForm | null>
}

/** The parts of a view at which a form reader may look. */
export interface FormView {
  readonly handlers: { has(method: string): boolean }
  readonly settings: {
    readonly CSRF_FIELD_NAME: string
    readonly CSRF_HEADER_NAME: string
    readonly DATA_UPLOAD_MAX_MEMORY_SIZE: number
    readonly DATA_UPLOAD_MAX_NUMBER_FIELDS: number
  }
}

/** The request that a form represents, and the form's input. */
export interface ReadForm {
  readonly request: IncomingRequest
  readonly sentForm: SentForm
}
