import {
  cursorPagination,
  limitOffsetPagination,
  type PageNumberOptions,
  type Pagination,
  pageNumberPagination,
  standardPaginator,
} from 'turnpike'
import {
  linkHeaderPagination,
  linksObjectPagination,
} from '../../../examples/custom-pagination/styles.ts'
import { NotSupported } from './not-supported.ts'

/** A pagination style by name, or with attributes by the names of the specification. */
export type PaginationName = string | ({ style: string } & Attributes)

interface Attributes {
  page_size?: number | null
  page_query_param?: string
  page_size_query_param?: string | null
  max_page_size?: number | null
  last_page_strings?: string[]
  django_paginator_class?: { orphans?: number; allow_empty_first_page?: boolean }
  cursor_query_param?: string
  ordering?: string | string[]
  default_limit?: number | null
  limit_query_param?: string | null
  offset_query_param?: string
  max_limit?: number | null
  template?: string | null
}

/** A pagination style, or null for none. */
export function createPagination(name: PaginationName | null): Pagination | null {
  if (name === null) return null
  const { style, ...attributes } = typeof name === 'string' ? { style: name } : name

  switch (style) {
    case 'PageNumberPagination':
      return pageNumberPagination(pageNumberOptions(attributes))
    case 'LinksObjectPagination':
      return linksObjectPagination(pageNumberOptions(attributes))
    case 'LinkHeaderPagination':
      return linkHeaderPagination(pageNumberOptions(attributes))
    case 'LimitOffsetPagination':
      return limitOffsetPagination(
        rename(attributes, {
          default_limit: 'defaultLimit',
          limit_query_param: 'limitQueryParam',
          offset_query_param: 'offsetQueryParam',
          max_limit: 'maxLimit',
          template: 'template',
        }),
      )
    case 'CursorPagination':
      return cursorPagination(
        rename(attributes, {
          page_size: 'pageSize',
          cursor_query_param: 'cursorQueryParam',
          ordering: 'ordering',
          page_size_query_param: 'pageSizeQueryParam',
          max_page_size: 'maxPageSize',
          template: 'template',
        }),
      )
    default:
      throw new NotSupported(`The pagination style ${style}`)
  }
}

function pageNumberOptions({
  django_paginator_class,
  ...attributes
}: Attributes): PageNumberOptions {
  const { orphans = 0, allow_empty_first_page = true } = django_paginator_class ?? {}
  return {
    ...rename(attributes, {
      page_size: 'pageSize',
      page_query_param: 'pageQueryParam',
      page_size_query_param: 'pageSizeQueryParam',
      max_page_size: 'maxPageSize',
      last_page_strings: 'lastPageStrings',
      template: 'template',
    }),
    paginator: standardPaginator({ orphans, allowEmptyFirstPage: allow_empty_first_page }),
  }
}

/** The attributes under the names of the options; those that are absent stay absent. */
function rename(attributes: object, names: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(attributes).map(([attribute, value]) => {
      const name = names[attribute]
      if (name === undefined) throw new NotSupported(`The pagination attribute ${attribute}`)
      return [name, value]
    }),
  )
}
