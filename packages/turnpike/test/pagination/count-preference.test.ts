import { type AnyDatabase, kyselyItems } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ApiResponse,
  arrayItems,
  createApi,
  type ItemSet,
  limitOffsetPagination,
  listResponse,
  type Pagination,
  pageNumberPagination,
  routes,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/index.ts'
import { expectValid } from '../openapi/valid.ts'

type CountPreference = 'exact' | 'estimated' | 'none'
const every: readonly CountPreference[] = ['exact', 'estimated', 'none']
const rows = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }))
const api = createApi({ PAGE_SIZE: 3, LOGGER: silentLogger })

/** Asks for a list with these values of `Prefer`. */
const lists = (pagination: Pagination, items: ItemSet<unknown> = arrayItems(rows)) => {
  const { fetch } = routes(api, { '/items/': api.listView({ items, pagination }) })
  return async (prefer: string | readonly string[], query = '') => {
    const request = new Request(`http://testserver/items/${query}`)
    for (const value of [prefer].flat()) request.headers.append('Prefer', value)
    const response = await fetch(request)
    const { count, count_is, results } = await response.json()
    const applied = response.headers.get('Preference-Applied')
    return { status: response.status, count, count_is, applied, results, headers: response.headers }
  }
}

const styles = [pageNumberPagination, limitOffsetPagination]

describe('the count that a client prefers', () => {
  it.each(styles)(
    'the client chooses among the counts that are offered (case %#)',
    async (style) => {
      const get = lists(style({ countPreferences: every }))
      expect(await get('count=none')).toMatchObject({
        count: null,
        count_is: undefined,
        applied: 'count=none',
      })
      expect(await get('count=exact')).toMatchObject({ count: 7, applied: 'count=exact' })
      expect(await get('count=estimated')).toMatchObject({
        count: 7,
        count_is: 'exact',
        applied: 'count=estimated',
      })
      expect(await get([])).toMatchObject({ count: 7, count_is: undefined, applied: null })
    },
  )

  it.each(styles)('a preference that is not offered is ignored (case %#)', async (style) => {
    const get = lists(style({ count: 'none', countPreferences: ['exact'] }))
    for (const prefer of ['count=none', 'count=estimated', 'count=all', 'count', 'count=EXACT']) {
      expect(await get(prefer)).toMatchObject({ status: 200, count: null, applied: null })
    }
    expect(await get('count=exact')).toMatchObject({ count: 7, applied: 'count=exact' })
  })

  it.each(styles)('no preference is read unless the style offers some (case %#)', async (style) => {
    const answer = await lists(style())('count=none')
    expect(answer).toMatchObject({ count: 7, applied: null })
    expect(answer.headers.get('Vary') ?? '').not.toContain('Prefer')
  })

  it.each([
    'respond-async, wait=5, count=none',
    ['respond-async', 'handling=lenient; x=1', 'count=none'],
    'count="none"',
    'count = none ; why="a, count=exact"',
    'note="count=exact, \\", count=exact", COUNT=none',
    'count=none, count=exact',
    ', ,;,=,count=none',
  ])('the preference is read as RFC 7240 says (case %#)', async (prefer) => {
    const get = lists(pageNumberPagination({ countPreferences: every }))
    expect(await get(prefer)).toMatchObject({ count: null, applied: 'count=none' })
  })

  it.each(['count=', 'count=""', 'count="none', 'count=none none', 'x-count=none', '"', 'count=é'])(
    'a malformed preference is ignored (case %#)',
    async (prefer) => {
      const get = lists(pageNumberPagination({ countPreferences: every }))
      expect(await get(prefer)).toMatchObject({ status: 200, count: 7, applied: null })
    },
  )

  it('answers vary by the preference, errors too', async () => {
    const get = lists(pageNumberPagination({ countPreferences: every }))
    const answers = [await get('count=none'), await get([]), await get('count=none', '?page=last')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    for (const { headers } of answers) expect(headers.get('Vary')).toContain('Prefer')
  })

  it('only views with lists vary by the preference of the style in the settings', async () => {
    const style = pageNumberPagination({ countPreferences: every })
    const preferring = createApi({ PAGE_SIZE: 3, DEFAULT_PAGINATION_CLASS: style })
    const items = arrayItems(rows)
    const { get } = testClient(
      routes(preferring, {
        '/list/': preferring.listView({ items }),
        '/item/': preferring.detailView({ find: () => rows[0] ?? null }),
        '/plain/': preferring.view({ get: () => new ApiResponse('plain') }),
        '/custom/': preferring.view({ get: (request, view) => listResponse(items, request, view) }),
        '/unpaged/': preferring.listView({ items, pagination: null }),
      }),
    )
    const varies = async (path: string) => (await get(path)).headers.get('Vary')?.includes('Prefer')
    for (const path of ['/list/', '/custom/']) expect(await varies(path)).toBe(true)
    for (const path of ['/item/', '/plain/', '/unpaged/']) expect(await varies(path)).toBe(false)
  })

  it('the links in the header and the page information fit the chosen count', async () => {
    const style = { countPreferences: every, pageInfo: true, linkHeader: true }
    const get = lists(pageNumberPagination(style))
    expect((await get('count=none')).headers.get('Link')).not.toContain('rel="last"')
    expect((await get('count=exact')).headers.get('Link')).toContain('rel="last"')
  })

  it('a list without pages applies no preference', async () => {
    const style = limitOffsetPagination({ defaultLimit: null, countPreferences: every })
    const client = testClient(
      routes(api, { '/items/': api.listView({ items: arrayItems(rows), pagination: style }) }),
    )
    const { headers } = await client.get('/items/', { headers: { Prefer: 'count=none' } })
    expect(headers.get('Preference-Applied')).toBeNull()
  })

  it.each(styles)('the counts on offer are checked (case %#)', (style) => {
    const countPreferences = ['exact', 'rough'] as unknown as readonly CountPreference[]
    expect(() => style({ countPreferences })).toThrow(
      "must be a list of 'exact', 'estimated' and 'none'",
    )
  })

  it.each(styles)('OpenAPI documents the preference and the counts (case %#)', async (style) => {
    const pagination = style({ countPreferences: ['estimated', 'none'] })
    const view = api.listView({ items: arrayItems(rows), pagination })
    const document = await openApiDocument(api, { '/items/': view }, { title: 'T', version: '1' })
    await expectValid(document)
    const { parameters, schemas } = document.components as Record<string, Record<string, unknown>>
    expect(parameters?.Prefer).toMatchObject({
      in: 'header',
      description: 'How to count the list (RFC 7240): `count=estimated`, `count=none`.',
    })
    expect(document.paths['/items/']?.get?.responses[200]).toHaveProperty(
      'headers.Preference-Applied',
    )
    const page = Object.entries(schemas ?? {}).find(([name]) => name.endsWith('Page'))?.[1]
    expect(page).toMatchObject({
      properties: {
        count: { type: ['integer', 'null'] },
        count_is: { enum: ['exact', 'estimated'] },
      },
      required: ['count', 'next', 'previous', 'results'],
    })
  })
})

describe('the count that a client prefers of a database', () => {
  interface Opened {
    db: AnyDatabase
    close(): Promise<void>
  }

  async function expectChoices({ db, close }: Opened, analyze: string) {
    onTestFinished(close)
    await sql`create table note (id integer primary key, title text)`.execute(db)
    await sql`create index by_title on note (title)`.execute(db)
    const notes = Array.from({ length: 500 }, (_, id) => ({ id, title: `${id}` }))
    await db.insertInto('note').values(notes).execute()
    await sql.raw(analyze).execute(db)
    await db.deleteFrom('note').where('id', '>=', 400).execute()

    for (const style of styles) {
      const items = kyselyItems(db, db.selectFrom('note').selectAll())
      const get = lists(style({ countPreferences: every }), items)
      // The second time, a cached page must not be given to another preference.
      for (let time = 1; time <= 2; time++) {
        const plain = await get([])
        expect(plain).toMatchObject({ count: 400, count_is: undefined, applied: null })
        const exact = await get('count=exact')
        expect(exact).toMatchObject({ count: 400, count_is: undefined, applied: 'count=exact' })
        const none = await get('count=none')
        expect(none).toMatchObject({ count: null, applied: 'count=none' })
        const estimated = await get('count=estimated')
        expect(estimated).toMatchObject({ count_is: 'estimated', applied: 'count=estimated' })
        expect(estimated.count).toBeGreaterThan(0)
        expect(estimated.results).toEqual(plain.results)
      }
    }
  }

  it('the client chooses among the counts of SQLite', () =>
    expectChoices(openDatabase('sqlite::memory:'), 'analyze'))

  it.skipIf(postgresMissing !== null)(
    'the client chooses among the counts of PostgreSQL',
    { timeout: 600_000 },
    async () => {
      await expectChoices(await openPostgres(), 'analyze note')
    },
  )
})
