import { kyselyItems } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { testClient } from '@turnpike/testing'
import { type Generated, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Search } from '../../../src/filtering/search/search.ts'
import {
  createApi,
  cursorPagination,
  type ItemSet,
  limitOffsetPagination,
  pageNumberPagination,
  routes,
} from '../../../src/index.ts'

interface Tables {
  book: { id: Generated<number>; title: string; code: string | null; pages: number; body: string }
  shelf: { id: Generated<number>; book_id: number; name: string }
}

const books = [
  { title: 'The Old Man and the Sea', code: 'HEM-1', pages: 127, body: 'An old man is fishing' },
  { title: 'Moby-Dick; or, The Whale', code: 'MEL-1', pages: 635, body: 'Fishes, -whales- & men' },
  { title: 'The Sea, the Sea', code: null, pages: 495, body: 'He swims in the sea' },
  { title: '100% \\ a_b', code: 'SEA', pages: 12, body: 'Signs' },
  { title: 'Café Élan', code: 'FR', pages: 300, body: "L'été à la mer" },
]

const fill = async (db: Kysely<Tables>, idType: 'integer' | 'serial') => {
  await db.schema
    .createTable('book')
    .addColumn('id', idType, (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('shelf')
    .addColumn('id', idType, (column) => column.primaryKey())
    .addColumn('book_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()
  for (const book of books) await db.insertInto('book').values(book).execute()
  for (const book_id of [1, 2, 3]) {
    await db
      .insertInto('shelf')
      .values({ book_id, name: book_id === 2 ? 'whales' : 'seas' })
      .execute()
  }
}

const databases = [
  { name: 'SQLite', open: openInMemory, idType: 'integer', isMissing: false },
  { name: 'PostgreSQL', open: openPostgres, idType: 'serial', isMissing: postgresMissing !== null },
] as const

const api = createApi({ LOGGER: silentLogger, PAGE_SIZE: 2 })

const clientOf = (
  items: ItemSet<never>,
  fields: Search['fields'],
  pagination: ReturnType<typeof pageNumberPagination> | null = null,
) => {
  const view = api.listView({
    items: items as ItemSet<Record<string, unknown>>,
    search: { fields },
    pagination,
  })
  return testClient(routes(api, { '/books/': view }))
}

async function idsOf(items: ItemSet<never>, fields: Search['fields'], search: string) {
  const url = `/books/?search=${encodeURIComponent(search)}`
  const response = await clientOf(items, fields).get(url)
  expect(response.status).toBe(200)
  return (await response.json()).map(({ id }: { id: number }) => id)
}

describe.each(databases)('a search on $name', ({ name, open, idType, isMissing }) => {
  const test = it.skipIf(isMissing)
  let db: Kysely<Tables>
  let close: () => Promise<void>
  const itemsOf = (query = db.selectFrom('book').selectAll()) =>
    kyselyItems(db, query) as ItemSet<never>

  beforeAll(async () => {
    if (isMissing) return
    const opened = await open()
    db = opened.db as never
    close = opened.close
    await fill(db, idType)
  })
  afterAll(async () => {
    if (!isMissing) await close()
  })

  test.each<[fields: string[], search: string, ids: number[]]>([
    [['title'], 'sea', [1, 3]],
    [['title'], 'SEA old', [1]],
    [['title', 'code'], 'sea', [1, 3, 4]],
    [['title', '^code'], 'hem old', [1]],
    [['=code'], 'sea', [4]],
    [['=code'], 'se', []],
    [['^title'], 'the', [1, 3]],
    [['title'], '"the sea"', [1, 3]],
    [['title'], '%', [4]],
    [['title'], '_', [4]],
    [['title'], '\\', [4]],
    [['^title'], '100%', [4]],
    [['title'], 'Café', [5]],
    [['title'], 'cafe', []],
    [['pages'], '35', [2]],
    [['=pages'], '127', [1]],
    [['^pages'], '12', [1, 4]],
    [['=pages'], 'many', []],
    [['=id', 'code'], '2', [2]],
    [['title'], "' or 1=1 --", []],
    [['title'], '? $1 :id {x}', []],
  ])(`the fields %j are searched for %j by ${name}`, async (fields, search, ids) => {
    expect(await idsOf(itemsOf(), fields, search)).toEqual(ids)
  })

  test(`a search of a query with a join, and of one with groups, works on ${name}`, async () => {
    const joined = db
      .selectFrom('book')
      .innerJoin('shelf', 'shelf.book_id', 'book.id')
      .select(['book.id as id', 'book.title as title', 'shelf.name as shelf'])
    expect(await idsOf(itemsOf(joined as never), ['shelf', 'title'], 'sea')).toEqual([1, 3])

    const grouped = db
      .selectFrom('book')
      .innerJoin('shelf', 'shelf.book_id', 'book.id')
      .select(['shelf.name as id', sql<string>`max(title)`.as('last')])
      .groupBy('shelf.name')
    expect(await idsOf(itemsOf(grouped as never), ['last'], 'old')).toEqual([])
    expect(await idsOf(itemsOf(grouped as never), ['last'], 'whale')).toEqual(['whales'])
  })

  test.each([
    ['page numbers', pageNumberPagination()],
    ['limit and offset', limitOffsetPagination()],
  ])(`count and pages of a search agree on ${name}: %s`, async (_style, pagination) => {
    const client = clientOf(itemsOf(), ['title', 'code'], pagination)
    const first = await (await client.get('/books/?search=sea')).json()
    expect(first).toMatchObject({ count: 3, results: [{ id: 1 }, { id: 3 }] })
    const second = await (await client.get(first.next)).json()
    expect(second).toMatchObject({ count: 3, results: [{ id: 4 }], next: null })
  })

  test(`cursors read what is found on ${name}`, async () => {
    const client = clientOf(itemsOf(), ['title', 'code'], cursorPagination({ ordering: '-id' }))
    const first = await (await client.get('/books/?search=sea')).json()
    expect(first.results).toMatchObject([{ id: 4 }, { id: 3 }])
    const second = await (await client.get(first.next)).json()
    expect(second).toMatchObject({ results: [{ id: 1 }], next: null })
  })

  test(`the longest search is answered on ${name}`, async () => {
    const words = Array.from({ length: 32 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    for (const search of ['é'.repeat(500), '%'.repeat(500), '😀'.repeat(250), words.join(' ')]) {
      expect(await idsOf(itemsOf(), ['title', '^code', '=body', 'pages'], search)).toEqual([])
    }
  })

  test(`a search that ${name} cannot read is a 400, not an error of the database`, async () => {
    const response = await clientOf(itemsOf(), ['title']).get('/books/?search=a%00b')
    expect([response.status, await response.json()]).toEqual([
      400,
      { search: ['Null characters are not allowed.'] },
    ])
  })
})

it('a search of full text on SQLite is refused when the view is declared', async () => {
  const { db, close } = await openInMemory()
  const items = kyselyItems(db, db.selectFrom('turnpike_user').selectAll())
  expect(() => api.listView({ items, search: { fields: ['@username'] } })).toThrow(
    'Full text search of the field "username" needs PostgreSQL: on SQLite search it without the @.',
  )
  await close()
})
