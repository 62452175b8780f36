import { callOf } from './answer.ts'
import { listOf, type PageOptions, pageOf, queryOf } from './list.ts'
import { type RequestOptions, type Sender, send } from './send.ts'
import { filled, type Id, queryText, segment } from './url.ts'

/**
 * The methods of a client at the path of a list, or of one item. `get` and the changes may begin
 * with the key of an item: `get(5)` reads the item 5 of the list. The root also has `request`.
 *
 * @param end what every path ends with: a slash, or nothing.
 */
export function methodsAt(path: string, end: string, sender: Sender): Record<string, unknown> {
  const at = (key: string) => path + key + end
  const read = (query: string, options?: RequestOptions, key = '') =>
    send(sender, 'GET', at(key) + query, options)
  const change =
    (method: string) =>
    (...args: unknown[]) =>
      callOf(async () => {
        const key = keyOf(args)
        const body = method === 'DELETE' ? undefined : args.shift()
        return send(sender, method, at(key), args[0] as RequestOptions, body)
      })
  return {
    list: (query?: object, options?: RequestOptions) =>
      listOf(queryText(query), async (query) => (await read(query, options)).data),
    page: (query?: object, options: PageOptions = {}) =>
      callOf(async () => {
        const { from } = options
        const answer = await read(from ? queryOf(from) : queryText(query), options)
        return { ...answer, data: pageOf(answer.data) }
      }),
    get: (...args: unknown[]) =>
      callOf(async () => {
        const key = keyOf(args)
        const options = args[0] as (RequestOptions & { query?: object }) | undefined
        return read(queryText(options?.query), options, key)
      }),
    create: (body?: unknown, options?: RequestOptions) =>
      callOf(() => send(sender, 'POST', at(''), options, body)),
    replace: change('PUT'),
    update: change('PATCH'),
    delete: change('DELETE'),
    ...(path === '' && { request: freeRequest(sender) }),
  }
}

/** A request with any method to any path of the service: `request('POST', '/notes/:id/pin/')`. */
const freeRequest =
  (sender: Sender) =>
  (
    method: string,
    path: string,
    options: RequestOptions & { params?: Record<string, Id>; query?: object; body?: unknown } = {},
  ) =>
    callOf(async () => {
      if (!path.startsWith('/')) throw new TypeError(`${path} must begin with a slash.`)
      const { params, query, body } = options
      return send(sender, method, filled(path, params) + queryText(query), options, body)
    })

/** Takes the key from the arguments, as a segment. Empty if they begin with a body or options. */
const keyOf = (args: unknown[]): string =>
  args.length === 0 || (typeof args[0] === 'object' && args[0] !== null)
    ? ''
    : `/${segment(args.shift() as Id)}`
