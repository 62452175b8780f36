import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselyThrottleStore, migrate } from '../../../src/kysely/index.ts'

const rate = { limit: 2, seconds: 60 }

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

testStore('SQLite', openInMemory)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testStore('PostgreSQL', async () => {
    const opened = await openPostgres()
    await migrate(opened.db)
    return opened
  })
})

function testStore(name: string, open: Open): void {
  async function openStore(start: number) {
    const { db, close } = await open()
    onTestFinished(close)
    let now = start
    const store = kyselyThrottleStore(db, { now: () => now })
    return {
      db,
      store,
      setNow(moment: number) {
        now = moment
      },
      at(moment: number, key = 'ann') {
        now = moment
        return store.take(key, rate)
      },
    }
  }

  describe(`the throttle store on ${name}`, () => {
    it('a throttle store counts again when the clock was set back, and refuses no one until it has caught up', async () => {
      const { at } = await openStore(10_000)
      await at(10_000)
      await at(10_000)
      expect(await at(10_000)).toMatchObject({ allowed: false })

      expect(await at(5000)).toEqual({ allowed: true })
      expect(await at(5001)).toEqual({ allowed: true })
      expect(await at(5002)).toEqual({ allowed: false, wait: expect.closeTo(58) })
      expect(await at(5060)).toEqual({ allowed: true })
    })

    it('counts on when the clocks of two processes differ by less than a second', async () => {
      const { at } = await openStore(10_000)
      await at(10_000.5)
      await at(10_000)

      expect(await at(10_000.2)).toMatchObject({ allowed: false })
      expect(await at(10_059.9)).toMatchObject({ allowed: false })
      expect(await at(10_060.6)).toEqual({ allowed: true })
    })

    it('keeps no address and no name, and only the moments that count', async () => {
      const { db, at } = await openStore(0)
      for (let moment = 0; moment < 600; moment += 30) await at(moment, 'anon:192.0.2.7')

      const rows = await db.selectFrom('turnpike_throttle').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(rows[0]?.key).toMatch(/^[0-9a-f]{64}$/)
      const moments = rows[0]?.moments
      expect(typeof moments === 'string' ? JSON.parse(moments) : moments).toHaveLength(2)
    })

    it('keeps one row without a name for each client of a calendar, until its period ends', async () => {
      const { db, store, setNow } = await openStore(0)
      const hour = (number: number) => number * 3600
      const rateAt = (now: number) => ({
        limit: 1000,
        bounds: [hour(now - 1), hour(now), hour(now + 1), hour(now + 2)] as const,
      })
      for (let request = 0; request < 150; request++)
        await store.take(`192.0.2.${request}`, rateAt(0))
      await store.take('192.0.2.7', rateAt(0), { cost: 900 })
      setNow(hour(1) + 2)
      for (let request = 0; request < 100; request++) await store.take('latest', rateAt(1))

      const rows = await db.selectFrom('turnpike_period_count').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(rows[0]?.key).toMatch(/^[0-9a-f]{64}$/)
      expect(Number(rows[0]?.used)).toBe(100)
      expect(Number(rows[0]?.start)).toBe(hour(1) * 1e6)
    })

    it('deletes the rows that count nothing any more, and no others', async () => {
      const { db, at } = await openStore(0)
      for (let client = 0; client < 150; client++) await at(0, `client ${client}`)
      await at(1000, 'alive')
      for (let request = 0; request < 100; request++) await at(1001, 'latest')

      const { rows } = await sql<{ count: number }>`
        select count(*) as count from turnpike_throttle`.execute(db)
      expect(Number(rows[0]?.count)).toBe(2)
    })
  })
}
