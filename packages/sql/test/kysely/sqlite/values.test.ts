import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselyStore } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

function open(): AnyDatabase {
  const { db, close } = openDatabase('sqlite::memory:')
  onTestFinished(close)
  return db
}

const integers: [bigint, number | string][] = [
  [2n ** 53n - 1n, 2 ** 53 - 1],
  [2n ** 53n, '9007199254740992'],
  [2n ** 53n + 1n, '9007199254740993'],
  [2n ** 63n - 1n, '9223372036854775807'],
  [1n - 2n ** 53n, 1 - 2 ** 53],
  [-(2n ** 53n), '-9007199254740992'],
  [-(2n ** 63n), '-9223372036854775808'],
]

describe('values of SQLite', () => {
  it('values that are not of the declared type are kept as they are', async () => {
    const db = open()
    await sql`create table note (done boolean, meta json)`.execute(db)
    await sql`insert into note values (2, '{broken'), ('yes', x'00'), (null, null)`.execute(db)

    expect(await db.selectFrom('note').selectAll().execute()).toEqual([
      { done: 2, meta: '{broken' },
      { done: 'yes', meta: Buffer.from([0]) },
      { done: null, meta: null },
    ])
  })

  it('values are read alike one by one, and where the columns are named', async () => {
    const db = open()
    await sql`create table note (id integer primary key, done boolean, meta jsonb)`.execute(db)
    await sql`insert into note values (9007199254740993, 1, '[1]'), (2, 0, '"x"')`.execute(db)
    const rows = [
      { id: 2, done: false, meta: 'x' },
      { id: '9007199254740993', done: true, meta: [1] },
    ]

    for (const query of [
      db.selectFrom('note').selectAll(),
      db.selectFrom('note').select(['id', 'done', 'meta']),
    ]) {
      expect(await query.execute()).toEqual(rows)
      const streamed: unknown[] = []
      for await (const row of query.stream()) streamed.push(row)
      expect(streamed).toEqual(rows)
    }
  })

  it.each(integers)('an integer alone in its column is exact: %s', async (integer, read) => {
    const db = open()
    await sql`create table note (id integer primary key, size integer)`.execute(db)
    await sql`insert into note values (1, ${integer}), (${integer}, 1)`.execute(db)

    for (const column of ['id', 'size']) {
      const query = db.selectFrom('note').select(column).where(column, '=', integer)
      const row = { [column]: read }
      expect(await query.execute()).toEqual([row])
      expect(await query.execute()).toEqual([row])
      for await (const streamed of query.stream()) expect(streamed).toEqual(row)
    }
    const notes = kyselyStore(db, 'note')
    const found = await notes.find(String(integer))
    expect(found).toEqual({ id: read, size: 1 })
    expect(await notes.update(found as object, { size: 2 })).toEqual({ id: read, size: 2 })
  })

  it('the real number beside the least integer is read as a number', async () => {
    const { rows } = await sql`select ${-(2 ** 63)} as size`.execute(open())
    expect(rows).toEqual([{ size: -(2 ** 63) }])
  })

  it('values have the columns that a migration makes while the process runs', async () => {
    const db = open()
    await sql`create table note (id integer primary key)`.execute(db)
    const notes = kyselyStore(db, 'note')
    expect(await notes.create({ id: 1 })).toEqual({ id: 1 })
    expect(await notes.find('1')).toEqual({ id: 1 })

    await sql`alter table note add column done boolean default false`.execute(db)
    await sql`alter table note add column meta jsonb`.execute(db)

    expect(await notes.find('1')).toEqual({ id: 1, done: false, meta: null })
    expect(await notes.create({ id: 2, done: true, meta: [] })).toEqual({
      ...{ id: 2, done: true, meta: [] },
    })
  })

  it('values are compared with dates by their text', async () => {
    const db = open()
    await sql`create table event (moment text)`.execute(db)
    const moment = new Date('2026-11-21T10:00:00Z')
    await db.insertInto('event').values({ moment }).execute()

    const found = db.selectFrom('event').selectAll().where('moment', '<=', moment)
    expect(await found.execute()).toEqual([{ moment: '2026-11-21T10:00:00.000Z' }])
  })
})
