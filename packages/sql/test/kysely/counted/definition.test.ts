import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AnyDatabase,
  type CountedTableOptions,
  countedTable,
  dropCountedTable,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

describe('countedTable on SQLite', () => {
  let db: AnyDatabase

  beforeEach(async () => {
    db = new Kysely<unknown>({ dialect: sqliteDialect(new Sqlite(':memory:')) })
    await run('create table note (id integer primary key, title text, owner integer, created text)')
    await run('create index note_created on note (created)')
  })
  afterEach(() => db.destroy())

  const run = (statement: string) => sql.raw(statement).execute(db)

  it.each<[CountedTableOptions, string]>([
    [{ orders: [] }, "orders of countedTable('note') is empty"],
    [{ orders: [[]] }, 'an order without fields'],
    [{ orders: ['id'], key: [] }, "key of countedTable('note') has no fields"],
    [{ orders: [['created', '-title']] }, 'has two directions'],
    [{ orders: ['created', '-created'] }, 'has the order created twice'],
    [{ orders: ['created', ['-created', '-id']] }, 'the key ends every order'],
    [{ orders: ['id'], by: ['-owner'] }, "write 'owner'"],
    [{ orders: ['id'], by: ['owner', 'owner'] }, 'names owner twice'],
    [{ orders: ['colour'] }, 'it has no column colour. Its columns: id, title, owner, created.'],
    [{ orders: ['title'] }, 'create index "note_title_id" on "note" ("title", "id")'],
    [{ orders: ['id'], key: 'title' }, 'title of its key may be null'],
  ])('refuses the options %j and says what to do', async (options, message) => {
    await expect(countedTable(db, 'note', options)).rejects.toThrow(message)
  })

  it.each([
    ['create view shown as select * from note', 'shown', 'it is a view'],
    ['create virtual table words using fts5(word)', 'words', 'it is a virtual table'],
    ['create table bare (title text)', 'bare', 'it has no primary key'],
    ['create table loose (id text primary key)', 'loose', 'id of its key may be null'],
    [
      'create table keyed (id integer primary key, name text); create unique index lowered on keyed (lower(name))',
      'keyed',
      'the unique index lowered is over an expression',
    ],
    ['select 1', 'missing', 'there is no such table'],
  ])('after %s, does not count %s', async (statements, table, message) => {
    for (const statement of statements.split('; ')) await run(statement)
    await expect(countedTable(db, table, { orders: ['id'] })).rejects.toThrow(message)
  })

  const objects = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where name like 'turnpike_counted_%' order by name`.execute(db)
    return rows.map(({ name }) => name)
  }

  it('replaces other counters of the table, and dropCountedTable leaves none', async () => {
    await countedTable(db, 'note', { orders: ['id'] })
    const before = await objects()
    await countedTable(db, 'note', { orders: ['id'] })
    expect(await objects()).toEqual(before)

    await countedTable(db, 'note', { orders: ['id', '-created'], by: ['owner'] })
    expect((await objects()).length).toBeGreaterThan(before.length)

    await dropCountedTable(db, 'note')
    await dropCountedTable(db, 'note')
    expect(await objects()).toEqual([])
  })

  it('countedTable is undone with the transaction that it is called in', async () => {
    const work = db.transaction().execute(async (transaction) => {
      await countedTable(transaction, 'note', { orders: ['id'] })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await objects()).toEqual([])
  })
})
