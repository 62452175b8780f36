import { kyselyItems } from '@turnpike/sql'
import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { testClient } from '@turnpike/testing'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Condition,
  containsFilter,
  customFilter,
  rangeFilter,
} from '../../src/filtering/index.ts'
import {
  charField,
  createApi,
  integerField,
  type ListViewOptions,
  pageNumberPagination,
  routes,
  type Settings,
} from '../../src/index.ts'

interface Note {
  id: number
  title: string
}

describe('the list cache of filtered lists', () => {
  let opened: RecordedSqlite

  beforeEach(() => {
    opened = openRecordedSqlite(`create table note (id integer primary key, title text);
      insert into note values (1, 'c'), (2, 'a'), (3, 'b')`)
  })
  afterEach(() => opened.close())

  function serve(filters: ListViewOptions<Note>['filters'], settings: Settings = {}) {
    const db = opened.db as Kysely<{ note: Note }>
    const items = kyselyItems(db, db.selectFrom('note').selectAll())
    const api = createApi({ PAGE_SIZE: 2, ...settings })
    const list: ListViewOptions<Note> = {
      items,
      pagination: pageNumberPagination(),
      filters: filters ?? null,
    }
    return testClient(routes(api, { '/notes/': api.listView(list) }))
  }

  it('filtered lists are cached by their URL until the items change', async () => {
    const client = serve({ id: rangeFilter(integerField()), title: containsFilter() })
    const read = async (query: string) => {
      const before = opened.sent.length
      const { results } = await (await client.get(`/notes/?${query}`)).json()
      return [results.map(({ id }: Note) => id), opened.sent.length > before]
    }
    expect(await read('id__gte=2')).toEqual([[2, 3], true])
    expect(await read('id__gte=2')).toEqual([[2, 3], false])
    expect(await read('id__gte=3')).toEqual([[3], true])
    expect(await read('id__gte=2&title__contains=b')).toEqual([[3], true])

    opened.sqlite.exec('delete from note where id = 2')
    expect(await read('id__gte=2')).toEqual([[3], true])
  })

  it('invalid filters are not cached as lists', async () => {
    const client = serve({ id: rangeFilter(integerField()) })
    for (const _ of [1, 2]) expect((await client.get('/notes/?id__gte=x')).status).toBe(400)
  })

  const ofHeader = (isPure: boolean) =>
    customFilter({
      parameters: z.object({ x: charField() }),
      condition: (_, { headers }): Condition => ({
        field: 'id',
        operator: '=',
        value: Number(headers.get('X-Id')),
      }),
      isPure,
    })

  it.each([
    { isPure: false, ids: [1, 2] },
    { isPure: true, ids: [1, 1] },
  ])(
    'lists with a custom filter are cached only if it is pure: $isPure',
    async ({ isPure, ids }) => {
      const client = serve({ own: ofHeader(isPure) })
      const idFor = async (id: string) => {
        const response = await client.get('/notes/', { headers: { 'X-Id': id } })
        return (await response.json()).results[0].id
      }
      expect([await idFor('1'), await idFor('2')]).toEqual(ids)
    },
  )

  it('ever new values of a filter evict the pages of others', async () => {
    const client = serve({ id: rangeFilter(integerField()) }, { LIST_CACHE_MAX_LENGTH: 20_000 })
    const isRead = async (word: number) => {
      const before = opened.sent.length
      await client.get(`/notes/?id__gte=-${word}`)
      return opened.sent.length > before
    }
    for (let word = 0; word < 200; word++) expect(await isRead(word)).toBe(true)
    expect(await isRead(199)).toBe(false)
    expect(await isRead(0)).toBe(true)
  })
})
