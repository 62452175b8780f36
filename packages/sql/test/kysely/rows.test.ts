import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnyDatabase, sqliteDialect } from '../../src/kysely/index.ts'

describe('the rows of sqliteDialect', () => {
  let sqlite: Sqlite.Database
  let db: AnyDatabase

  beforeEach(() => {
    sqlite = new Sqlite(':memory:')
    sqlite.exec(
      "create table note (id integer primary key, title text); insert into note values (7, 'a')",
    )
    db = new Kysely({ dialect: sqliteDialect(sqlite) })
  })
  afterEach(() => db.destroy())

  it('rows are the same whether columns are named or selected by a star', async () => {
    const note = { id: 7, title: 'a' }

    expect(await db.selectFrom('note').select(['id', 'title']).execute()).toEqual([note])
    expect(await db.selectFrom('note').selectAll().execute()).toEqual([note])
  })

  it('rows follow the schema when selected by a star, while the statement is kept', async () => {
    const all = db.selectFrom('note').selectAll()
    await all.execute()

    sqlite.exec(
      'alter table note rename column title to heading; alter table note add priority integer',
    )
    expect(await all.execute()).toEqual([{ id: 7, heading: 'a', priority: null }])
  })

  it('rows are streamed, and returned by statements that write', async () => {
    const streamed: unknown[] = []
    for await (const row of db.selectFrom('note').select('title').stream()) streamed.push(row)
    expect(streamed).toEqual([{ title: 'a' }])

    const insert = db.insertInto('note').values({ title: 'b' }).returning(['id', 'title'])
    expect(await insert.executeTakeFirst()).toEqual({ id: 8, title: 'b' })
  })

  it('rows hold a column of any name', async () => {
    const { rows } = await sql`select 1 as constructor, 2 as "a b"`.execute(db)

    expect(rows).toEqual([{ constructor: 1, 'a b': 2 }])
  })

  it('rows hold great integers exactly, also after the statement has read small ones', async () => {
    const ids = db.selectFrom('note').select('id').orderBy('id', 'desc').limit(2)
    const great = db.selectFrom('note').select('id').where('id', '>', 7)
    expect(await ids.execute()).toEqual([{ id: 7 }])
    expect(await great.execute()).toEqual([])

    sqlite.exec("insert into note values (9007199254740993, 'great')")
    expect(await ids.execute()).toEqual([{ id: '9007199254740993' }, { id: 7 }])
    expect(await great.execute()).toEqual([{ id: '9007199254740993' }])
    sqlite.exec('delete from note where id > 7')
    expect(await ids.execute()).toEqual([{ id: 7 }])
  })

  it('rows have real numbers beyond 2^53 as numbers', async () => {
    const { rows } = await sql`select 1e300 as big, 9e15 as whole, -9e999 as least`.execute(db)

    expect(rows).toEqual([{ big: 1e300, whole: 9e15, least: -Infinity }])
  })

  it('rows of a union have the values of each of its parts', async () => {
    sqlite.exec('create table task (done boolean); insert into task values (1)')
    const { rows } = await sql`select done from task union all select 1.0 order by done`.execute(db)

    expect(rows).toContainEqual({ done: true })
    expect(rows).toContainEqual({ done: 1 })
  })
})
