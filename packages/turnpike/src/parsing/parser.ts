import type { MediaType } from '../http/syntax/media-type.ts'

/** Limits of what a parser reads. */
export interface ParserLimits {
  /** Maximum number of fields of a form. */
  maxFields: number
  /** Maximum number of list items and object members in total. */
  maxItems: number
}

/** Turns the bytes of a body into data. */
export interface Parser {
  /** The media type it parses, in lower case: `application/json`. */
  readonly mediaType: string
  /** True when the data are form fields: strings, with unticked boxes absent. Default false. */
  readonly isForm?: boolean

  /**
   * The data in `body`, which is never empty. Form fields are an object of strings, with lists of
   * strings for repeated names. May return a promise.
   *
   * @throws ParseError when the body is malformed.
   */
  parse(body: Uint8Array<ArrayBuffer>, contentType: MediaType, limits: ParserLimits): unknown
}
