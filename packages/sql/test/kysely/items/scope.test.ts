import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import fc from 'fast-check'
import { type Generated, type Kysely, sql } from 'kysely'
import {
  type ApiRequest,
  anyOf,
  charField,
  containsFilter,
  createApi,
  cursorPagination,
  exactFilter,
  limitOffsetPagination,
  type Permission,
  pageNumberPagination,
  routes,
} from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { kyselyItems, kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

interface Tables {
  note: { id: Generated<number>; owner: string; title: string; shared: number | null }
  comment: { id: Generated<number>; note: number; text: string }
}

const users = ['ann', 'ben', 'cleo'] as const

const byHeader = {
  authenticate: ({ headers }: ApiRequest) => {
    const username = headers.get('X-User')
    return username === null ? null : { user: { username, isAuthenticated: true }, auth: null }
  },
}
const usernameOf = ({ user }: ApiRequest) => (user as { username?: string }).username ?? 'nobody'

/** Cleo sees everything; others their own notes and those that are shared. */
const visible = anyOf(
  { hasPermission: (request) => usernameOf(request) === 'cleo' },
  {
    hasPermission: () => true,
    scope: (request) => ({
      any: [
        { field: 'owner', operator: '=', value: usernameOf(request) },
        { not: { field: 'shared', operator: 'null' } },
      ],
    }),
  },
)
const isVisible = (user: string, note: { owner: string; shared: number | null }) =>
  user === 'cleo' || note.owner === user || note.shared !== null

const databases = [
  { name: 'SQLite', open: async () => openDatabase('sqlite::memory:'), isMissing: false },
  { name: 'PostgreSQL', open: openPostgres, isMissing: postgresMissing !== null },
]

const present = databases.filter(({ isMissing }) => !isMissing)

describe.each(present)('scopes and parents on $name', ({ name, open }) => {
  let db: Kysely<Tables>
  let close: () => Promise<void>

  beforeAll(async () => {
    const opened = await open()
    db = opened.db as unknown as Kysely<Tables>
    close = () => opened.close()
    const key = name === 'SQLite' ? 'integer primary key' : 'serial primary key'
    const foreign = 'integer not null references note (id)'
    await sql`create table note (id ${sql.raw(key)}, owner text not null, title text not null, shared integer)`.execute(
      db,
    )
    await sql`create table comment (id ${sql.raw(key)}, note ${sql.raw(foreign)}, text text not null)`.execute(
      db,
    )
  })
  afterAll(() => close?.())

  async function fill(rows: readonly Omit<Tables['note'], 'id'>[]) {
    await db.deleteFrom('comment').execute()
    await db.deleteFrom('note').execute()
    if (rows.length === 0) return []
    return db.insertInto('note').values(rows).returningAll().execute()
  }

  function serve(permissions: readonly Permission[] = [visible], settings: object = {}) {
    const store = kyselyStore(db, 'note')
    const comments = kyselyStore(db, 'comment')
    const api = createApi({
      LOGGER: silentLogger,
      PAGE_SIZE: 2,
      DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
      DEFAULT_PERMISSION_CLASSES: permissions,
      ...settings,
    })
    const options = {
      store,
      filters: { title: containsFilter(), owner: exactFilter(charField()) },
      search: { fields: ['title'] },
    } as const
    const parent = { store, parameter: 'note', field: 'note' } as const
    const schema = z.object({ text: charField() })
    return testClient(
      routes(api, {
        '/all/': api.listView({ ...options, pagination: null }),
        '/pages/': api.listView({ ...options, pagination: pageNumberPagination() }),
        '/offsets/': api.listView({ ...options, pagination: limitOffsetPagination() }),
        '/cursors/': api.listView({
          ...options,
          pagination: cursorPagination({ ordering: 'title' }),
        }),
        '/plain/': api.listView({ items: store.items, pagination: pageNumberPagination() }),
        '/notes/:id/': api.detailView({ store, schema: z.object({ title: charField() }) }),
        '/notes/:note/comments/': api.listView({
          store: comments,
          schema,
          parent,
          permissions: [],
          pagination: cursorPagination({ ordering: 'id' }),
        }),
        '/notes/:note/comments/:id/': api.detailView({
          store: comments,
          schema,
          parent,
          permissions: [],
        }),
      }),
    )
  }

  const as = (user: string) => ({ headers: { 'X-User': user } })
  const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id)
  const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

  /** All items that the pages of a list have, with the counts that they state. */
  async function walk(client: TestClient, path: string, user: string) {
    const found: number[] = []
    const counts = new Set<number>()
    for (let next: string | null = path; next !== null; ) {
      const page = await (await client.get(next, as(user))).json()
      found.push(...ids(page.results))
      if (page.count !== undefined) counts.add(page.count)
      next = page.next
    }
    return { found, counts: [...counts] }
  }

  it('lists, counts, pages, cursors, filters, search and single items agree on the scope', async () => {
    const client = serve()
    const note = fc.record({
      owner: fc.constantFrom('ann', 'ben', 'dan'),
      title: fc.constantFrom('milk', 'milk and bread', 'bread', 'Ä'),
      shared: fc.constantFrom(null, 0, 1),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { maxLength: 8 }),
        fc.constantFrom(...users),
        fc.constantFrom('', 'title__contains=milk', 'owner=ann', 'search=bread'),
        async (rows, user, query) => {
          const notes = await fill(rows)
          const seen = notes.filter((one) => isVisible(user, one))
          const asked = sorted(ids(seen.filter((one) => matches(one, query))))

          const all = await (await client.get(`/all/?${query}`, as(user))).json()
          expect(sorted(ids(all))).toEqual(asked)
          for (const list of ['pages', 'offsets', 'cursors']) {
            const { found, counts } = await walk(client, `/${list}/?${query}`, user)
            expect(sorted(found), list).toEqual(asked)
            if (list !== 'cursors') expect(counts).toEqual([asked.length])
          }
          const opened: number[] = []
          for (const { id } of notes) {
            const { status } = await client.get(`/notes/${id}/`, as(user))
            expect([200, 404]).toContain(status)
            if (status === 200) opened.push(id)
          }
          expect(opened).toEqual(ids(seen))
        },
      ),
      { numRuns: name === 'SQLite' ? 60 : 20 },
    )
  })

  const matches = ({ title, owner }: { title: string; owner: string }, query: string) => {
    if (query.startsWith('title')) return title.includes('milk')
    if (query.startsWith('owner')) return owner === 'ann'
    return query === '' || title.includes('bread')
  }

  it('a list with a scope is not answered from the pages of somebody else', async () => {
    await fill([
      { owner: 'ann', title: 'a', shared: null },
      { owner: 'ben', title: 'b', shared: null },
    ])
    const client = serve()
    const ownersOf = async (path: string, user: string) =>
      (await (await client.get(path, as(user))).json()).results.map(
        ({ owner }: { owner: string }) => owner,
      )

    for (let round = 0; round < 3; round++) {
      for (const path of ['/plain/', '/pages/']) {
        expect(await ownersOf(path, 'ann')).toEqual(['ann'])
        expect(await ownersOf(path, 'ben')).toEqual(['ben'])
        expect(await ownersOf(path, 'cleo')).toEqual(['ann', 'ben'])
        expect(await ownersOf(path, 'dan')).toEqual([])
      }
    }
  })

  it('a list with a parent is not answered for those who may not see the parent', async () => {
    const [note] = await fill([{ owner: 'ann', title: 'a', shared: null }])
    await db
      .insertInto('comment')
      .values({ note: note?.id ?? 0, text: 'x' })
      .execute()
    const client = serve([visible], { CONDITIONAL_REQUESTS: true })
    const path = `/notes/${note?.id}/comments/`
    const first = await client.get(path, as('ann'))
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }

    for (let round = 0; round < 3; round++) {
      expect((await client.get(path, as('ann'))).status).toBe(200)
      expect((await client.get(path, as('ben'))).status).toBe(404)
      const again = await client.get(path, { headers: { 'X-User': 'ben', ...headers } })
      expect(again.status).toBe(404)
      expect((await client.post(path, { ...as('ben'), json: { text: 'y' } })).status).toBe(404)
    }
    expect(await db.selectFrom('comment').selectAll().execute()).toHaveLength(1)
  })

  it('the tag of a list in a scope is not valid for somebody else', async () => {
    await fill([
      { owner: 'ann', title: 'a', shared: null },
      { owner: 'ben', title: 'b', shared: null },
    ])
    const client = serve([visible], { CONDITIONAL_REQUESTS: true })

    for (const path of ['/plain/', '/pages/']) {
      const tag = (await client.get(path, as('ann'))).headers.get('ETag') ?? ''
      expect(tag).not.toBe('')
      const statusFor = async (user: string) =>
        (await client.get(path, { headers: { 'X-User': user, 'If-None-Match': tag } })).status
      expect(await statusFor('ann')).toBe(304)
      expect(await statusFor('ben')).toBe(200)
      expect(await statusFor('cleo')).toBe(200)
    }
  })

  it('a precondition on an item outside of the scope reveals nothing', async () => {
    const [note] = await fill([{ owner: 'ann', title: 'a', shared: null }])
    const client = serve([visible], { CONDITIONAL_REQUESTS: true })
    const path = `/notes/${note?.id}/`
    const tag = (await client.get(path, as('ann'))).headers.get('ETag') ?? ''

    for (const headers of [{ 'If-Match': '*' }, { 'If-Match': tag }, { 'If-None-Match': tag }]) {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const json = { json: { title: 'x' } }
        const { status } = await client.request(method, path, {
          headers: { 'X-User': 'ben', ...headers },
          ...(['PUT', 'PATCH'].includes(method) && json),
        })
        expect(status, method).toBe(404)
      }
    }
    expect(await db.selectFrom('note').select('title').execute()).toEqual([{ title: 'a' }])
  })

  it('a cursor of somebody else shows only what its user may see', async () => {
    await fill(
      ['ann', 'ben', 'ann', 'ben', 'ann', 'ben'].map((owner, index) => ({
        owner,
        title: `t${index}`,
        shared: null,
      })),
    )
    const client = serve()
    const { next } = await (await client.get('/cursors/', as('ann'))).json()
    const response = await client.get(next, as('ben'))

    // The cursor is a position in the order of the titles: after t2.
    expect(response.status).toBe(200)
    const { results, previous } = await response.json()
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['t3', 't5'])
    const before = await (await client.get(previous, as('ben'))).json()
    expect(before.results.map(({ title }: { title: string }) => title)).toEqual(['t1'])
  })

  it('a scope with a value that the column cannot have is a 500, and not an empty or whole list', async () => {
    await fill([{ owner: 'ann', title: 'a', shared: null }])
    const wrong: Permission = {
      hasPermission: () => true,
      scope: () => ({ field: 'nothing', operator: '=', value: 1 }),
    }
    const client = serve([wrong])
    expect((await client.get('/pages/', as('ann'))).status).toBe(500)
  })

  it('comments are listed, added, changed and removed under the note in the path alone', async () => {
    const [one, two, hidden] = await fill([
      { owner: 'ann', title: 'one', shared: null },
      { owner: 'ann', title: 'two', shared: null },
      { owner: 'ben', title: 'hidden', shared: null },
    ])
    const texts = [one, two, hidden].flatMap((note) =>
      ['a', 'b', 'c'].map((text) => ({ note: note?.id ?? 0, text })),
    )
    const rows = await db.insertInto('comment').values(texts).returningAll().execute()
    const stored = () => db.selectFrom('comment').selectAll().orderBy('id').execute()
    const client = serve()
    const list = `/notes/${one?.id}/comments/`

    const { found } = await walk(client, list, 'ann')
    expect(found).toEqual(ids(rows.filter(({ note }) => note === one?.id)))
    const { next } = await (await client.get(list, as('ann'))).json()
    const other = next.replace(list, `/notes/${two?.id}/comments/`)
    // A cursor belongs to the list of one note.
    expect((await client.get(other, as('ann'))).status).toBe(404)

    const foreign = rows.filter(({ note }) => note !== one?.id)
    for (const { id, note } of foreign) {
      for (const parent of [one?.id, hidden?.id]) {
        if (note === parent && note !== hidden?.id) continue
        for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
          const response = await client.request(method, `/notes/${parent}/comments/${id}/`, {
            ...as('ann'),
            ...(['PUT', 'PATCH'].includes(method) && { json: { text: 'x', note: one?.id } }),
          })
          expect(response.status).toBe(404)
        }
      }
    }
    for (const key of [hidden?.id, 999_999, '9999999999999999999', 'abc', '%00', '1.0']) {
      const path = `/notes/${key}/comments/`
      expect((await client.get(path, as('ann'))).status).toBe(404)
      expect((await client.post(path, { ...as('ann'), json: { text: 'x' } })).status).toBe(404)
    }
    expect(await stored()).toEqual(rows)

    const sent = { text: 'new', note: hidden?.id }
    const added = await client.post(list, { ...as('ann'), json: sent })
    expect(added.status).toBe(201)
    expect(await added.json()).toMatchObject({ text: 'new', note: one?.id })
    const first = `${list}${rows[0]?.id}/`
    expect((await client.patch(first, { ...as('ann'), json: sent })).status).toBe(200)
    expect(await stored()).toMatchObject([
      { text: 'new', note: one?.id },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      { text: 'new', note: one?.id },
    ])
  })

  it.each([false, true])(
    'a note that vanishes while a comment is added is a 404 (in a transaction: %s)',
    async (atomic) => {
      const [note] = await fill([{ owner: 'ann', title: 'one', shared: null }])
      const store = kyselyStore(db, 'note')
      const comments = kyselyStore(db, 'comment')
      const api = createApi({ LOGGER: silentLogger, TRANSACTIONS: kyselyTransactions(db) })
      const view = api.listView({
        store: comments,
        atomic,
        schema: z.object({ text: charField() }),
        parent: { store, parameter: 'note', field: 'note' },
        validate: async () => {
          if (!atomic) await db.deleteFrom('note').execute()
          else await store.destroy({ id: note?.id } as never)
        },
      })
      const client = testClient(routes(api, { '/:note/': view }))

      const response = await client.post(`/${note?.id}/`, { json: { text: 'x' } })
      expect(response.status).toBe(404)
      expect(await db.selectFrom('comment').selectAll().execute()).toEqual([])
    },
  )

  it('a scope narrows a query with a join, by the names of its rows', async () => {
    const [note] = await fill([
      { owner: 'ann', title: 'one', shared: null },
      { owner: 'ben', title: 'two', shared: null },
    ])
    await db
      .insertInto('comment')
      .values({ note: note?.id ?? 0, text: 'x' })
      .execute()
    const query = db
      .selectFrom('note')
      .leftJoin('comment', 'comment.note', 'note.id')
      .select(['note.id as id', 'note.owner as owner', 'note.shared as shared', 'comment.text'])
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
      DEFAULT_PERMISSION_CLASSES: [visible],
    })
    const items = kyselyItems(db, query, { key: 'note.id' })
    const client = testClient(routes(api, { '/': api.listView({ items }) }))

    expect(await (await client.get('/', as('ann'))).json()).toEqual([
      { id: note?.id, owner: 'ann', shared: null, text: 'x' },
    ])
    expect((await (await client.get('/', as('cleo'))).json()).length).toBe(2)
  })
})
