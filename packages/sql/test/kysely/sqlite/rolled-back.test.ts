import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { kyselyStore } from '../../../src/kysely/index.ts'
import { driverCode } from '../../../src/kysely/outages.ts'
import { openNotes } from './notes-in-file.ts'

describe('a transaction that SQLite rolls back by itself', () => {
  it('fails with the error for which it was rolled back', async () => {
    const { db, write, titles } = await openNotes()
    await sql`create trigger no_b before insert on note when new.title = 'b'
      begin select raise(rollback, 'secret reason'); end`.execute(db)
    const refused = db.transaction().execute(async (transaction) => {
      await write('a', transaction)
      await kyselyStore(transaction, 'note').create({ title: 'b' })
    })

    await expect(refused).rejects.toMatchObject({ status: 409, codes: 'conflict' })
    const begun = await db.startTransaction().execute()
    const error = await write('b', begun).catch((error: unknown) => error)
    expect(driverCode(error)).toBe('SQLITE_CONSTRAINT_TRIGGER')
    await begun.rollback().execute()
    await write('c')
    expect(await titles()).toEqual(['c'])
  })

  it('a rolled-back transaction runs no more statements, even when the error is caught', async () => {
    const { db, write, titles } = await openNotes()
    await write('taken')
    const goesOn = db.transaction().execute(async (transaction) => {
      await write('a', transaction)
      await sql`insert or rollback into note (id) values (1)`.execute(transaction).catch(() => {})
      await write('b', transaction)
    })

    await expect(goesOn).rejects.toThrow('SQLite has ended the transaction')
    expect(await titles()).toEqual(['taken'])
  })
})
