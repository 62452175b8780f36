import {
  ApiResponse,
  type Page,
  type PageNumberOptions,
  type Pagination,
  pageNumberPagination,
} from 'turnpike'

/** Page numbers with the links in an object: `{ links: { next, previous }, count, results }`. */
export const linksObjectPagination = (options?: PageNumberOptions): Pagination =>
  varied(
    options,
    ({ next, previous, count }, results) =>
      new ApiResponse({ links: { next, previous }, count, results }),
  )

/** Page numbers with the links in a `Link` header (RFC 8288); the body is the bare list. */
export const linkHeaderPagination = (options?: PageNumberOptions): Pagination =>
  varied(options, (page, results) => {
    const links = [linkTo(page.next, 'next'), linkTo(page.previous, 'prev')].filter(Boolean)
    return new ApiResponse(results, 200, links.length > 0 ? { Link: links.join(', ') } : {})
  })

const linkTo = (url: string | null, relation: string) => url && `<${url}>; rel="${relation}"`

/** The pages of page-number pagination with an answer of another shape. */
function varied(
  options: PageNumberOptions | undefined,
  respond: (page: Page<unknown>, results: readonly unknown[]) => ApiResponse,
): Pagination {
  const numbered = pageNumberPagination(options)

  return {
    async paginate(items, request, view) {
      const page = await numbered.paginate(items, request, view)
      return page && { ...page, respond: (results) => respond(page, results) }
    },
  }
}
