import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { cacheCounts } from '../telemetry/counts.ts'
import { cacheableLists, cacheableRenderers, cacheableStyles } from './cacheable.ts'
import { type ChangeToken, changesOfItems } from './change-token.ts'
import { ListPage, type Tagged } from './list-page.ts'
import { Lru } from './lru.ts'
import { memoizeByIdentity } from './memoize.ts'

/*
 * A list is answered from memory if all of these hold. Each part marks itself:
 *
 * - The items do not depend on the request, and no function of the application converts them:
 *   `cacheableLists`, by views/generic/list.ts.
 * - The items report changes: `changesOfItems`, by packages/sql/src/kysely/items/items.ts. They
 *   do on `sqliteDialect` alone, unless its `cache` is false or the database has plugins that
 *   are not Kysely's. SQLite counts its changes, and the counters are read inside the process, in
 *   microseconds. PostgreSQL would have to be asked over the network before each answer.
 * - `token()` is not null: the query depends only on tables and values
 *   (packages/sql/src/kysely/caching/cacheable-query.ts), and there is no open transaction or
 *   temporary table (packages/sql/src/kysely/sqlite/change-token.ts).
 * - The pages depend only on the URL, the view and the items: `cacheableStyles`, by
 *   pagination/cacheable.ts.
 * - No permission of the view has a scope: the items would depend on the sender.
 * - The renderer is `jsonRenderer()`: `cacheableRenderers`, by rendering/json.ts.
 * - The URL has at most `maxUrl` characters, and the text at most `maxText`.
 *
 * A change of anything in the database, by any process, gives another token: the page is then read
 * and stored again. There is no other invalidation; a full cache evicts what was least recently
 * used. docs/caching.md has the same for users.
 */

/** The part of a view that the cache needs. */
interface ListView {
  readonly pagination: object | null
  readonly permissions: readonly { readonly scope?: unknown }[]
}

/** The part of the negotiated renderer that the cache needs. */
interface Chosen {
  readonly renderer: { readonly render: unknown }
  readonly parameters: Readonly<Record<string, string>>
}

type ListHandler<View> = (
  request: ApiRequest,
  view: View,
) => ApiResponse | Response | Promise<ApiResponse | Response>

interface CachedPage extends Tagged {
  /** The items' token before they were read. The page is valid while it is the same. */
  readonly token: ChangeToken
  readonly text: string
  /** The header fields of the style, such as `Link`. Undefined if it has none. */
  readonly headers?: Headers | undefined
}

/** Longer texts and URLs are not cached. */
const maxText = 1024 * 1024
const maxUrl = 2048

/**
 * Overhead charged per entry, in characters, so that many small pages cannot exceed the limit
 * unnoticed.
 */
const overhead = 256

/**
 * A cache of the rendered pages of lists. A page is valid until the items change, by any process.
 * It wraps a list's GET handler, after authentication, permissions and throttles; the handler
 * itself knows nothing of it.
 *
 * @param maxLength the maximum of characters of all pages together, with their URLs. 0: nothing is
 *   cached.
 * @returns a function that returns the interceptor for a handler; null if the response depends on
 *   more than the URL, the view and its items.
 */
export function listCache(maxLength: number) {
  const counts = cacheCounts('list pages')
  const pages = new Lru<string, CachedPage>({
    counts,
    max: maxLength,
    weightOf: (key, { text, headers }) => key.length + text.length + lengthOf(headers) + overhead,
  })

  return <View extends ListView>(handler: ListHandler<View>) => {
    const items = cacheableLists.get(handler)
    const changes = items && changesOfItems.get(items)
    if (changes === undefined || maxLength === 0) return null
    const numberOfList = nextNumber()

    return async (request: ApiRequest, view: View, negotiated: Chosen) => {
      const variant = isCacheable(request, negotiated) ? variantOf(request, view) : null
      const token = variant === null ? null : changes.token()
      if (token === null) return handler(request, view)

      const key = `${numberOfList} ${numberOf(view)} ${nameOf(negotiated)} ${variant} ${request.url}`
      const cached = pages.get(key)
      if (cached?.token === token) {
        counts.hits++
        return new ListPage({ data: null, status: 200, ...cached }, () => cached.text, cached)
      }

      counts.misses++
      const response = await handler(request, view)
      if (!(response instanceof ApiResponse) || !changes.isCommitted()) return response
      const headers = response.hasHeaders ? response.headers : undefined
      const { data, status } = response
      const rendered = new ListPage({ data, status, headers }, (render) => {
        const text = render()
        if (typeof text === 'string' && text.length <= maxText) {
          const page = { token, text, headers, etag: null }
          pages.set(key, page)
          rendered.cached = page
        }
        return text
      })
      return rendered
    }
  }
}

const isCacheable = ({ url }: ApiRequest, { renderer }: Chosen): boolean =>
  cacheableRenderers.get(renderer) === true && url.length <= maxUrl

/**
 * The variant of the page: everything besides the URL on which it depends. Null if it cannot be
 * cached.
 */
const variantOf = (request: ApiRequest, { pagination, permissions }: ListView): string | null =>
  permissions.some(narrowsItems)
    ? null
    : pagination === null
      ? ''
      : (cacheableStyles.get(pagination)?.(request) ?? null)

const narrowsItems = ({ scope }: ListView['permissions'][number]): boolean =>
  typeof scope === 'function'

const lengthOf = (headers: Headers | undefined): number =>
  headers === undefined ? 0 : [...headers].join('').length

let lastNumber = 0
const nextNumber = () => ++lastNumber

/** Identifies views and renderers in a key: several views may share a handler. */
const numberOf = memoizeByIdentity<object, number>(nextNumber)

const nameOf = ({ renderer, parameters }: Chosen): string =>
  `${numberOf(renderer)}${Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters)}`
