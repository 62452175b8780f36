import type { Client } from './client.ts'
import type { Credentials } from './credentials/credentials.ts'
import { methodsAt } from './methods.ts'
import type { RetryOptions } from './retry.ts'
import type { Fetch, Sender } from './send.ts'
import { type Id, segment } from './url.ts'

/** Where a client sends its requests, and how. */
export interface ClientOptions {
  /** The address of the service, with the path at which it is mounted. In pages also relative. */
  url: string | URL
  /** The credentials of all requests. Default none. */
  credentials?: Credentials | null
  /** Header fields of every request, such as `Accept-Language`. Default none. */
  headers?: HeadersInit
  /** When a request is sent again. False: never. */
  retry?: RetryOptions | false
  /**
   * Whether every POST and PATCH gets an `Idempotency-Key`, so that it may be sent again when no
   * answer comes. For services with `IDEMPOTENT_REQUESTS`: others would carry it out twice. Default
   * false.
   */
  idempotent?: boolean
  /** Whether paths end with a slash. Default true. */
  trailingSlash?: boolean
  /** Sends the requests. Default that of the runtime. */
  fetch?: Fetch
}

/**
 * A client of a service, with the types of its views:
 *
 * ```ts
 * import type { app } from '#server'
 *
 * const client = createClient<typeof app>({ url: 'https://api.example.com' })
 * for await (const note of client.notes.list({ owner: 2 })) console.log(note.title)
 * ```
 *
 * @typeParam Api what `routes()` returns, a function that returns it, `defineService()`, or
 *   `FromOpenApi<paths>`.
 */
export function createClient<Api>({
  url,
  credentials = null,
  headers = {},
  retry = {},
  idempotent = false,
  trailingSlash = true,
  fetch = (request, init) => globalThis.fetch(request, init),
}: ClientOptions): Client<Api> {
  const sender: Sender = {
    url: new URL(url, (globalThis as { location?: { href: string } }).location?.href),
    credentials,
    headers,
    fetch,
    retry: { attempts: retry === false ? 0 : 2, maxWaitSeconds: 30, ...retry },
    idempotent,
  }
  const end = trailingSlash ? '/' : ''

  /** The methods at a path, and the paths below it. */
  const node = (path: string): unknown => {
    const methods = methodsAt(path, end, sender)
    return new Proxy((id: Id) => node(`${path}/${segment(id)}`), {
      get(_, name) {
        // An `await` would call `then`.
        if (typeof name === 'symbol' || name === 'then') return undefined
        return Object.hasOwn(methods, name)
          ? methods[name]
          : node(`${path}/${encodeURIComponent(name)}`)
      },
    })
  }

  return node('') as Client<Api>
}
