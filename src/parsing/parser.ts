import type { MediaType } from '../http/media-type.ts'

export interface ParserLimits {
  /** Most fields of a form. */
  maxFields: number
  /** Most items of lists and members of objects, all together. */
  maxItems: number
}

/** Turns the bytes of a body into data. */
export interface Parser {
  /** What it reads, in lower case: `application/json`. */
  readonly mediaType: string
  /** True when the data are form fields: texts, where an unticked box is absent. Default false. */
  readonly isForm?: boolean

  /**
   * The data in `body`, which is never empty. Form fields are an object of texts, or of lists of
   * texts where a name is repeated. A promise of them is awaited.
   *
   * @throws ParseError when the body is malformed.
   */
  parse(body: Uint8Array<ArrayBuffer>, contentType: MediaType, limits: ParserLimits): unknown
}
