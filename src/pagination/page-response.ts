import { ApiResponse } from '../http/response.ts'

/** The URLs of a page's neighbours. Null: there is no such page, or it is not known. */
export interface PageLinks {
  readonly next: string | null
  readonly previous: string | null
  readonly first: string | null
  readonly last: string | null
}

/** The response of a page with this body, and its links as a header field. */
export const linkedResponse = (body: unknown, links: PageLinks): ApiResponse =>
  new ApiResponse<unknown>(body, 200, { Link: linkField(links) })

/** The value of `Link` (RFC 8288): one field with all links that there are. */
const linkField = ({ next, previous, first, last }: PageLinks): string =>
  Object.entries({ next, prev: previous, first, last })
    .flatMap(([relation, url]) => (url === null ? [] : [`<${uri(url)}>; rel="${relation}"`]))
    .join(', ')

/** Escapes what a URI cannot contain (RFC 3986 §2): `>` would end the link. Escapes are kept. */
const uri = (url: string): string =>
  url.toWellFormed().replace(/(?:[^!-~]|["<>\\^`{|}])+/g, encodeURI)
