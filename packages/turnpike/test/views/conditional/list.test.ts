import { kyselyItems } from '@turnpike/sql'
import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ApiRequest,
  ApiResponse,
  arrayItems,
  createApi,
  type ItemSet,
  type ListViewOptions,
  type Pagination,
  pageNumberPagination,
  type RoutesOptions,
  routes,
  type Settings,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { jsonRenderer } from '../../../src/rendering/index.ts'

interface Note {
  id: number
  title: string
}

const create = `create table note (id integer primary key, title text);
  create table other (id integer primary key);
  insert into note values (1, 'c'), (2, 'a'), (3, 'b')`

let opened: RecordedSqlite
beforeEach(() => {
  opened = openRecordedSqlite(create)
})
afterEach(() => opened.close())

const notes = ({ db }: Pick<RecordedSqlite, 'db'> = opened): ItemSet<Note> =>
  kyselyItems(
    db as Kysely<{ note: Note }>,
    (db as Kysely<{ note: Note }>).selectFrom('note').selectAll(),
  )

function serve(
  list: Partial<ListViewOptions<Note>> = {},
  settings: Settings = {},
  options: RoutesOptions = {},
) {
  const api = createApi({ PAGE_SIZE: 2, CONDITIONAL_REQUESTS: true, ...settings })
  const view = api.listView({
    items: notes(),
    pagination: pageNumberPagination(),
    ...list,
  } as ListViewOptions<Note>)
  return testClient(routes(api, { '/notes/': view }, options))
}

const etagOf = async (client: TestClient, path = '/notes/') =>
  (await client.get(path)).headers.get('ETag') ?? 'none'

const again = (client: TestClient, tag: string, path = '/notes/') =>
  client.get(path, { headers: { 'If-None-Match': tag } })

describe('a conditional list', () => {
  it('a conditional list answers 304 without reading a row while nothing has changed', async () => {
    const client = serve()
    const tag = await etagOf(client)
    opened.sent.length = 0

    const response = await again(client, tag)

    expect(response.status).toBe(304)
    expect(response.headers.get('ETag')).toBe(tag)
    expect(response.headers.get('Content-Type')).toBeNull()
    expect(response.headers.get('Vary')).toBe((await client.get('/notes/')).headers.get('Vary'))
    expect(opened.sent.filter((text) => /\bnote\b/.test(text))).toEqual([])
  })

  it('a conditional list answers with another tag after a change', async () => {
    const client = serve()
    const tag = await etagOf(client)
    opened.sqlite.exec(`update note set title = 'd' where id = 1`)

    const response = await again(client, tag)
    expect(response.status).toBe(200)
    expect(response.headers.get('ETag')).not.toBe(tag)
  })

  it('a conditional list answers 304 after a change of something else', async () => {
    const client = serve()
    const tag = await etagOf(client)
    opened.sqlite.exec('insert into other values (1)')

    expect((await again(client, tag)).status).toBe(304)
  })

  it('a conditional list answers 304 after a restart, in another process, and after a backup was restored', async () => {
    const tag = await etagOf(serve())
    const other = openRecordedSqlite(create)
    expect((await again(serve({ items: notes(other) }), tag)).status).toBe(304)
    await other.close()
  })

  it('a conditional list has another tag in another database with the same counters', async () => {
    const tag = await etagOf(serve())
    const other = openRecordedSqlite(create.replace("'c'", "'x'"))
    expect((await again(serve({ items: notes(other) }), tag)).status).toBe(200)
    await other.close()
  })

  it('a conditional list has a tag for each page, order and form', async () => {
    const client = serve({ orderingFilter: { fields: ['title'] } } as object)
    const paths = ['/notes/', '/notes/?page=2', '/notes/?ordering=title', '/notes/?ordering=-title']
    const tags = await Promise.all(paths.map((path) => etagOf(client, path)))
    const indented = await client.get('/notes/', {
      headers: { Accept: 'application/json; indent=2' },
    })

    expect(new Set([...tags, indented.headers.get('ETag')]).size).toBe(5)
  })

  it('a conditional list has the same tag from the cache as from the rows', async () => {
    const tags = [
      await etagOf(serve({}, { LIST_CACHE_MAX_LENGTH: 0 })),
      ...(await (async () => {
        const client = serve()
        return [await etagOf(client), await etagOf(client), await etagOf(client)]
      })()),
    ]
    expect(new Set(tags).size).toBe(1)
  })

  it('a conditional list over items without a change token answers 304 by what would be sent', async () => {
    const array = [{ id: 1, title: 'one' }]
    const client = serve({ items: arrayItems(array) })
    const tag = await etagOf(client)

    expect((await again(client, tag)).status).toBe(304)
    array.push({ id: 2, title: 'two' })
    expect((await again(client, tag)).status).toBe(200)
  })

  it('a conditional list that depends on the user never answers 304 to the tag of another user, unless they get the same', async () => {
    const client = serve({
      authentication: [
        {
          authenticate: (request: ApiRequest) => ({
            user: Number(request.headers.get('X-User')),
            auth: null,
          }),
        },
      ],
      items: ({ user }: ApiRequest) =>
        kyselyItems(
          opened.db,
          opened.db
            .selectFrom('note')
            .selectAll()
            .where('id', '<', user as number),
        ),
    } as object)
    const as = (user: string, tag = '"none"') =>
      client.get('/notes/', { headers: { 'X-User': user, 'If-None-Match': tag } })
    const first = await as('2')
    const tag = first.headers.get('ETag') ?? ''

    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    expect((await as('2', tag)).status).toBe(304)
    expect((await as('3', tag)).status).toBe(200)
    expect((await as('1', tag)).status).toBe(200)
  })

  it('a conditional list whose links are in a header field has another tag when they change', async () => {
    let last = 1
    const linked: Pagination = {
      async paginate(items) {
        return {
          items: await items.slice(0, 2),
          next: null,
          previous: null,
          respond: (results) =>
            new ApiResponse(results, 200, { Link: `<?page=${last}>; rel="last"` }),
        }
      },
    }
    const client = serve({ pagination: linked })
    const tag = await etagOf(client)
    expect((await again(client, tag)).status).toBe(304)
    last = 2
    expect((await again(client, tag)).status).toBe(200)
  })

  it('a conditional list has no tag as a page for people', async () => {
    const client = serve({ renderers: [jsonRenderer(), browsableRenderer()] })
    const page = await client.get('/notes/', { headers: { Accept: 'text/html' } })

    expect(page.status).toBe(200)
    expect(page.headers.get('ETag')).toBeNull()
  })

  it('a conditional list answers HEAD with 304 and an invalid page with 404', async () => {
    const client = serve()
    const headers = { 'If-None-Match': await etagOf(client) }

    expect((await client.request('HEAD', '/notes/', { headers })).status).toBe(304)
    const missing = await client.get('/notes/?page=9', { headers: { 'If-None-Match': '*' } })
    expect(missing.status).toBe(404)
  })

  it('a conditional list evaluates If-Match on GET, and ignores it on POST', async () => {
    const client = serve()
    const headers = { 'If-Match': '"no"' }

    const whole = await client.get('/notes/')
    for (const path of ['/notes/', '/notes/?page=2']) {
      const failed = await client.get(path, { headers })
      expect(failed.status).toBe(412)
      expect(await failed.json()).toEqual({
        detail: 'This has changed since it was read. Read it again.',
      })
    }
    // The cache has not taken the error for a page.
    expect(await (await client.get('/notes/')).json()).toEqual(await whole.json())
    expect((await client.get('/notes/?page=2')).status).toBe(200)
    expect(await (await client.get('/notes/?page=2')).json()).toMatchObject({ count: 3 })
    expect((await client.post('/notes/', { headers, json: {} })).status).toBe(405)
  })

  it('a conditional list whose rows were changed in an open transaction has the tag of what it sends', async () => {
    const client = serve()
    const tag = await etagOf(client)
    await opened.db.transaction().execute(async (transaction) => {
      await sql`update note set title = 'z'`.execute(transaction)
    })
    expect((await again(client, tag)).status).toBe(200)
  })

  it('a conditional list keeps its own tag under the middleware of Hono, also when it is compressed', async () => {
    const plain = serve({}, {}, { middleware: [etag()] })
    const tag = await etagOf(plain)
    expect(tag).toBe(await etagOf(serve()))
    expect((await again(plain, tag)).status).toBe(304)

    const compressed = serve({}, {}, { middleware: [compress({ threshold: 1 })] })
    const gzip = await compressed.get('/notes/', { headers: { 'Accept-Encoding': 'gzip' } })
    // Short answers lack a length here, so the middleware compresses them.
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip')
    expect(gzip.headers.get('ETag')).toBe(`W/${tag}`)
    expect((await again(compressed, `W/${tag}`)).status).toBe(304)
  })
})

describe('a conditional view of its own', () => {
  const view = (get: () => ApiResponse | Response, conditional = true) =>
    testClient(
      routes(createApi(), { '/': { authentication: [], permissions: [], conditional, get } }),
    )

  it('a conditional view of its own has the tag of its body', async () => {
    const client = view(() => new ApiResponse({ a: 1 }))
    const tag = await etagOf(client, '/')

    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect((await again(client, tag, '/')).status).toBe(304)
  })

  it('a conditional view of its own may have a tag and a policy of caches of its own, which decide', async () => {
    const client = view(
      () =>
        new ApiResponse({ a: Math.random() }, 200, { ETag: 'W/"7"', 'Cache-Control': 'max-age=5' }),
    )
    const first = await client.get('/')
    expect(first.headers.get('ETag')).toBe('W/"7"')
    expect(first.headers.get('Cache-Control')).toBe('max-age=5')
    expect((await again(client, '"7"', '/')).status).toBe(304)
    expect((await client.get('/', { headers: { 'If-Match': '"7"' } })).status).toBe(412)
    expect((await client.get('/', { headers: { 'If-Match': '*' } })).status).toBe(200)
  })

  it('a conditional view of its own has no tag for a web response, an empty body and any other status', async () => {
    const answers = [
      () => new Response('a'),
      () => new ApiResponse(undefined),
      () => new ApiResponse({ a: 1 }, 201),
      () => new ApiResponse({ a: 1 }, 404),
    ]
    for (const get of answers) {
      const response = await view(get).get('/', { headers: { 'If-None-Match': '*' } })
      expect(response.status).toBe(get().status)
      expect(response.headers.get('ETag')).toBeNull()
    }
  })
})
