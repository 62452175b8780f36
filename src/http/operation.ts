import type { ApiException } from '../errors/api-exception.ts'
import type { Schema } from './schema.ts'

/**
 * What one method of a view takes and gives, for forms and for documentation. It checks nothing:
 * the handler does.
 */
export interface Operation {
  /** What the method does, in a few words. Default none. */
  readonly summary?: string
  /** What the body must fit. Default: not told. */
  readonly accepts?: Schema
  /** True: the body may leave out any field, as that of PATCH. Default false. */
  readonly isPartial?: boolean
  /** What a good answer holds; of a list, one item. Default: not told. */
  readonly answers?: Schema
  /**
   * True: a good answer is a list, or a page of it where the view has pagination. Default false.
   */
  readonly isList?: boolean
  /** Status of a good answer. Default 200. */
  readonly status?: number
  /** True: a good answer has a `Location`. Default false. */
  readonly hasLocation?: boolean
  /**
   * In place of the good answer it may redirect (302): when, as a sentence. Default: it does not.
   */
  readonly redirects?: string
  /** Further errors that it may answer, each an example of its kind. Default none. */
  readonly raises?: readonly ApiException[]
  /**
   * True: it checks credentials, and wrong ones are counted (`FAILED_CREDENTIALS_RATES`). Default
   * false.
   */
  readonly countsFailures?: boolean
  /** True: the CSRF token is needed, whoever asks. Default false. */
  readonly needsCsrfToken?: boolean
}

/**
 * Operations by the handler's name: `{ post: { accepts: schema } }`, other methods in upper case.
 */
export type Operations = Readonly<Record<string, Operation>>
