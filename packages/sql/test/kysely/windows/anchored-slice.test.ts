import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import type Sqlite from 'better-sqlite3'
import { CamelCasePlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { Anchors } from '../../../src/kysely/windows/anchors.ts'

const rowCount = 8000

describe('a slice by what has been seen', () => {
  let opened: RecordedSqlite
  let sqlite: Sqlite.Database
  let other: Sqlite.Database
  let db: AnyDatabase
  let sent: string[]

  beforeEach(() => {
    // Many ties, and a tenth without a rating.
    opened =
      openRecordedSqlite(`create table note (id integer primary key, owner_id integer, rating integer, title text);
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rowCount})
      insert into note select i, i % 2, nullif((i * 7919) % 10, 0), 'note ' || (i * 31 % 97) from n`)
    ;({ sqlite, other, db, sent } = opened)
  })
  afterEach(() => opened.close())

  const offsets = [
    7900, 3100, 4700, 4650, 7950, 1, 7990, 2499, 2500, 2501, 4200, 9000, 5000, 5049, 5050,
  ]

  const idsBy = (order: string, offset: number, condition = 'true'): number[] =>
    other
      .prepare(`select id from note where ${condition} order by ${order} limit 50 offset ${offset}`)
      .pluck()
      .all() as number[]

  it.each([
    [[], 'id'],
    [['-id'], 'id desc'],
    [['rating'], 'rating, id'],
    [['-rating'], 'rating desc, id desc'],
    [['-rating', 'title'], 'rating desc, title, id'],
    [['title', '-rating'], 'title, rating desc, id desc'],
  ])('an anchored slice equals a plain one, ordered by %j', async (ordering, order) => {
    const all = kyselyItems(db, db.selectFrom('note').selectAll()).orderBy(ordering)
    for (const offset of [...offsets, ...offsets.toReversed()]) {
      const rows = await all.slice(offset, 50)
      expect(rows.map(({ id }) => id)).toEqual(idsBy(order, offset))
      expect(Object.keys(rows[0] ?? { id: 0, owner_id: 0, rating: 0, title: '' })).toEqual([
        'id',
        'owner_id',
        'rating',
        'title',
      ])
    }
  })

  it('an anchored slice belongs to its own conditions and order', async () => {
    for (const owner of [0, 1, 0, 1]) {
      const query = db.selectFrom('note').selectAll().where('owner_id', '=', owner)
      for (const direction of ['asc', 'desc'] as const) {
        const items = kyselyItems(db, query.orderBy('rating', direction))
        for (const offset of [3400, 2900, 3000]) {
          const found = (await items.slice(offset, 50)).map(({ id }) => id)
          const order = `rating ${direction}, id`
          expect(found).toEqual(idsBy(order, offset, `owner_id = ${owner}`))
        }
      }
    }
  })

  it('an anchored slice does not pass over the rows before it again', async () => {
    const all = kyselyItems(db, db.selectFrom('note').selectAll())
    await all.slice(5000, 50)
    await all.slice(5100, 50)

    expect(sent[0]).toContain('offset')
    expect(sent[1]).toContain('"id" >')
  })

  it('an anchored slice begins again after a write of this process or another', async () => {
    const all = kyselyItems(db, db.selectFrom('note').selectAll())
    const writes = [
      () => sqlite.exec('delete from note where id < 100'),
      () => other.exec('delete from note where id between 200 and 300'),
      () => other.exec('insert into note (id) values (-1), (-2)'),
    ]
    for (const write of writes) {
      await all.slice(5000, 50)
      write()
      const rows = await all.slice(5050, 50)
      expect(rows.map(({ id }) => id)).toEqual(idsBy('id', 5050))
    }
  })

  it('an anchored slice is not counted from a place that has moved while it is read', async () => {
    const all = kyselyItems(db, db.selectFrom('note').selectAll())
    await all.slice(5000, 50)
    const underWay = all.slice(5050, 50)
    other.exec('delete from note where id < 100')

    expect((await underWay).map(({ id }) => id)).toEqual(idsBy('id', 5050))
  })

  it('a first slice is read by one statement, whatever is written meanwhile', async () => {
    const all = kyselyItems(db, db.selectFrom('note').selectAll())
    const underWay = all.slice(5000, 50)
    other.exec('delete from note where id < 100')

    expect((await underWay).map(({ id }) => id)).toEqual(idsBy('id', 5000))
    expect(sent).toHaveLength(1)
  })

  it('sees in a transaction what it has written, and leaves nothing of it', async () => {
    const all = kyselyItems(db, db.selectFrom('note').selectAll())
    await all.slice(5000, 50)
    const work = db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('note').where('id', '<=', 10).execute()
      const inside = kyselyItems(transaction, transaction.selectFrom('note').selectAll())
      expect((await inside.slice(5050, 1))[0]).toMatchObject({ id: 5061 })
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')

    expect((await all.slice(5050, 1))[0]).toMatchObject({ id: 5051 })
  })

  it('a slice is read from the beginning when an anchor could skip a row', async () => {
    sqlite.exec(
      'create table tag (note integer); insert into tag select id from note; insert into tag select id from note',
    )
    sqlite.exec('create table loose (id integer); insert into loose select id / 2 from note')
    // With `desc` it is no row number, and may be null as often as one likes.
    sqlite.exec(
      'create table nobody (id integer primary key desc); insert into nobody select null from note',
    )
    const joined = db.selectFrom('note').innerJoin('tag', 'tag.note', 'note.id').select('note.id')
    const lists = [
      kyselyItems(db, joined, { key: 'note.id' }),
      kyselyItems(db, db.selectFrom('loose').selectAll()),
      kyselyItems(db, db.selectFrom('nobody').selectAll()),
    ]
    for (const items of lists) {
      const whole = (await items.slice(0, null)).map(({ id }) => id)
      for (const offset of [4999, 5002, 5005]) {
        const rows = await items.slice(offset, 3)
        expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 3))
      }
    }
  })

  it('an anchored slice uses a key of several columns, unless one of them may be null', async () => {
    sqlite.exec(`create table pair (a integer not null, b integer not null, primary key (b, a));
      insert into pair select id / 40, id % 40 from note;
      create table loose_pair (a integer, b integer not null, primary key (a, b));
      insert into loose_pair select null, id / 2 from note`)

    for (const [table, isReadOn] of [
      ['pair', true],
      ['loose_pair', false],
    ] as const) {
      const query = db.selectFrom(table).selectAll()
      const items = kyselyItems(db, query, { key: ['a', 'b'] })
      for (const [ordering, order] of [
        [[], 'a, b'],
        [['-b'], 'b desc, a desc'],
      ] as const) {
        const ordered = ordering.length === 0 ? items : items.orderBy(ordering)
        for (const offset of offsets) {
          expect(await ordered.slice(offset, 50)).toEqual(
            other
              .prepare(`select a, b from ${table} order by ${order} limit 50 offset ${offset}`)
              .all(),
          )
        }
      }
      sent.length = 0
      await items.slice(7450, 50)
      expect(sent[0]?.includes('"b" >'), table).toEqual(isReadOn)
    }
  })

  it('keeps to what a plugin makes of the rows', async () => {
    const camel = db.withPlugin(new CamelCasePlugin())
    const items = kyselyItems(camel, camel.selectFrom('note').selectAll().orderBy('ownerId'))
    await items.slice(5000, 50)
    const [row] = await items.slice(5100, 50)
    expect(Object.keys(row ?? {})).toEqual(['id', 'ownerId', 'rating', 'title'])
    expect(row?.id).toBe(idsBy('owner_id, id', 5100)[0])
  })

  it('an anchored slice is right among texts that are not UTF-8', async () => {
    sqlite.exec(
      "update note set title = cast(unhex(printf('%02x', id % 97 + 158)) as text) where id % 3",
    )
    const items = kyselyItems(db, db.selectFrom('note').selectAll()).orderBy(['title'])
    for (const offset of offsets) {
      const rows = await items.slice(offset, 50)
      expect(rows.map(({ id }) => id)).toEqual(idsBy('title, id', offset))
    }
  })

  it('a slice is read from the beginning when the order has more than columns', async () => {
    const items = kyselyItems(db, db.selectFrom('note').selectAll().orderBy(sql`rating % 3`))
    await items.slice(5000, 50)
    const rows = await items.slice(5100, 50)
    expect(rows.map(({ id }) => id)).toEqual(idsBy('rating % 3, id', 5100))
  })
})

describe('anchors', () => {
  it('a list has few anchors however long it is', () => {
    const anchors = new Anchors()
    for (let offset = 0; offset < 10_000_000; offset += 500) {
      if (anchors.lacks(offset)) anchors.add({ offset, position: [`${offset}`] })
    }
    const distances = [999_999, 5_000_000, 9_999_999].map(
      (offset) => offset - (anchors.before(offset)?.offset ?? 0),
    )
    expect(Math.max(...distances)).toBeLessThan(20_000)
  })
})

it('places far beyond a list are looked for no longer than others', () => {
  const anchors = new Anchors()
  anchors.add({ offset: 1500, position: ['1500'] })

  expect(anchors.before(Number.MAX_SAFE_INTEGER)?.offset).toBe(1500)
  expect(anchors.before(1499)).toBeNull()
})
