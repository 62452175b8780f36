import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { CamelCasePlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnyDatabase, countedTable, kyselyItems } from '../../../src/kysely/index.ts'

const rowCount = 24_000

describe('lists of a counted table on SQLite', () => {
  let opened: RecordedSqlite
  let db: AnyDatabase

  beforeEach(async () => {
    opened =
      openRecordedSqlite(`create table note (id integer primary key, owner_id integer, rating integer, title text);
        create index by_rating on note (rating);
        create index by_owner on note (owner_id, rating);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rowCount})
        insert into note select i, i % 2, nullif((i * 7919) % 10, 0), 'note ' || i from n`)
    db = opened.db
    await countedTable(db, 'note', {
      orders: ['id', '-rating', ['owner_id', '-rating']],
      by: ['owner_id'],
    })
  })
  afterEach(() => opened.close())

  const idsBy = (order: string, offset: number, condition: string): number[] =>
    opened.other
      .prepare(`select id from note where ${condition} order by ${order} limit 50 offset ${offset}`)
      .pluck()
      .all() as number[]

  it.each([
    [[], 'id', false],
    [['-id'], 'id desc', false],
    [['rating'], 'rating, id', false],
    [['-rating'], 'rating desc, id desc', false],
    [['rating'], 'rating, id', true],
    [['-rating'], 'rating desc, id desc', true],
    [['title'], 'title, id', false],
  ])(
    'ordered by %j, a counted list has the rows ordered by %s; of one owner: %s',
    async (ordering, order, isOfOwner) => {
      const all = db.selectFrom('note').select(['id', 'title'])
      const query = isOfOwner ? all.where('owner_id', '=', 1) : all
      const condition = isOfOwner ? 'owner_id = 1' : 'true'
      const items = kyselyItems(db, query).orderBy(ordering)
      for (const offset of [0, 2700, 10_480, 11_990, 23_990, 30_000]) {
        opened.other.exec(`delete from note where id = ${offset + 3}`)
        const rows = await items.slice(offset, 50)
        expect(rows.map(({ id }) => id)).toEqual(idsBy(order, offset, condition))
        for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'title'])
        const counted = opened.other.prepare(`select count(*) from note where ${condition}`).pluck()
        expect(await items.count()).toBe(counted.get())
      }
    },
  )

  it.each([
    ['by the key', () => db.selectFrom('note').selectAll()],
    [
      'in an own order that ends in the key',
      () => db.selectFrom('note').selectAll().orderBy('rating', 'desc').orderBy('id', 'desc'),
    ],
  ])('no row is counted for the count and a deep page of a list %s', async (_, query) => {
    const items = kyselyItems(db, query())
    await items.count()
    opened.sent.length = 0
    await items.count()
    await items.slice(12_000, 50)
    expect(opened.sent.filter((text) => /count\(\*\) as|offset 12000/i.test(text))).toEqual([])
    expect(opened.sent.some((text) => text.includes('turnpike_counted_note_total'))).toBe(true)
  })

  it('a page of one owner is read from the counters where passing over its rows takes longer', async () => {
    opened.other.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
      insert into note select ${rowCount} + i, 1, i % 10, 'note ' || i from n`)
    const ofOwner = db.selectFrom('note').selectAll().where('owner_id', '=', 1)
    const items = kyselyItems(db, ofOwner).orderBy(['-rating'])
    await items.count()
    for (const offset of [99_999, 100_000, 111_990]) {
      opened.sent.length = 0
      const rows = await items.slice(offset, 50)
      expect(rows.map(({ id }) => id)).toEqual(
        idsBy('rating desc, id desc', offset, 'owner_id = 1'),
      )
      const isCounted = opened.sent.some((text) => text.includes('turnpike_counted_note'))
      expect(isCounted).toBe(offset >= 100_000)
    }
  })

  it('a list is read as before once its table was created again', async () => {
    const items = kyselyItems(db, db.selectFrom('note').selectAll())
    expect(await items.count()).toBe(rowCount)
    opened.other.exec('drop table note; create table note (id integer primary key)')
    opened.other.exec('insert into note values (1), (2)')
    expect(await items.count()).toBe(2)
    expect(await items.slice(11_000, 10)).toEqual([])
  })

  it('a transaction sees its own writes in the counters', async () => {
    await db.transaction().execute(async (transaction) => {
      await sql`delete from note where id <= 1000`.execute(transaction)
      const items = kyselyItems(transaction, transaction.selectFrom('note').selectAll())
      expect(await items.count()).toBe(rowCount - 1000)
      expect((await items.slice(11_000, 1))[0]).toMatchObject({ id: 12_001 })
    })
  })

  it('a plugin that renames columns keeps the names of the rows of a counted list', async () => {
    const camel = db.withPlugin(new CamelCasePlugin())
    const items = kyselyItems(camel, camel.selectFrom('note').select(['id', 'ownerId']))
    await items.count()
    expect(await items.slice(11_000, 1)).toEqual([{ id: 11_001, ownerId: 1 }])
  })
})
