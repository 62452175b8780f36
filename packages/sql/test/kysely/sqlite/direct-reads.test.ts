import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { atomically } from '../../../src/kysely/atomic.ts'
import { currentTransaction, kyselyItems } from '../../../src/kysely/index.ts'
import { openNotes } from './notes-in-file.ts'

describe('reads by the short way, on SQLite', () => {
  it('a read takes no connection from Kysely, unless it is in a transaction', async () => {
    const { db, write, titles } = await openNotes()
    await write('a')
    const provide = vi.spyOn(db.getExecutor(), 'provideConnection')

    expect(await titles()).toEqual(['a'])
    expect((await sql`select count(*) as count from note`.execute(db)).rows).toEqual([{ count: 1 }])
    expect(provide).not.toHaveBeenCalled()

    await write('b')
    expect(provide).toHaveBeenCalledTimes(1)
    await db.transaction().execute(async (transaction) => {
      await write('c', transaction)
      expect(await titles(transaction)).toEqual(['a', 'b', 'c'])
      expect(await titles()).toEqual(['a', 'b'])
    })
  })

  it('a list read by the short way joins the transaction of its work', async () => {
    const { db, write } = await openNotes()
    const items = kyselyItems(db, db.selectFrom('note').select('title'))
    await atomically(db, async () => {
      await write('inside', currentTransaction(db))
      expect(await items.slice(0, 10)).toEqual([{ title: 'inside' }])
      expect(await items.count()).toBe(1)
    })
    expect(await items.count()).toBe(1)
  })

  it('a read that fails by the short way is rejected with the same error', async () => {
    const { db, write } = await openNotes()
    await expect(sql`select * from nowhere`.execute(db)).rejects.toThrow('no such table: nowhere')
    await expect(sql`select abs(-9223372036854775808)`.execute(db)).rejects.toThrow('overflow')
    // Statements that write are not read, whatever they begin with.
    await sql`with c as (select 'c' as t) insert into note (title) select t from c`.execute(db)
    await write('d')

    await db.destroy()
    await expect(sql`select 1`.execute(db)).rejects.toThrow('destroyed')
  })

  it('a read with a signal that is aborted is rejected', async () => {
    const { db, titles } = await openNotes()
    const read = db.selectFrom('note').select('title')

    await expect(read.execute({ signal: AbortSignal.abort() })).rejects.toThrow('abort')
    expect(await titles()).toEqual([])
  })
})
