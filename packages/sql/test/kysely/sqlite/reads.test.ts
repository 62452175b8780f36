import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { gate, openNotes } from './notes-in-file.ts'

describe('reads outside of a transaction, on SQLite', () => {
  it('reads are answered before a transaction of the same process ends, with committed data', async () => {
    const { db, write, titles } = await openNotes()
    await write('old')
    const events: string[] = []
    const [written, finish] = [gate(), gate()]
    const transaction = db.transaction().execute(async (transaction) => {
      await write('new', transaction)
      written.resolve()
      await finish.promise
      events.push('the transaction ends')
    })

    await written.promise
    expect(await titles()).toEqual(['old'])
    const { rows } = await sql`select count(*) as count from note`.execute(db)
    expect(rows).toEqual([{ count: 1 }])
    for await (const row of db.selectFrom('note').select('title').stream())
      expect(row).toEqual({ title: 'old' })
    events.push('reads are answered')
    finish.resolve()
    await transaction

    expect(events).toEqual(['reads are answered', 'the transaction ends'])
    expect(await titles()).toEqual(['old', 'new'])
  })

  it('reads see what was written before them, by any kind of statement', async () => {
    const { db, write, titles } = await openNotes()
    await write('a')
    expect(await titles()).toEqual(['a'])
    await sql`insert into note (title) values ('b')`.execute(db)
    expect(await titles()).toEqual(['a', 'b'])
    await sql`with c as (select 'c' as title) insert into note (title) select title from c`.execute(
      db,
    )
    expect(await titles()).toEqual(['a', 'b', 'c'])
    await db.schema.alterTable('note').renameColumn('title', 'heading').execute()
    expect(await db.selectFrom('note').select('heading').execute()).toHaveLength(3)
  })

  it('reads see what is committed while rows are streamed, which show the earlier state', async () => {
    const { db, write, titles } = await openNotes()
    await write('a')
    await write('b')
    const streamed: unknown[] = []
    for await (const { title } of db.selectFrom('note').select('title').orderBy('id').stream()) {
      streamed.push(title)
      await write(`${title} again`)
    }

    expect(streamed).toEqual(['a', 'b'])
    expect(await titles()).toEqual(['a', 'b', 'a again', 'b again'])
  })

  it('reads use the connection that writes for what only it knows', async () => {
    const { db, write } = await openNotes()
    await write('a')
    await write('b')

    const last = sql<{ id: number }>`select last_insert_rowid() as id, changes() as changes`
    expect((await last.execute(db)).rows).toEqual([{ id: 2, changes: 1 }])
    const { rows } = await sql`pragma foreign_keys`.execute(db)
    expect(rows).toEqual([{ foreign_keys: 1 }])
  })

  it('reads find temporary tables and attached databases, as long as there are any', async () => {
    const { db, write, titles } = await openNotes()
    await write('kept')
    await sql`create temp table scratch (id integer)`.execute(db)
    expect(await db.selectFrom('scratch').selectAll().execute()).toEqual([])
    await sql`drop table scratch`.execute(db)

    await sql`attach ':memory:' as more`.execute(db)
    await sql`create table more.far (id integer)`.execute(db)
    expect(await db.selectFrom('more.far').selectAll().execute()).toEqual([])
    await sql`detach more`.execute(db)
    await expect(db.selectFrom('more.far').selectAll().execute()).rejects.toThrow('no such table')
    expect(await titles()).toEqual(['kept'])
  })

  it('compare as the pragma says that was sent last, also what is kept', async () => {
    const { db, write } = await openNotes()
    await write('A')
    const count = () =>
      kyselyItems(db, db.selectFrom('note').selectAll().where('title', 'like', 'a')).count()

    expect(await count()).toBe(1)
    await sql`pragma case_sensitive_like = on`.execute(db)
    expect(await count()).toBe(0)
    expect(await count()).toBe(0)
    await sql`pragma case_sensitive_like = off`.execute(db)
    expect(await count()).toBe(1)
  })

  it('reads do not see the temporary table of a transaction under way', async () => {
    const { db, write, titles } = await openNotes()
    await write('kept')

    await db.transaction().execute(async (transaction) => {
      await sql`create temp table note (id integer, title text)`.execute(transaction)
      expect(await titles(transaction)).toEqual([])
      expect(await titles()).toEqual(['kept'])
      await sql`drop table temp.note`.execute(transaction)
    })
    expect(await titles()).toEqual(['kept'])
  })

  it('reads follow a write in db.connection(), which has the connection that writes from then on', async () => {
    const { db, write, titles } = await openNotes()

    await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await write('mine', connection)
      expect(await titles(connection)).toEqual(['mine'])
      expect(await titles()).toEqual([])
      await sql`commit`.execute(connection)
    })
    expect(await titles()).toEqual(['mine'])
  })

  it('reads see nothing of what savepoints take back', async () => {
    const { db, write, titles } = await openNotes()
    const transaction = await db.startTransaction().execute()
    await write('a', transaction)
    const inner = await transaction.savepoint('inner').execute()
    await write('b', inner)
    await inner.rollbackToSavepoint('inner').execute()
    expect(await titles(transaction)).toEqual(['a'])
    expect(await titles()).toEqual([])
    await transaction.commit().execute()

    expect(await titles()).toEqual(['a'])
  })
})

it('connections for reading are closed with the database, streams among them, and leave no log', async () => {
  const { path, db, close } = await openInFile()
  await sql`create table note (title text)`.execute(db)
  await db
    .insertInto('note')
    .values([{ title: 'a' }, { title: 'b' }])
    .execute()
  await db.selectFrom('note').selectAll().execute()
  const stream = db.selectFrom('note').selectAll().stream()
  await stream.next()
  expect(readdirSync(dirname(path))).toContain('accounts.db-wal')

  await db.destroy()
  expect(readdirSync(dirname(path))).toEqual(['accounts.db'])
  await close()
})
