import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import type Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'

describe('the query cache', () => {
  let opened: RecordedSqlite
  let sqlite: Sqlite.Database
  /** Another connection to the same file, as another process has one. */
  let other: Sqlite.Database
  let db: AnyDatabase
  /** The statements that were sent. */
  let sent: string[]

  beforeEach(() => {
    opened =
      openRecordedSqlite(`create table note (id integer primary key, owner integer, title text);
      create table other (id integer primary key);
      insert into note values (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c')`)
    ;({ sqlite, other, db, sent } = opened)
  })
  afterEach(() => opened.close())

  const all = () => kyselyItems(db, db.selectFrom('note').selectAll())
  const countOf = (owner: number) =>
    kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', owner)).count()

  it('a cached count is read once for all requests', async () => {
    expect(await all().count()).toBe(3)
    expect(await all().count()).toBe(3)
    expect(sent).toHaveLength(1)
  })

  it('a cached count belongs to one query and its values', async () => {
    expect(await all().count()).toBe(3)
    expect(await countOf(1)).toBe(2)
    expect(await countOf(2)).toBe(1)
    expect(await countOf(1)).toBe(2)
    expect(await countOf(2)).toBe(1)
    expect(await countOf(3)).toBe(0)
  })

  it('sees what this process writes, by Kysely and beside it', async () => {
    await all().count()
    await db.insertInto('note').values({ owner: 1 }).execute()
    expect(await all().count()).toBe(4)

    sqlite.exec('delete from note')
    expect(await all().count()).toBe(0)
  })

  it('sees what another process writes', async () => {
    expect(await all().count()).toBe(3)
    other.exec('insert into note (owner) values (1)')
    expect(await all().count()).toBe(4)
  })

  it('a cached count follows a table that is dropped and made again', async () => {
    expect(await all().count()).toBe(3)
    sqlite.exec('drop table note; create table note (id integer primary key, owner integer)')
    expect(await all().count()).toBe(0)
    other.exec('alter table note add title text')
    expect(await all().count()).toBe(0)
  })

  it('a count is not cached from a transaction, which may be rolled back', async () => {
    expect(await all().count()).toBe(3)
    const seen = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('note').values({ owner: 1 }).execute()
      const inside = kyselyItems(transaction, transaction.selectFrom('note').selectAll())
      expect(await inside.count()).toBe(4)
      expect(await inside.count()).toBe(4)
      throw new Error('rolled back')
    })
    await expect(seen).rejects.toThrow('rolled back')

    expect(await all().count()).toBe(3)
  })

  it('a cached count has nothing of a transaction under way, and nothing from before a foreign write', async () => {
    await all().count()
    let outside: Promise<number> | undefined
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('note').values({ owner: 1 }).execute()
      outside = all().count()
      await sql`rollback`.execute(transaction)
      other.exec('insert into note (owner) values (1), (1)')
      await sql`begin`.execute(transaction)
    })

    expect(await outside).toBe(5)
    expect(await all().count()).toBe(5)
  })

  it('a cached count is not used while rows are streamed, when the connection reads an old state', async () => {
    expect(await all().count()).toBe(3)
    let during: Promise<number> | undefined
    for await (const _ of db.selectFrom('note').select('id').stream()) {
      if (during === undefined) {
        other.exec('insert into note (owner) values (1)')
        during = all().count()
      }
    }
    expect(await during).toBe(4)
  })

  it('a count is read each time when more than the tables decides it', async () => {
    sqlite.exec('create view seen as select * from note')
    const listed = {
      function: db.selectFrom('note').selectAll().where(sql`random()`, 'is not', null),
      view: db.selectFrom('seen').selectAll(),
      subquery: db.selectFrom(db.selectFrom('note').selectAll().limit(2).as('some')).selectAll(),
    }
    for (const query of Object.values(listed)) {
      const before = sent.length
      await kyselyItems(db, query).count()
      await kyselyItems(db, query).count()
      expect(sent.length - before).toBe(2)
    }
  })

  it('a count is still cached after temporary tables were used, as migrations do', async () => {
    sqlite.exec('create temp table some (id integer); drop table some')
    await all().count()
    await all().count()
    expect(sent).toHaveLength(1)
  })

  it('a count is read each time when a temporary table hides the real one', async () => {
    expect(await all().count()).toBe(3)
    sqlite.exec('create temp table note (id integer, owner integer)')
    expect(await all().count()).toBe(0)
    expect(await all().count()).toBe(0)
    expect(sent).toHaveLength(3)
  })

  it('a count is not cached when a temporary table hides the real one while counting', async () => {
    const underWay = all().count()
    sqlite.exec('create temp table note (id integer, owner integer)')
    expect(await underWay).toBe(0)
    sqlite.exec('drop table temp.note')
    expect(await all().count()).toBe(3)
  })

  it('a cached count is of the main database; attached tables are counted each time', async () => {
    sqlite.exec("attach ':memory:' as more; create table more.far (id integer)")
    sqlite.exec('create table more.note (id integer); insert into more.far values (1)')
    expect(await all().count()).toBe(3)

    const far = kyselyItems(db, db.selectFrom('far').selectAll())
    expect(await far.count()).toBe(1)
    expect(await far.count()).toBe(1)
    expect(sent).toHaveLength(3)
  })
})
