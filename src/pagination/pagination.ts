import type { ApiException } from '../errors/api-exception.ts'
import type { PageControls } from '../http/page-controls.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { ItemSet } from '../items/item-set.ts'
import type { Ordering } from '../items/ordering.ts'
import type { FilteredView } from '../items/ordering-filter.ts'
import type { CountIs } from './count-policy.ts'

/** A pagination style: how a list is cut into pages, and how a page answers. */
export interface Pagination {
  /**
   * The requested page of the items, or null when the list is not paginated: the view answers with
   * all of them.
   *
   * @throws NotFound when there is no such page.
   */
  paginate<Item>(
    items: ItemSet<Item>,
    request: ApiRequest,
    view?: PaginatedView,
  ): Promise<Page<Item> | null>

  /**
   * What documentation tells of it on a view; null: lists are never paginated there. Absent:
   * nothing is known of the parameters and the body.
   */
  describe?(view: PaginatedView): PaginationDescription | null
}

/** A style that brings an order along. The others leave the items in theirs. */
export interface OrderedPagination<Name extends string = string> extends Pagination {
  /** Fields of the items, `-` before a descending one. */
  readonly ordering: readonly Name[]
}

/** A style for items with these fields: it brings no order along, or one by some of them. */
export type PaginationBy<Field extends string> = Pagination & {
  readonly ordering?: Ordering<Field> | undefined
}

/** The order that the style brings along, or null. */
export const orderingOf = (style: Pagination | null): Ordering | null =>
  style !== null && 'ordering' in style ? (style as OrderedPagination).ordering : null

/** What a style may ask of the view. */
export interface PaginatedView extends FilteredView {
  readonly settings: FilteredView['settings'] & {
    readonly PAGE_SIZE: number | null
    readonly SECRET_KEYS: readonly string[]
  }
}

/** One page of a list. It knows how to answer, so nothing needs to be kept on the style. */
export interface Page<Item> {
  readonly items: Item[]
  /** Link to the next page, or null when there is none. */
  readonly next: string | null
  /** Link to the previous page, or null when there is none. */
  readonly previous: string | null
  /** How many items the whole list has. Null or absent: the style does not count. */
  readonly count?: number | null
  /** What the count says. Default `exact`; null: there is none. */
  readonly countIs?: CountIs | null
  /** The response for the serialised items of the page. */
  respond(results: readonly unknown[]): ApiResponse
  /** Controls for browsable pages. Null or absent: none are shown. */
  readonly controls?: PageControls | null
}

/** What documentation tells of a pagination style. */
export interface PaginationDescription {
  /** What a client may say in the query. */
  readonly parameters: readonly QueryParameter[]
  /** The JSON Schema of a page's body, of that of its results, which is an array. */
  page(results: JsonSchemaValue): JsonSchemaValue
  /** True: without these parameters the whole list is answered. Default false. */
  readonly isOptional?: boolean
  /** Errors that it may raise. Default none. */
  readonly raises?: readonly ApiException[]
}

export interface QueryParameter {
  readonly name: string
  /** For people. */
  readonly description: string
  /** JSON Schema of its value. */
  readonly schema: JsonSchemaValue
}

/** A JSON Schema of the dialect 2020-12 as a plain value. */
export type JsonSchemaValue = Readonly<Record<string, unknown>>
