import { callOf, type Success } from './answer.ts'
import type { Client } from './client.ts'
import type { Credentials } from './credentials/credentials.ts'
import { listOf, type PageOptions, pageOf, queryOf } from './list.ts'
import type { RetryOptions } from './retry.ts'
import { type Fetch, type RequestOptions, type Sender, send } from './send.ts'
import { filled, type Id, queryText, segment } from './url.ts'

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
  const limits = retry === false ? { attempts: 0 } : retry
  const sender: Sender = {
    url: new URL(url, (globalThis as { location?: { href: string } }).location?.href),
    credentials,
    headers,
    fetch,
    retry: { attempts: 2, maxWaitSeconds: 30, ...limits },
    idempotent,
  }
  const end = trailingSlash ? '/' : ''

  /** The methods at a path, and the paths below it. */
  const node = (path: string): unknown => {
    const at = (key: string) => path + key + end
    const read = (query: string, options?: RequestOptions) =>
      send(sender, { ...options, method: 'GET', path: path + end + query })
    const change =
      (method: string) =>
      (...args: unknown[]) =>
        call(async () => {
          const id = keyOf(args)
          const body = method === 'DELETE' ? undefined : args.shift()
          const options = args[0] as RequestOptions
          return send(sender, { ...options, method, path: at(id), body })
        })
    const methods: Record<string, unknown> = {
      list: (query?: object, options?: RequestOptions) =>
        listOf(queryText(query), async (query) => (await read(query, options)).data),
      page: (query?: object, options: PageOptions = {}) =>
        call(async () => {
          const { from } = options
          const answer = await read(from ? queryOf(from) : queryText(query), options)
          return { ...answer, data: pageOf(answer.data) }
        }),
      get: (...args: unknown[]) =>
        call(async () => {
          const id = keyOf(args)
          const options = args[0] as RequestOptions & { query?: object }
          const path = at(id) + queryText(options?.query)
          return send(sender, { ...options, method: 'GET', path })
        }),
      create: (body?: unknown, options?: RequestOptions) =>
        call(() => send(sender, { ...options, method: 'POST', path: path + end, body })),
      replace: change('PUT'),
      update: change('PATCH'),
      delete: change('DELETE'),
    }
    return new Proxy((id: Id) => node(`${path}/${segment(id)}`), {
      get(_, name) {
        // An `await` would call `then`.
        if (typeof name === 'symbol' || name === 'then') return undefined
        if (path === '' && name === 'request') return request
        return Object.hasOwn(methods, name)
          ? methods[name]
          : node(`${path}/${encodeURIComponent(name)}`)
      },
    })
  }

  const request = (
    method: string,
    path: string,
    options: RequestOptions & { params?: Record<string, Id>; query?: object; body?: unknown } = {},
  ) =>
    call(async () => {
      if (!path.startsWith('/')) throw new TypeError(`The path ${path} must begin with a slash.`)
      const { params, query, ...rest } = options
      return send(sender, { ...rest, method, path: filled(path, params) + queryText(query) })
    })

  return node('') as Client<Api>
}

/** An error before a request is sent also rejects the promise. */
const call = (answer: () => Promise<Success<unknown>>) => callOf(answer())

/** Takes the key from the arguments, as a segment. Empty if they begin with a body or options. */
const keyOf = (args: unknown[]): string =>
  args.length === 0 || (typeof args[0] === 'object' && args[0] !== null)
    ? ''
    : `/${segment(args.shift() as Id)}`
