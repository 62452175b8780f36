import { ApiResponse } from '../http/response.ts'
import type { CountPreference } from './count-policy.ts'

/** The URLs of a page's neighbours. Null if there is no such page, or it is not known. */
export interface PageLinks {
  readonly next: string | null
  readonly previous: string | null
  readonly first: string | null
  readonly last: string | null
}

/** The header fields of a page. */
export interface PageFields {
  /** For `Link` (RFC 8288). Null if the field is absent. */
  readonly links: PageLinks | null
  /** For `Preference-Applied` (RFC 7240). Null if the client chose no count. */
  readonly preferred: CountPreference | null
}

/** The response of a page with this body. */
export function pageResponse(body: unknown, { links, preferred }: PageFields): ApiResponse {
  const response = new ApiResponse<unknown>(body)
  if (links !== null) response.headers.set('Link', linkField(links))
  if (preferred !== null) response.headers.set('Preference-Applied', `count=${preferred}`)
  return response
}

/** One field with all links that there are. */
const linkField = ({ next, previous, first, last }: PageLinks): string =>
  Object.entries({ next, prev: previous, first, last })
    .flatMap(([relation, url]) => (url === null ? [] : [`<${uri(url)}>; rel="${relation}"`]))
    .join(', ')

/** Escapes what a URI cannot contain (RFC 3986 §2): `>` would end the link. Escapes are kept. */
const uri = (url: string): string =>
  url.toWellFormed().replace(/(?:[^!-~]|["<>\\^`{|}])+/g, encodeURI)
