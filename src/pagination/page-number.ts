import { requireKnown } from '../errors/configuration-error.ts'
import { NotFound } from '../errors/exceptions.ts'
import type { PageControls } from '../page-controls.ts'
import { ApiResponse } from '../response.ts'
import { boundOf, countParameter, pageSchema, whenPaginated } from './describe.ts'
import { displayedPages } from './displayed-pages.ts'
import { withParameter } from './links.ts'
import { parseNumber } from './numbers.ts'
import { pageSizeOf, requireSizes } from './page-size.ts'
import type { Pagination } from './pagination.ts'
import { type Paginator, standardPaginator } from './paginator.ts'

export interface PageNumberOptions {
  /** Items per page. Default the setting `PAGE_SIZE`; null: not paginated unless the client says. */
  pageSize?: number | null
  /** Name of the query parameter with the page. Default `page`. */
  pageQueryParam?: string
  /** Name of the query parameter with the page size. Default null: the client cannot choose. */
  pageSizeQueryParam?: string | null
  /** Largest page size that the client may choose. Default null: any. */
  maxPageSize?: number | null
  /** Values of the page parameter that mean the last page. Default `['last']`. */
  lastPageStrings?: readonly string[]
  /** How the set is cut into pages. Default `standardPaginator()`. */
  paginator?: Paginator
  /** Controls of browsable pages. Default `numbers`; null: none. */
  template?: string | null
}

/**
 * Pages by number: `?page=3`, `?page=last`. The body is `{ count, next, previous, results }`.
 *
 * A page that does not exist is a 404; a page size that is none is the default one.
 */
export function pageNumberPagination({
  pageSize,
  pageQueryParam = 'page',
  pageSizeQueryParam = null,
  maxPageSize = null,
  lastPageStrings = ['last'],
  paginator = standardPaginator(),
  template = 'numbers',
  ...unknown
}: PageNumberOptions = {}): Pagination {
  requireKnown('pageNumberPagination()', unknown, [
    'pageSize',
    'pageQueryParam',
    'pageSizeQueryParam',
    'maxPageSize',
  ])
  requireSizes({ pageSize, maxPageSize })
  const sizes = { parameter: pageSizeQueryParam, max: maxPageSize, usual: pageSize }
  return {
    async paginate(items, request, view) {
      const size = pageSizeOf(request, view, sizes)
      if (size === null) return null

      const pages = await paginator(items, size)
      const last = pages.lastPage
      const number = readPage(request.queryValue(pageQueryParam), lastPageStrings, last)
      const link = (page: number) =>
        withParameter(request.url, pageQueryParam, page === 1 ? null : `${page}`)
      const next = number < last ? link(number + 1) : null
      const previous = number > 1 ? link(number - 1) : null

      const { count } = pages

      return {
        items: await pages.page(number),
        count,
        next,
        previous,
        respond: (results) => new ApiResponse({ count, next, previous, results }),
        get controls() {
          return template === null || last < 2
            ? null
            : numbered(template, { next, previous, number, last, link })
        },
      }
    },

    describe(view) {
      const when = whenPaginated(sizes, view)
      if (when === null) return null
      const page = {
        name: pageQueryParam,
        description: 'Number of the page, from 1.',
        schema:
          lastPageStrings.length === 0
            ? { type: 'integer', minimum: 1, default: 1 }
            : {
                anyOf: [{ type: 'integer', minimum: 1 }, { enum: [...lastPageStrings] }],
                default: 1,
              },
      }
      const size =
        pageSizeQueryParam !== null &&
        countParameter(pageSizeQueryParam, `Items per page${boundOf(maxPageSize)}.`, {
          fallback: when.usual,
        })
      return {
        parameters: size ? [page, size] : [page],
        page: (results) => pageSchema(results, true),
        isOptional: when.isOptional,
        raises: [invalidPage()],
      }
    },
  }
}

const invalidPage = () => new NotFound('Invalid page.')

/** The requested page number. An absent or empty parameter is page 1. */
function readPage(text: string | null, lastPageStrings: readonly string[], last: number): number {
  const number = text !== null && lastPageStrings.includes(text) ? last : parseNumber(text || '1')
  // `last` of an empty set is its first page, when it has one.
  if (number === null || number < 1 || number > last) throw invalidPage()
  return number
}

interface Numbering {
  readonly next: string | null
  readonly previous: string | null
  readonly number: number
  readonly last: number
  link(page: number): string
}

/** Controls with the numbers of the pages around the current one. */
export function numbered(
  template: string,
  { next, previous, number, last, link }: Numbering,
): PageControls {
  return {
    template,
    next,
    previous,
    pages: displayedPages(number, last).map((page) =>
      page === null ? null : { number: page, url: link(page), isActive: page === number },
    ),
  }
}
