import { kyselyItems } from '@turnpike/sql'
import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { testClient } from '@turnpike/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApi, pageNumberPagination, routes } from '../../../src/index.ts'

describe('a cached search', () => {
  let opened: RecordedSqlite
  beforeEach(() => {
    opened = openRecordedSqlite(`create table note (id integer primary key, title text);
      insert into note values (1, 'sea'), (2, 'boat'), (3, 'sea boat')`)
  })
  afterEach(() => opened.close())

  const serve = (LIST_CACHE_MAX_LENGTH = 1_000_000) => {
    const { db } = opened
    const api = createApi({ PAGE_SIZE: 2, LIST_CACHE_MAX_LENGTH })
    const view = api.listView({
      items: kyselyItems(db, db.selectFrom('note').selectAll()),
      search: { fields: ['title'] },
      pagination: pageNumberPagination(),
    })
    return testClient(routes(api, { '/notes/': view }))
  }
  const ids = async (client: ReturnType<typeof serve>, query: string) =>
    (await (await client.get(`/notes/?${query}`)).json()).results.map(
      ({ id }: { id: number }) => id,
    )

  it('a search that is repeated is read once, until the database changes', async () => {
    const client = serve()
    expect(await ids(client, 'search=boat')).toEqual([2, 3])
    const statements = opened.sent.length
    expect(await ids(client, 'search=boat')).toEqual([2, 3])
    expect(opened.sent).toHaveLength(statements)

    opened.sqlite.exec(`update note set title = 'ship' where id = 2`)
    expect(await ids(client, 'search=boat')).toEqual([3])
  })

  it('each search has pages of its own, in the cache as without it', async () => {
    for (const client of [serve(), serve(0)]) {
      for (let round = 0; round < 2; round++) {
        expect(await ids(client, 'search=sea')).toEqual([1, 3])
        expect(await ids(client, 'search=boat')).toEqual([2, 3])
        expect(await ids(client, 'search=boat+sea')).toEqual([3])
        expect(await ids(client, 'search=')).toEqual([1, 2])
        expect(await ids(client, '')).toEqual([1, 2])
      }
    }
  })

  it('a search that is refused is refused each time', async () => {
    const client = serve()
    for (let round = 0; round < 2; round++) {
      expect((await client.get('/notes/?search=%00')).status).toBe(400)
      expect((await client.request('HEAD', '/notes/?search=%00')).status).toBe(400)
    }
  })
})
