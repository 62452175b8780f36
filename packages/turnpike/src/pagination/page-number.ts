import { NotFound } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { parseNumber } from '../http/syntax/query-number.ts'
import { trueOrFalse } from '../rules/text.ts'
import { cacheable } from './cacheable.ts'
import { type CountPolicy, countPolicy, countPreferenceList } from './count-policy.ts'
import { countedStyle } from './counted-style.ts'
import { linksOf } from './links.ts'
import { sizeOrNull } from './page-size.ts'
import type { JsonSchemaValue, Pagination, QueryParameter } from './pagination.ts'
import { type Paginator, standardPaginator } from './paginator.ts'

/** Options of `pageNumberPagination`. */
export interface PageNumberOptions {
  /**
   * Items per page. Default the setting `PAGE_SIZE`; with null, pages only if the client chooses a
   * size.
   */
  pageSize?: number | null
  /** Name of the query parameter with the page. Default `page`. */
  pageQueryParam?: string
  /** Name of the query parameter with the page size. Default null: the client cannot choose. */
  pageSizeQueryParam?: string | null
  /** Largest page size that the client may choose. Default null: any. */
  maxPageSize?: number | null
  /** Values of the page parameter for the last page. Default `['last']`. */
  lastPageStrings?: readonly string[]
  /** How the list is counted. Default `exact`. */
  count?: CountPolicy
  /**
   * Counts that a client may choose instead, with the field `Prefer: count=none` (RFC 7240).
   * Default none.
   */
  countPreferences?: readonly ('exact' | 'estimated' | 'none')[]
  /** How the set is split into pages. Default `standardPaginator()`. */
  paginator?: Paginator
  /**
   * Whether the body also has `page`, `page_size` and `total_pages`, after `results`. `total_pages`
   * is null if the last page is not known. Default false.
   */
  pageInfo?: boolean
  /** Whether answers also have the links as a header field, `Link` (RFC 8288). Default false. */
  linkHeader?: boolean
  /** Controls of browsable pages. Default `numbers`; null shows none. */
  template?: string | null
}

export const pageNumberOptions = knownOptions<PageNumberOptions>('pageNumberPagination()', {
  pageSize: sizeOrNull,
  pageQueryParam: 'optional',
  pageSizeQueryParam: 'optional',
  maxPageSize: sizeOrNull,
  lastPageStrings: 'optional',
  count: countPolicy,
  countPreferences: countPreferenceList,
  paginator: 'optional',
  pageInfo: trueOrFalse,
  linkHeader: trueOrFalse,
  template: 'optional',
})

/**
 * Pages by number: `?page=3`, `?page=last`. The body is `{ count, next, previous, results }`.
 *
 * A page that does not exist is a 404; an invalid page size becomes the default.
 */
export function pageNumberPagination(options: PageNumberOptions = {}): Pagination {
  pageNumberOptions.require(options)
  const {
    pageSize,
    pageQueryParam = 'page',
    pageSizeQueryParam = null,
    maxPageSize = null,
    lastPageStrings = ['last'],
    count = 'exact',
    countPreferences = [],
    paginator: ownPaginator,
    pageInfo = false,
    linkHeader = false,
    template = 'numbers',
  } = options
  const sizes = { parameter: pageSizeQueryParam, max: maxPageSize, usual: pageSize }
  const paginator = ownPaginator ?? standardPaginator()
  const isExact = [count, ...countPreferences].every((policy) => policy === 'exact')

  const style = countedStyle({
    sizes,
    count,
    countPreferences,
    linkHeader,
    template,

    async read(items, request, { size, policy }) {
      const wanted = readPage(request.queryValue(pageQueryParam), lastPageStrings)
      const pages = await paginator(items, size, { number: wanted, count: policy })
      const { count, countIs = 'exact', lastPage: last, isOpen = false } = pages
      if (wanted === 'last' && isOpen) throw lastPageUnknown()
      // The `last` page of an empty set is its first page, if it has one.
      const number = wanted === 'last' ? last : wanted
      if (number < 1 || number > last) throw invalidPage()

      const linkTo = linksOf(request.url, pageQueryParam)
      const link = (page: number) => linkTo(page === 1 ? null : `${page}`)
      const next = number < last ? link(number + 1) : null
      const previous = number > 1 ? link(number - 1) : null
      const total = isOpen ? null : last

      return {
        items: await pages.page(number),
        count,
        countIs,
        next,
        previous,
        info: pageInfo ? { page: number, page_size: size, total_pages: total } : null,
        ends: () => ({ first: link(1), last: total === null ? null : link(total) }),
        numbering: () => (last < 2 ? null : { next, previous, number, last, isOpen, link }),
      }
    },

    sizeIs: 'Items per page',
    parameters: (size) => [pageParameter(pageQueryParam, lastPageStrings), ...size],
    info: pageInfo ? pageInfoSchema(isExact && ownPaginator === undefined) : {},
    raises:
      isExact || lastPageStrings.length === 0
        ? [invalidPage()]
        : [invalidPage(), lastPageUnknown()],
  })
  // A custom paginator may depend on anything.
  return ownPaginator === undefined ? cacheable(style, count, countPreferences) : style
}

const invalidPage = () => new NotFound('Invalid page.')

const lastPageUnknown = () =>
  new NotFound('Invalid page: this list is not fully counted, so its last page is unknown.')

/** The requested page. An absent or empty parameter is page 1. */
function readPage(text: string | null, lastPageStrings: readonly string[]): number | 'last' {
  if (text !== null && lastPageStrings.includes(text)) return 'last'

  const number = parseNumber(text || '1')
  if (number === null || number < 1) throw invalidPage()
  return number
}

const pageInfoSchema = (isLastKnown: boolean): JsonSchemaValue => ({
  page: { type: 'integer', minimum: 1, description: 'Number of this page.' },
  page_size: { type: 'integer', minimum: 1, description: 'Items per page.' },
  total_pages: {
    type: isLastKnown ? 'integer' : ['integer', 'null'],
    minimum: 0,
    description: 'Number of the last page.',
  },
})

function pageParameter(name: string, lastPageStrings: readonly string[]): QueryParameter {
  const number = { type: 'integer', minimum: 1 }
  return {
    name,
    description: 'Number of the page, from 1.',
    schema:
      lastPageStrings.length === 0
        ? { ...number, default: 1 }
        : { anyOf: [number, { enum: [...lastPageStrings] }], default: 1 },
  }
}
