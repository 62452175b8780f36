import { placesOf } from '@turnpike/test-support/placed.ts'
import { openRecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { testClient } from '@turnpike/testing'
import { and, eq, gt, gte, inArray, isNull, like, type SQL, sql } from 'drizzle-orm'
import { customType, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { createApi, cursorPagination, type ItemSet, limitOffsetPagination, routes } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drizzleItems, drizzleSqlite } from '../../../src/drizzle/index.ts'

const notes = sqliteTable('note', {
  id: integer().primaryKey(),
  ownerId: integer('owner_id'),
  title: text().notNull(),
  createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
})

const shouted = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (value) => value.toUpperCase(),
})
const loudNotes = sqliteTable('note', { id: integer().primaryKey(), title: shouted().notNull() })

const setUp = `create table note (id integer primary key, owner_id integer, title text not null,
    created_at integer not null);
  with recursive number(n) as (select 1 union all select n + 1 from number where n < 4000)
  insert into note select n, nullif(n % 3, 0), 'note ' || n, n * 1000 from number`

function open() {
  const { db, sqlite, sent, other, close } = openRecordedSqlite(setUp)
  onTestFinished(close)
  const orm = drizzleSqlite(db, drizzle)
  sqlite.function('is_mine', (owner) => Number(owner === 1))
  const of = (where?: SQL) => drizzleItems(orm, orm.select().from(notes).where(where))
  /** The statements of the work. */
  const sentBy = async (work: () => Promise<unknown>) => {
    sent.splice(0)
    await work()
    return sent.splice(0)
  }
  return { db, orm, other, of, sentBy }
}

const kept: Record<string, () => SQL | undefined> = {
  'no condition': () => undefined,
  'an equality': () => eq(notes.ownerId, 1),
  'several conditions': () =>
    and(
      eq(notes.ownerId, 1),
      gt(notes.id, 3),
      like(notes.title, 'note%'),
      inArray(notes.ownerId, [1, 2]),
    ),
  'a moment': () => gte(notes.createdAt, new Date(9000)),
  'a test for null': () => isNull(notes.ownerId),
}

const read: Record<string, () => SQL> = {
  'a random number': () => sql`random() > ${notes.id}`,
  'the time': () => sql`${notes.createdAt} < unixepoch('now')`,
  'a function of the application': () => sql`is_mine(${notes.ownerId}) = 1`,
  'a collation': () => sql`${notes.title} = ${'NOTE 1'} collate binary`,
  'a subquery': () => sql`${notes.id} in (select abs(random() % 9))`,
  'a name': () => sql`${notes.id} <> rowid + 1`,
}

describe('caches below lists of Drizzle', () => {
  it.each(Object.entries(kept))(
    'a list made per request keeps the count of a query with %s',
    async (_, where) => {
      const { of, sentBy, other } = open()
      const count = await of(where()).count()
      const pages = await sentBy(async () => expect(await of(where()).count()).toBe(count))
      expect(pages).toEqual([])

      other.exec('delete from note where id = 4')
      expect(await sentBy(() => of(where()).count())).toHaveLength(1)
    },
  )

  it.each(Object.entries(read))(
    'a list made per request counts a query with %s again',
    async (_, where) => {
      const { of, sentBy } = open()
      await of(where()).count()
      expect(await sentBy(() => of(where()).count())).toHaveLength(1)
    },
  )

  it('a deep page of Drizzle is read from a position that was seen', async () => {
    const { of, sentBy } = open()
    const items = () => of(gt(notes.id, 0)).orderBy(['-createdAt'])
    const first = await items().slice(3000, 10)
    const [statement] = await sentBy(async () => {
      const next = await items().slice(3010, 10)
      expect(next[0]?.id).toBe((first.at(-1)?.id ?? 0) - 1)
    })
    expect(statement).toContain('"note"."created_at" = +? and "id" < +?')
  })

  it('positions are read from the columns of the rows, also under other names', async () => {
    const { of, sentBy } = open()
    const { keyset } = of()
    const ordering = keyset?.complete(['-createdAt']) ?? []
    const window = { ordering, from: null, includesFrom: false, backward: false, limit: 2 }
    const [statement] = await sentBy(async () => {
      const placed = await keyset?.read(window)
      expect(placesOf(placed).map(({ position }) => position)).toEqual([
        ['4000000', '4000'],
        ['3999000', '3999'],
      ])
    })
    expect(statement).toMatch(/^select "id", "owner_id" as "ownerId", "title", [^,]+ from "note"/)
  })

  const listOf = <Item>(items: ItemSet<Item>) => {
    const api = createApi({ SECRET_KEYS: ['x'.repeat(32)], PAGE_SIZE: 5 })
    const pages = api.listView({ items, pagination: limitOffsetPagination() })
    const walk = api.listView({ items, pagination: cursorPagination({ ordering: 'id' as never }) })
    return testClient(routes(api, { '/pages/': pages, '/walk/': walk }))
  }

  it.each(['/pages/', '/walk/'])(
    'the page %s of a list of Drizzle is kept until the database changes',
    async (url) => {
      const { of, sentBy, other } = open()
      const client = listOf(of(eq(notes.ownerId, 2)))
      const first = await (await client.get(url)).text()
      expect(await sentBy(() => client.get(url))).toEqual([])

      other.exec("update note set title = 'changed' where id = 2")
      const second = await (await client.get(url)).text()
      expect(second).not.toBe(first)
      expect(second).toContain('changed')
    },
  )

  it('the page of a list whose columns the application decodes is read again', async () => {
    const { orm, sentBy } = open()
    const client = listOf(drizzleItems(orm, orm.select().from(loudNotes)))
    expect(await (await client.get('/pages/')).text()).toContain('NOTE 1')
    expect(await sentBy(() => client.get('/pages/'))).not.toEqual([])
  })

  it('a list in a transaction of Drizzle sees its changes, which are not kept', async () => {
    const { orm, of } = open()
    expect(await of().count()).toBe(4000)
    const work = orm.transaction(async (tx) => {
      await tx.delete(notes).where(gt(notes.id, 10))
      expect(await drizzleItems(tx, tx.select().from(notes)).count()).toBe(10)
      expect(await of().count()).toBe(10)
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await of().count()).toBe(4000)
  })
})
