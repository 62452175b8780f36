import type { ApiException } from '../errors/api-exception.ts'
import type { PageControls } from '../http/page-controls.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { ItemSet } from '../items/item-set.ts'
import type { Ordering } from '../items/ordering.ts'
import type { FilteredView } from '../items/ordering-filter.ts'
import type { CountIs } from './count-policy.ts'

/** A pagination style: how a list is split into pages, and the response of a page. */
export interface Pagination {
  /**
   * The requested page of the items; null when the list is not paginated and the view returns all
   * of them.
   *
   * @throws NotFound when the page does not exist.
   */
  paginate<Item>(
    items: ItemSet<Item>,
    request: ApiRequest,
    view?: PaginatedView,
  ): Promise<Page<Item> | null>

  /**
   * Its documentation on a view; null says that lists are never paginated there. Absent: parameters
   * and body are unknown.
   */
  describe?(view: PaginatedView): PaginationDescription | null

  /** Header fields of requests on which its pages depend, for `Vary`. Default none. */
  readonly vary?: readonly string[]
}

/** A style with its own ordering. Other styles keep the order of the items. */
export interface OrderedPagination<Name extends string = string> extends Pagination {
  /** Fields of the items, with `-` for descending. */
  readonly ordering: readonly Name[]
}

/** A style for items with these fields: without its own ordering, or with one by some of them. */
export type PaginationBy<Field extends string> = Pagination & {
  readonly ordering?: Ordering<Field> | undefined
}

/** The style's own ordering, or null. */
export const orderingOf = (style: Pagination | null): Ordering | null =>
  style !== null && 'ordering' in style ? (style as OrderedPagination).ordering : null

/** The part of the view that a style needs. */
export interface PaginatedView extends FilteredView {
  /** The query parameters that decide which items the list has. Default none. */
  readonly narrowedBy?: readonly NarrowingParameter[]
  readonly settings: FilteredView['settings'] & {
    readonly PAGE_SIZE: number | null
    readonly SECRET_KEYS: readonly string[]
  }
}

/** A query parameter that decides which items a list has. */
export interface NarrowingParameter {
  readonly name: string
  /** The same text for values that mean the same, empty for none. Default the value. */
  normalise?(value: string): string
}

/** One page of a list. It builds its own response, so the style has no state. */
export interface Page<Item> {
  readonly items: Item[]
  /** Link to the next page, or null when there is none. */
  readonly next: string | null
  /** Link to the previous page, or null when there is none. */
  readonly previous: string | null
  /** How many items the whole list has. Null or absent: the style does not count. */
  readonly count?: number | null
  /** The meaning of the count. Default `exact`; null leaves the count out. */
  readonly countIs?: CountIs | null
  /** The response for the serialised items of the page. */
  respond(results: readonly unknown[]): ApiResponse
  /**
   * Controls for browsable pages. Null or absent: none are shown. A function is called when a page
   * shows them: never for programs.
   */
  readonly controls?: PageControls | null | (() => PageControls | null)
}

/** The documentation of a pagination style. */
export interface PaginationDescription {
  /** Its query parameters. */
  readonly parameters: readonly QueryParameter[]
  /**
   * Names of the parameters that choose a page. Links to another order or to other items of the
   * list leave them out. Default: all parameters.
   */
  readonly position?: readonly string[]
  /** The JSON Schema of a page's body, given that of its results, an array. */
  page(results: JsonSchemaValue): JsonSchemaValue
  /** Header fields of requests on which its pages depend. Default none. */
  readonly requestHeaders?: readonly HeaderField[]
  /** Header fields that the answers with a page may have. Default none. */
  readonly headers?: readonly HeaderField[]
  /** True: without these parameters the response is the whole list. Default false. */
  readonly isOptional?: boolean
  /** Errors that it may raise. Default none. */
  readonly raises?: readonly ApiException[]
}

/** A query parameter that a style or a filter reads. */
export interface QueryParameter {
  readonly name: string
  /** For people. */
  readonly description: string
  /** JSON Schema of its value. */
  readonly schema: JsonSchemaValue
}

/** The documentation of a header field. */
export interface HeaderField {
  readonly name: string
  /** For people. */
  readonly description: string
  /** JSON Schema of its value. */
  readonly schema: JsonSchemaValue
}

/** A JSON Schema of the dialect 2020-12 as a plain value. */
export type JsonSchemaValue = Readonly<Record<string, unknown>>
