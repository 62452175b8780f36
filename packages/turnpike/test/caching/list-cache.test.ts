import { execFileSync } from 'node:child_process'
import { kyselyItems } from '@turnpike/sql'
import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { type TestRequest, testClient } from '@turnpike/testing'
import type Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cacheableLists } from '../../src/caching/cacheable.ts'
import { listCache } from '../../src/caching/list-cache.ts'
import { ListPage } from '../../src/caching/list-page.ts'
import {
  type ApiRequest,
  ApiResponse,
  createApi,
  cursorPagination,
  type Handler,
  type HttpRequest,
  type ItemSet,
  isAuthenticated,
  jsonRenderer,
  type ListViewOptions,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  type RenderContext,
  type Renderer,
  routes,
  type Settings,
  standardPaginator,
  type View,
} from '../../src/index.ts'
import { browsableRenderer } from '../../src/pages/index.ts'
import type { Interceptor } from '../../src/views/steps/interceptor.ts'

interface Note {
  id: number
  title: string
}

/** The text that is sent of a page: the cached one, or that of the renderer. */
function textOf(page: unknown, { render }: Renderer, data?: unknown) {
  const own = () => render(data ?? (page as ApiResponse).data, { parameters: {} } as RenderContext)
  return page instanceof ListPage ? page.textOf(own) : own()
}

describe('the list cache', () => {
  let opened: RecordedSqlite
  let sqlite: Sqlite.Database
  let db: Kysely<{ note: Note }>
  /** The statements that were sent. */
  let sent: string[]

  beforeEach(() => {
    opened = openRecordedSqlite(`create table note (id integer primary key, title text);
      create table other (id integer primary key);
      insert into note values (1, 'c'), (2, 'a'), (3, 'b')`)
    ;({ sqlite, db, sent } = opened)
  })
  afterEach(() => opened.close())

  const notes = () => kyselyItems(db, db.selectFrom('note').selectAll())

  function serve(list: Partial<ListViewOptions<Note>> = {}, settings: Settings = {}) {
    const api = createApi({ PAGE_SIZE: 2, ...settings })
    const view = api.listView({ items: notes(), pagination: pageNumberPagination(), ...list })
    return testClient(routes(api, { '/notes/': view, '/again/': view }))
  }
  type Client = ReturnType<typeof serve>

  /** Asks a cache for texts by their URLs, of data that are made when it has none. */
  function cacheOf(dataOf: () => unknown, maxLength = 1_000_000) {
    const items = notes()
    const view = createApi().listView({ items })
    const handler = async () => new ApiResponse<unknown>(await dataOf())
    cacheableLists.set(handler, items)
    const intercept = listCache(maxLength)(handler) as Interceptor
    const renderer = jsonRenderer()
    return async (url: string) => {
      const page = await intercept({ url } as ApiRequest, view, { renderer, parameters: {} })
      return textOf(page, renderer)
    }
  }

  const read = async (client: Client, path = '/notes/', init?: TestRequest) =>
    (await client.get(path, init)).json()
  const titles = async (client: Client, path?: string) =>
    (await read(client, path)).results.map(({ title }: Note) => title)

  it('a page that one view has cached is not sent by another with the same URL and handler', async () => {
    const items = notes()
    const handler = async () => new ApiResponse<unknown>('an answer')
    cacheableLists.set(handler, items)
    const intercept = listCache(1_000_000)(handler) as Interceptor
    const [view, other] = [1, 2].map((size) => createApi({ PAGE_SIZE: size }).listView({ items }))
    const renderer = jsonRenderer()
    const sentBy = async (of = view, data = '') => {
      const request = { url: '/notes/' } as ApiRequest
      const page = await intercept(request, of as View, { renderer, parameters: {} })
      return textOf(page, renderer, data)
    }

    expect(await sentBy(view, 'of the view')).toBe('"of the view"')
    expect(await sentBy(view, 'never rendered')).toBe('"of the view"')
    expect(await sentBy(other, 'of the other view')).toBe('"of the other view"')
  })

  it('a cached list is read once for each URL', async () => {
    const client = serve()
    const first = await client.get('/notes/')
    const statements = sent.length
    const second = await client.get('/notes/')

    expect(sent).toHaveLength(statements)
    expect([...second.headers]).toEqual([...first.headers])
    const body = await second.text()
    expect(body).toBe(await first.text())
    expect(JSON.parse(body)).toMatchObject({ count: 3, results: [{ title: 'c' }, { title: 'a' }] })
  })

  it('a cached page has the same links in its header, for HEAD, too', async () => {
    const client = serve({ pagination: pageNumberPagination({ linkHeader: true }) })
    const first = await client.get('/notes/')
    const statements = sent.length
    const second = await client.get('/notes/')
    const head = await client.request('HEAD', '/notes/')

    expect(sent).toHaveLength(statements)
    expect(first.headers.get('Link')).toContain('?page=2>; rel="next"')
    expect([...second.headers]).toEqual([...first.headers])
    expect(head.headers.get('Link')).toBe(first.headers.get('Link'))
  })

  it.each([pageNumberPagination, limitOffsetPagination])(
    'a cached page is only for the count that its client preferred (case %#)',
    async (style) => {
      const client = serve({ pagination: style({ countPreferences: ['exact', 'none'] }) })
      const ask = async (count: string) => {
        const response = await client.get('/notes/', { headers: { Prefer: `count=${count}` } })
        return [(await response.json()).count, response.headers.get('Preference-Applied')]
      }
      const askAll = async () => [await ask('none'), await ask('exact'), await ask('other')]
      const first = await askAll()
      expect(first).toEqual([
        [null, 'count=none'],
        [3, 'count=exact'],
        [3, null],
      ])
      const statements = sent.length
      expect(await askAll()).toEqual(first)
      expect(sent).toHaveLength(statements)
    },
  )

  it('a list with answers is cached', async () => {
    const client = serve({ answers: z.object({ title: z.string() }) })
    const first = await read(client)
    const statements = sent.length

    expect(first.results).toEqual([{ title: 'c' }, { title: 'a' }])
    expect(await read(client)).toEqual(first)
    expect(sent).toHaveLength(statements)
  })

  it.each([
    pageNumberPagination(),
    limitOffsetPagination(),
    cursorPagination({ ordering: 'title' }),
  ])(
    'a cached list is read page by page to its end, from the cache the second time (case %#)',
    async (pagination) => {
      const client = serve({ pagination })
      const walk = async () => {
        const met: string[] = []
        for (let path: string | null = '/notes/'; path !== null; ) {
          const page: { next: string | null; results: Note[] } = await read(client, path)
          met.push(...page.results.map(({ title }) => title))
          path = page.next
        }
        return met
      }
      const first = await walk()
      const statements = sent.length
      expect(await walk()).toEqual(first)
      expect(sent.length).toEqual(statements)
      expect(first.toSorted()).toEqual(['a', 'b', 'c'])
    },
  )

  it('sees what this process writes, by Kysely and beside it', async () => {
    const client = serve()
    await read(client)
    await db.updateTable('note').set({ title: 'C' }).where('id', '=', 1).execute()
    expect(await titles(client)).toEqual(['C', 'a'])

    sqlite.exec("update note set title = 'A' where id = 2")
    expect(await titles(client)).toEqual(['C', 'A'])
    sqlite.exec('drop table note; create table note (id integer primary key, title text)')
    expect(await read(client)).toMatchObject({ count: 0, results: [] })
  })

  it('sees what another process writes', async () => {
    const client = serve()
    await read(client)
    const program = `require('better-sqlite3')(process.argv[1]).exec(process.argv[2])`
    const change = "update note set title = 'C' where id = 1"
    execFileSync(process.execPath, ['--eval', program, opened.file, change])

    expect(await titles(client)).toEqual(['C', 'a'])
  })

  it('a cached list is read again in a transaction, whose changes may be rolled back', async () => {
    const client = serve()
    await read(client)
    sqlite.exec("begin; update note set title = 'C' where id = 1")
    expect(await titles(client)).toEqual(['C', 'a'])
    sqlite.exec('rollback')
    expect(await titles(client)).toEqual(['c', 'a'])
  })

  it('a list is cached by page, order, host and format', async () => {
    const client = serve({ orderingFilter: { fields: ['title'] } })
    const asked: [string, TestRequest?][] = [
      ['/notes/'],
      ['/notes/?page=2'],
      ['/notes/?ordering=title'],
      ['/notes/?ordering=-title'],
      ['/again/'],
      ['http://other.example/notes/'],
      ['/notes/', { headers: { Accept: 'application/json; indent=2' } }],
    ]
    const answers = async () =>
      Promise.all(asked.map(async ([path, init]) => (await client.get(path, init)).text()))

    const first = await answers()
    expect(new Set(first).size).toBe(asked.length)
    expect(await answers()).toEqual(first)
    expect(first[5]).toContain('http://other.example/notes/?page=2')
  })

  it('a cached list belongs to one view and its settings', async () => {
    const clients = [
      serve(),
      serve({}, { PAGE_SIZE: 1 }),
      serve({}, { BASE_URL: 'https://api.example.com' }),
      serve({ items: kyselyItems(db, db.selectFrom('note').selectAll().where('id', '>', 1)) }),
    ]
    const answers = () =>
      Promise.all(clients.map(async (client) => JSON.stringify(await read(client))))

    const first = await answers()
    expect(new Set(first).size).toBe(clients.length)
    expect(await answers()).toEqual(first)
  })

  it('a cached list belongs to its items, when a handler of the application chooses among lists', async () => {
    const api = createApi()
    const some = db.selectFrom('note').selectAll().where('id', '=', 1)
    const lists = [api.listView({ items: notes() }), api.listView({ items: kyselyItems(db, some) })]
    const get: Handler = (request, ...rest) => {
      const chosen = lists[request.headers.has('X-Staff') ? 0 : 1]?.handlers.get('GET')
      return (chosen as Handler)(request, ...rest)
    }
    const client = testClient(routes(api, { '/notes/': api.view({ get }) }))

    expect(await read(client, '/notes/', { headers: { 'X-Staff': 'yes' } })).toHaveLength(3)
    expect(await read(client)).toHaveLength(1)
  })

  it('a cached list belongs to its view, when a handler of the application chooses among views', async () => {
    const api = createApi()
    const items = notes()
    const viewOf = (pageSize: number) =>
      api.listView({ items, pagination: pageNumberPagination({ pageSize }) })
    const views = { short: viewOf(1), long: viewOf(3) }
    const get: Handler = (request) => {
      const view = request.headers.has('X-Short') ? views.short : views.long
      return (view.handlers.get('GET') as Handler)(request, view)
    }
    const client = testClient(routes(api, { '/notes/': api.view({ get }) }))

    for (const _time of ['first', 'second']) {
      const short = await read(client, '/notes/', { headers: { 'X-Short': 'yes' } })
      expect(short.results).toHaveLength(1)
      expect((await read(client)).results).toHaveLength(3)
    }
  })

  it('a handler that wraps the handler of a cached list gets its data', async () => {
    const api = createApi({ PAGE_SIZE: 2 })
    const list = api.listView({ items: notes(), pagination: pageNumberPagination() })
    const get: Handler = async (...args) => {
      const answer = list.handlers.get('GET') as Handler
      const { data } = (await answer(...args)) as ApiResponse<{ count: number }>
      return new ApiResponse({ total: data.count })
    }
    const wrapped = api.view({ get, pagination: list.pagination })
    const client = testClient(routes(api, { '/notes/': list, '/total/': wrapped }))

    for (const path of ['/notes/', '/total/', '/notes/', '/total/']) {
      expect(await read(client, path)).toMatchObject(
        path === '/total/' ? { total: 3 } : { count: 3 },
      )
    }
  })

  it('a cached list is not shown without permission', async () => {
    const known = {
      authenticate: ({ headers }: HttpRequest) =>
        headers.has('X-User') ? { user: { isAuthenticated: true }, auth: null } : null,
    }
    const client = serve({ authentication: [known], permissions: [isAuthenticated] })
    const init = { headers: { 'X-User': 'ann' } }

    const first = await client.get('/notes/', init)
    expect((await client.get('/notes/')).status).toBe(403)
    const second = await client.get('/notes/', init)
    expect(first.status).toBe(200)
    expect(second.status).toBe(200)
    expect(second.headers.get('Cache-Control')).toBe('private')
  })

  it('a cached list answers HEAD with its length', async () => {
    const client = serve()
    const { length } = await (await client.get('/notes/')).text()
    const head = await client.request('HEAD', '/notes/')
    expect(head.headers.get('Content-Length')).toBe(`${length}`)
    expect(await head.text()).toBe('')
  })

  it('a cached list has a page for browsers, too', async () => {
    const client = serve({ renderers: [jsonRenderer(), browsableRenderer()] })
    await read(client)
    for (const time of ['first', 'second']) {
      const page = await client.get('/notes/', { headers: { Accept: 'text/html' } })
      expect(page.headers.get('Content-Type'), time).toBe('text/html; charset=utf-8')
      expect(await page.text()).toContain('?page=2')
    }
  })

  describe('lists that are not cached', () => {
    let times = 0
    const next = () => ++times
    const expectTwo = async (client: Client) => {
      const [first, second] = [await read(client), await read(client)]
      expect(second).not.toEqual(first)
    }

    it('a list is not cached with answers that call a function of the application', () =>
      expectTwo(serve({ answers: z.object({ id: z.int().transform(next) }) })))

    it('a list is not cached with items that the application serializes', () =>
      expectTwo(serve({ serialize: ({ id }) => ({ id, time: next() }) })))

    it('a list is not cached with items that depend on the request', async () => {
      const items = ({ headers }: ApiRequest) =>
        kyselyItems(
          db,
          db
            .selectFrom('note')
            .selectAll()
            .where('title', '=', `${headers.get('X-T')}`),
        )
      const client = serve({ items })
      const ask = async (title: string) =>
        (await read(client, '/notes/', { headers: { 'X-T': title } })).results.length
      expect(await ask('a')).toBe(1)
      expect(await ask('none')).toBe(0)
      expect(await ask('a')).toBe(1)
    })

    it('a list is not cached with items that have methods of the application', () => {
      const { slice, ...rest } = notes()
      const items: ItemSet<Note> = {
        ...rest,
        slice: async (...window) =>
          (await slice(...window)).map((note) => ({ ...note, title: `${next()}` })),
      }
      return expectTwo(serve({ items }))
    })

    it('a list is not cached with a query that depends on more than its tables', () => {
      const changing = db.selectFrom('note').select(['id', sql<string>`random()`.as('title')])
      return expectTwo(serve({ items: kyselyItems(db, changing) }))
    })

    it('a list is not cached with a query value that can be changed in place', async () => {
      sqlite.exec('update note set title = cast(title as blob)')
      const wanted = Buffer.from('a')
      const query = db
        .selectFrom('note')
        .select('id')
        .where('title', '=', wanted as never)
      const client = serve({ items: kyselyItems(db, query) as never })
      const first = await read(client)
      wanted.write('b')
      expect(first.results).toEqual([{ id: 2 }])
      expect((await read(client)).results).toEqual([{ id: 3 }])
    })

    it('a list is read again when `like` begins to distinguish case', async () => {
      const client = serve({
        items: kyselyItems(db, db.selectFrom('note').selectAll().where('title', 'like', 'A')),
      })
      const counts: number[] = []
      for (const isStrict of [0, 1, 0]) {
        sqlite.pragma(`case_sensitive_like = ${isStrict}`)
        counts.push((await read(client)).count)
      }
      expect(counts).toEqual([1, 0, 1])
    })

    it('a list is not cached with a custom style around a built-in one', () => {
      const style = pageNumberPagination()
      const pagination: Pagination = {
        ...style,
        async paginate(...list) {
          const page = await style.paginate(...list)
          return page && { ...page, respond: () => new ApiResponse({ time: next() }) }
        },
      }
      return expectTwo(serve({ pagination }))
    })

    it.each([pageNumberPagination, limitOffsetPagination])(
      'a list is not cached with an estimate, whose statistics may change (case %#)',
      async (style) => {
        const client = serve({ pagination: style({ count: 'estimated' }) })
        sqlite.exec('create index by_title on note (title); analyze; delete from note where id = 3')
        sqlite.exec("insert into note values (4, 'd'), (5, 'e')")
        await read(client)
        sqlite.exec('analyze')
        expect(await read(client)).toMatchObject({ count: 4, count_is: 'estimated' })
      },
    )

    it('a list is not cached with a paginator of the application', () => {
      const paginator: ReturnType<typeof standardPaginator> = (...list) => {
        next()
        return standardPaginator({ orphans: times % 2 })(...list)
      }
      return expectTwo(serve({ pagination: pageNumberPagination({ paginator }) }))
    })

    it('a list is not cached with a renderer of the application around that of JSON', () => {
      const renderer = { ...jsonRenderer(), render: () => `${next()}` }
      return expectTwo(serve({ renderers: [renderer] }))
    })
  })

  it('a list is not cached when a rollback follows that began while it was read', async () => {
    const items = notes()
    let meanwhile: string | null =
      'begin; drop table note; create table note (id integer primary key, title text)'
    const answer = cacheOf(async () => {
      if (meanwhile !== null) sqlite.exec(meanwhile)
      meanwhile = null
      return (await items.slice(0, 10)).map(({ title }) => title)
    })

    // After it was rolled back, the schema has the version that it had.
    await answer('/')
    sqlite.exec('rollback')

    expect(await answer('/')).toBe('["c","a","b"]')
  })

  it('the list cache has a size limit', async () => {
    const long = 'x'.repeat(500_000)
    sqlite.exec(`delete from note; insert into note values (1, '${long}')`)
    const client = serve()
    const paths = Array.from({ length: 40 }, (_, index) => `/notes/?number=${index}`)
    for (const path of paths) await read(client, path)
    const statementsFor = async (path: string) => {
      const before = sent.length
      expect(await titles(client, path)).toEqual([long])
      return sent.length - before
    }

    expect(await statementsFor('/notes/?number=39')).toBe(0)
    expect(await statementsFor('/notes/?number=0')).toBeGreaterThan(0)
    expect(await statementsFor('/notes/?number=39')).toBe(0)

    sqlite.exec(`update note set title = title || title || title`)
    await read(client)
    expect((await titles(client))[0]).toHaveLength(1_500_000)
    const before = sent.length
    await read(client)
    expect(sent.length).toBeGreaterThan(before)
  })

  it('keeps no more of short texts under many URLs', async () => {
    let times = 0
    const answer = cacheOf(() => [++times], 100_000)
    const count = 400
    for (let number = 0; number < count; number++) await answer(`/?number=${number}`)

    await answer(`/?number=${count - 1}`)
    expect(times).toBe(count)
    await answer('/?number=0')
    expect(times).toBe(count + 1)
  })
})
