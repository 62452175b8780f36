import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  kyselyReplayStore,
  kyselyTransactions,
  migrate,
} from '../../../src/kysely/index.ts'
import { joining } from '../../../src/kysely/transactions/joining.ts'

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

testStore('SQLite', openInMemory)
describe.skipIf(postgresMissing !== null)('replays on a server', () => {
  testStore('PostgreSQL', async () => {
    const opened = await openPostgres()
    await migrate(opened.db)
    return opened
  })
})

function testStore(name: string, open: Open): void {
  async function openStore() {
    const { db, close } = await open()
    onTestFinished(close)
    return db
  }

  describe(`the replay store on ${name}`, () => {
    it('an id stays remembered when the transaction of its request is rolled back', async () => {
      const db = await openStore()
      const store = kyselyReplayStore(db)
      const work = kyselyTransactions(db).run(async () => {
        expect(await store.remember('a', 60)).toBe(true)
        throw new Error('rolled back')
      })
      await expect(work).rejects.toThrow('rolled back')

      expect(await store.remember('a', 60)).toBe(false)
    })

    it('an id stays remembered when a transaction that has written is rolled back', async () => {
      const db = await openStore()
      const store = kyselyReplayStore(db)
      const work = kyselyTransactions(db).run(async () => {
        await sql`create table written (id integer)`.execute(joining(db))
        expect(await store.remember('a', 60)).toBe(true)
        throw new Error('rolled back')
      })
      await expect(work).rejects.toThrow('rolled back')

      expect(await store.remember('a', 60)).toBe(false)
    })

    it('keeps no id in clear text, and deletes the rows of expired ones', async () => {
      const db = await openStore()
      let now = 1_790_000_000
      const store = kyselyReplayStore(db, { now: () => now })
      for (let id = 0; id < 150; id++) await store.remember(`proof ${id}`, 60)
      expect(JSON.stringify(await db.selectFrom('turnpike_replay').selectAll().execute()))
        .not //
        .toContain('proof')

      now += 61
      for (let id = 0; id < 100; id++) await store.remember(`later ${id}`, 60)
      const rows = await db.selectFrom('turnpike_replay').selectAll().execute()
      expect(rows).toHaveLength(100)
    })
  })
}
