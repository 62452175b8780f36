import {
  type ApiRequest,
  ApiResponse,
  anonRateThrottle,
  arrayItems,
  cursorPagination,
  limitOffsetPagination,
  listResponse,
  obtainToken,
  type Parser,
  pageNumberPagination,
  type Renderer,
  type Settings,
  type View,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { clientOf, idsOf, keyOfAnn, nobody, numbered, openAccounts, whoAmI } from './client.ts'

// Spec, "Endpoints".

const credentials = { username: 'ann', password: 'wonderland' }

/** A client of a service that mounts the token-issuing endpoint here. */
const issuing = (settings: Settings = {}, path = '/api-token-auth/') => {
  const accounts = openAccounts()
  return { ...clientOf(settings, () => ({ [path]: obtainToken(accounts) })), accounts }
}

describe('Token issuing endpoint', () => {
  it('Available only when the deployer mounts it.', async () => {
    const { post } = clientOf({}, () => ({ '/': whoAmI }))
    for (const path of ['/api-token-auth/', '/token/', '/auth/token/']) {
      expect((await post(path, { json: credentials })).status).toBe(404)
    }
    expect((await issuing().post('/api-token-auth/', { json: credentials })).status).toBe(200)
  })

  it('The path is chosen by the deployer: `{base_url}/<token_path>/`.', async () => {
    const { post } = issuing({}, '/doors/front/key/')

    expect((await post('/doors/front/key/', { json: credentials })).status).toBe(200)
    expect((await post('/api-token-auth/', { json: credentials })).status).toBe(404)
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('| Method | POST | %s', async (method) => {
    const response = await issuing().request(method, '/api-token-auth/')

    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS')
  })

  it('| Request body | JSON or form data with fields `username` (string) and `password` (string). |', async () => {
    const { post } = issuing()
    const multipart = new FormData()
    for (const [name, value] of Object.entries(credentials)) multipart.set(name, value)

    expect((await post('/api-token-auth/', { json: credentials })).status).toBe(200)
    expect((await post('/api-token-auth/', { form: credentials })).status).toBe(200)
    expect((await post('/api-token-auth/', { body: multipart })).status).toBe(200)

    const wrong = await post('/api-token-auth/', { json: { username: ['ann'] } })
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toEqual({
      username: ['Not a valid string.'],
      password: ['This field is required.'],
    })
  })

  it('| Success response | JSON object with field `token` (string: the token key). |', async () => {
    const { post, accounts } = issuing()
    const response = await post('/api-token-auth/', { json: credentials })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ token: await keyOfAnn(accounts) })
  })

  it('| Format | Always JSON for request and response, regardless of the configured renderers and parsers. |', async () => {
    const yes: Renderer = {
      mediaType: 'text/plain',
      format: 'txt',
      charset: 'utf-8',
      render: () => 'yes',
    }
    const anything: Parser = { mediaType: 'text/plain', parse: () => credentials }
    const { post, accounts } = issuing({
      DEFAULT_RENDERER_CLASSES: [yes],
      DEFAULT_PARSER_CLASSES: [anything],
    })

    const json = await post('/api-token-auth/', { json: credentials })
    expect(json.status).toBe(200)
    expect(json.headers.get('Content-Type')).toBe('application/json')
    expect(await json.json()).toEqual({ token: await keyOfAnn(accounts) })

    const headers = { 'Content-Type': 'text/plain' }
    expect((await post('/api-token-auth/', { body: 'ann', headers })).status).toBe(415)
    const wanted = { json: credentials, headers: { Accept: 'text/plain' } }
    const refused = await post('/api-token-auth/', wanted)
    expect(refused.status).toBe(406)
    expect(refused.headers.get('Content-Type')).toBe('application/json')
  })

  describe('| Permissions and throttling | None by default. Throttling can be added by extending the endpoint. |', () => {
    it('None by default.', async () => {
      const { post } = issuing({
        DEFAULT_PERMISSION_CLASSES: [nobody],
        DEFAULT_THROTTLE_CLASSES: [anonRateThrottle({ rate: '0/day' })],
      })
      expect((await post('/api-token-auth/', { json: credentials })).status).toBe(200)
    })

    it('Throttling can be added', async () => {
      const throttles = [anonRateThrottle({ rate: '1/day' })]
      const { post } = clientOf({}, () => ({ '/': obtainToken({ ...openAccounts(), throttles }) }))

      expect((await post('/', { json: credentials })).status).toBe(200)
      expect((await post('/', { json: credentials })).status).toBe(429)
    })
  })

  it('| Extension | A customised endpoint may return further fields, for example `user_id` and `email`, next to `token`. |', async () => {
    const accounts = openAccounts()
    const { post } = clientOf({}, () => ({
      '/': obtainToken({
        ...accounts,
        extraFields: ({ user }) => ({ user_id: user.pk, email: user.email }),
      }),
    }))

    expect(await (await post('/', { json: credentials })).json()).toEqual({
      token: await keyOfAnn(accounts),
      user_id: 1,
      email: 'ann@example.com',
    })
  })

  it('gives a key that no cache may keep, and that the token scheme takes', async () => {
    const { post, accounts } = issuing()
    const response = await post('/api-token-auth/', { json: credentials })

    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const { token: key } = await response.json()
    expect((await accounts.tokens.find(key))?.user.username).toBe('ann')
  })
})

describe('List endpoints', () => {
  const views = (pagination: NonNullable<Settings['DEFAULT_PAGINATION_CLASS']>) =>
    clientOf({ PAGE_SIZE: 2, DEFAULT_PAGINATION_CLASS: pagination }, (api) => ({
      '/items/': api.listView({ items: arrayItems(numbered(5)) }),
    }))

  it('Any list endpoint that uses pagination accepts the query parameters of the configured style and returns the paginated body.', async () => {
    const byPage = views(pageNumberPagination())
    const byWindow = views(limitOffsetPagination())
    const byCursor = views(cursorPagination({ ordering: 'id' }))

    for (const path of ['/items/', '/items/?page=1']) {
      expect(Object.keys(await (await byPage.get(path)).json())).toEqual([
        'count',
        'next',
        'previous',
        'results',
      ])
    }
    expect(idsOf(await (await byPage.get('/items/?page=2&limit=1&offset=3')).json())).toEqual([
      3, 4,
    ])
    const window = await (await byWindow.get('/items/?page=2&limit=1&offset=3')).json()
    expect(Object.keys(window)).toEqual(['count', 'next', 'previous', 'results'])
    expect(idsOf(window)).toEqual([4])
    const start = await (await byCursor.get('/items/?page=2&limit=1&offset=3')).json()
    expect(Object.keys(start)).toEqual(['next', 'previous', 'results'])
    expect(idsOf(start)).toEqual([1, 2])
  })

  it('| Page number | GET `{base_url}/<list_path>/?page=<page_number>` | `page` (integer, or the string `last` for the final page) |', async () => {
    const { get } = views(pageNumberPagination())
    expect(idsOf(await (await get('/items/?page=2')).json())).toEqual([3, 4])
    expect(idsOf(await (await get('/items/?page=last')).json())).toEqual([5])
    expect((await get('/items/?page=final')).status).toBe(404)
  })

  it('| Limit/offset | GET `{base_url}/<list_path>/?limit=<n>&offset=<n>` | `limit` (integer), `offset` (integer) |', async () => {
    const { get } = views(limitOffsetPagination())
    expect(idsOf(await (await get('/items/?limit=3&offset=1')).json())).toEqual([2, 3, 4])
    expect(idsOf(await (await get('/items/?limit=1')).json())).toEqual([1])
    expect(idsOf(await (await get('/items/?offset=3')).json())).toEqual([4, 5])
  })

  it('| Cursor | GET `{base_url}/<list_path>/?cursor=<opaque_cursor>` | `cursor` (opaque string taken from a previous response link) |', async () => {
    const { get } = views(cursorPagination({ ordering: 'id' }))
    const { next } = await (await get('/items/')).json()
    const cursor = new URL(next).searchParams.get('cursor') ?? ''

    const second = await (await get(`/items/?cursor=${cursor}`)).json()

    expect(idsOf(second)).toEqual([3, 4])
    expect(idsOf(await (await get(second.previous)).json())).toEqual([1, 2])
    // Opaque: it shows neither a position nor a number of items in plain text or base64.
    expect(cursor).not.toMatch(/^\d+$/)
    expect((await get('/items/?cursor=2')).status).toBe(404)
  })

  describe('Pagination applies automatically only to generic list views. Other views must apply it explicitly.', () => {
    const items = arrayItems(numbered(5))
    const { get } = clientOf(
      { PAGE_SIZE: 2, DEFAULT_PAGINATION_CLASS: pageNumberPagination() },
      (api) => ({
        '/generic/': api.listView({ items }),
        '/plain/': { get: async () => new ApiResponse(await items.slice(0, null)) },
        '/explicit/': {
          get: (request: ApiRequest, view: View) => listResponse(items, request, view),
        },
      }),
    )

    it('a generic list view', async () => {
      expect(await (await get('/generic/')).json()).toMatchObject({ count: 5, results: [{}, {}] })
    })

    it('another view', async () => {
      expect(await (await get('/plain/?page=2')).json()).toEqual(numbered(5))
    })

    it('another view that applies it', async () => {
      expect(await (await get('/explicit/?page=2')).json()).toEqual({
        count: 5,
        next: 'http://testserver/explicit/?page=3',
        previous: 'http://testserver/explicit/',
        results: [{ id: 3 }, { id: 4 }],
      })
    })
  })

  it('It can be disabled by setting the pagination class to none.', async () => {
    const { get } = clientOf(
      { PAGE_SIZE: 2, DEFAULT_PAGINATION_CLASS: pageNumberPagination() },
      (api) => ({
        '/all/': api.listView({ items: arrayItems(numbered(5)), pagination: null }),
        '/paged/': api.listView({ items: arrayItems(numbered(5)) }),
      }),
    )

    expect(await (await get('/all/?page=2')).json()).toEqual(numbered(5))
    expect((await (await get('/paged/')).json()).results).toHaveLength(2)
  })
})
