/** Pagination: how a long list is split into pages. @module */
export type { CountPolicy } from './count-policy.ts'
export { type CursorOptions, cursorPagination } from './cursor.ts'
export { type LimitOffsetOptions, limitOffsetPagination } from './limit-offset.ts'
export { type PageNumberOptions, pageNumberPagination } from './page-number.ts'
export type {
  HeaderField,
  JsonSchemaValue,
  OrderedPagination,
  Page,
  PaginatedView,
  Pagination,
  PaginationDescription,
  QueryParameter,
} from './pagination.ts'
export {
  type NumberedPages,
  type Paginator,
  type StandardPaginatorOptions,
  standardPaginator,
  type WantedPage,
} from './paginator.ts'
