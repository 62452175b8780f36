import { type AnyDatabase, kyselyItems } from '@turnpike/sql'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { testClient } from '@turnpike/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { containsFilter, exactFilter } from '../../../src/filtering/index.ts'
import {
  createApi,
  type ItemSet,
  integerField,
  type Permission,
  pageNumberPagination,
  routes,
} from '../../../src/index.ts'

const notes = [
  { id: 1, owner: 1, title: 'sea', body: 'calm' },
  { id: 2, owner: 1, title: 'boat', body: 'at sea' },
  { id: 3, owner: 2, title: 'sea', body: 'rough' },
  { id: 4, owner: 1, title: 'land', body: 'dry' },
  { id: 5, owner: 2, title: 'land', body: 'sea view' },
]

const databases = [
  { name: 'SQLite', open: openInMemory, isMissing: false },
  { name: 'PostgreSQL', open: openPostgres, isMissing: postgresMissing !== null },
] as const

describe.each(databases)('a search with other conditions on $name', ({ name, open, isMissing }) => {
  const test = it.skipIf(isMissing)
  let db: AnyDatabase
  let close: () => Promise<void>

  beforeAll(async () => {
    if (isMissing) return
    const opened = await open()
    db = opened.db as AnyDatabase
    close = opened.close
    await db.schema
      .createTable('note')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('owner', 'integer', (owner) => owner.notNull())
      .addColumn('title', 'text', (title) => title.notNull())
      .addColumn('body', 'text', (body) => body.notNull())
      .execute()
    await db.insertInto('note').values(notes).execute()
  })
  afterAll(async () => {
    if (!isMissing) await close()
  })

  const ownNotes: Permission = {
    hasPermission: () => true,
    scope: ({ headers }) => ({
      field: 'owner',
      operator: '=',
      value: Number(headers.get('X-Owner')),
    }),
  }
  const serve = (permissions: Permission[]) => {
    const api = createApi({ PAGE_SIZE: 10 })
    const view = api.listView({
      items: kyselyItems(db, db.selectFrom('note').selectAll()) as ItemSet<Record<string, unknown>>,
      permissions,
      filters: { owner: exactFilter(integerField()), title: containsFilter() },
      search: { fields: ['title', 'body'] },
      orderingFilter: { fields: ['id'], default: ['-id'] },
      pagination: pageNumberPagination(),
    })
    return testClient(routes(api, { '/notes/': view }))
  }
  const read = async (client: ReturnType<typeof serve>, query: string, owner = '1') => {
    const response = await client.get(`/notes/?${query}`, { headers: { 'X-Owner': owner } })
    const { count, results } = await response.json()
    return [count, results.map(({ id }: { id: number }) => id)]
  }

  test(`a search finds nothing outside of a permission's scope on ${name}`, async () => {
    const client = serve([ownNotes])
    for (let round = 0; round < 2; round++) {
      expect(await read(client, 'search=sea', '1')).toEqual([2, [2, 1]])
      expect(await read(client, 'search=sea', '2')).toEqual([2, [5, 3]])
      expect(await read(client, 'search=sea', '3')).toEqual([0, []])
      expect(await read(client, 'search=sea&owner=2', '1')).toEqual([0, []])
    }
  })

  test(`search, filters and order are combined on ${name}`, async () => {
    const client = serve([])
    expect(await read(client, 'search=sea&owner=2&ordering=id')).toEqual([2, [3, 5]])
    expect(await read(client, 'search=sea&title__contains=LAND')).toEqual([1, [5]])
    expect(await read(client, 'search=sea+calm&title__contains=land')).toEqual([0, []])
  })

  test(`the errors of a search and of filters are in one answer on ${name}`, async () => {
    const response = await serve([]).get('/notes/?search=%00&owner=me')
    expect(response.status).toBe(400)
    expect(Object.keys(await response.json()).sort()).toEqual(['owner', 'search'])
  })
})
