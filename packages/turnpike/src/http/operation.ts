import type { ApiException } from '../errors/api-exception.ts'
import type { Schema } from './schema.ts'

/**
 * The inputs and outputs of one method of a view, for forms and documentation. It checks nothing;
 * the handler does.
 */
export interface Operation {
  /** A summary of the method, in a few words. Default none. */
  readonly summary?: string
  /** The schema of the body. Default unknown. */
  readonly accepts?: Schema
  /** True: all fields of the body are optional, as in PATCH. Default false. */
  readonly isPartial?: boolean
  /** The schema of a successful response; for a list, of one item. Default unknown. */
  readonly answers?: Schema
  /**
   * True: a successful response is a list, or a page of it if the view has pagination. Default
   * false.
   */
  readonly isList?: boolean
  /**
   * The answer, or what is changed, is an item of a detail view. In a conditional view it is
   * compared with preconditions. Default undefined: it is something else.
   */
  readonly item?: OfItem
  /** Status of a successful response. Default 200. */
  readonly status?: number
  /** True: a successful response has a `Location`. Default false. */
  readonly hasLocation?: boolean
  /** When it redirects (302) instead, as a sentence. Default never. */
  readonly redirects?: string
  /** Further errors that it may raise, each an example of its kind. Default none. */
  readonly raises?: readonly ApiException[]
  /**
   * True: it checks credentials, and wrong ones are counted (`FAILED_CREDENTIALS_RATES`). Default
   * false.
   */
  readonly countsFailures?: boolean
  /** True: every client needs the CSRF token. Default false. */
  readonly needsCsrfToken?: boolean
}

/** How the item of an operation is compared in a conditional view. */
export interface OfItem {
  /** Whether a write needs `If-Match`. */
  readonly needsIfMatch: boolean
  /** Whether answers may have `Last-Modified`. */
  readonly hasLastModified: boolean
}

/**
 * Operations by the handler's name: `{ post: { accepts: schema } }`, other methods in upper case.
 */
export type Operations = Readonly<Record<string, Operation>>
