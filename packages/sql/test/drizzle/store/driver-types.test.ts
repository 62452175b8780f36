import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drizzleStore } from '../../../src/drizzle/index.ts'
import { textKey } from '../../../src/kysely/index.ts'
import { versions } from '../../pairs/drizzle/versions.ts'

describe.skipIf(postgresMissing !== null)('texts of PostgreSQL that pg reads otherwise', () => {
  it.each(versions)(
    'an item of the store of Drizzle $version is that of Drizzle',
    async (drizzle) => {
      const { pool, url, close } = await openPostgres()
      onTestFinished(close)
      await pool.query(`create table visit (
      id serial primary key, begun timestamptz, local timestamp, lasted interval, prices numeric[]
    )`)
      const { pgTable, serial, timestamp, interval, numeric } = drizzle.pgCore
      const visit = pgTable('visit', {
        id: serial().primaryKey(),
        begun: timestamp({ withTimezone: true, mode: 'string' }),
        local: timestamp({ mode: 'string' }),
        lasted: interval(),
        prices: numeric().array(),
      })
      const client = new Pool({ connectionString: url })
      onTestFinished(() => client.end())
      const orm = drizzle.postgres.drizzle({ client })
      const store = drizzleStore(orm, visit)

      const created = await store.create({
        begun: '2020-01-02 03:04:05.123456+00',
        local: '2020-01-02 03:04:05.123456',
        lasted: '1 day',
        prices: ['1.50', '2.00'],
      })
      const [own] = await orm.select().from(visit)

      expect(created).toEqual(own)
      expect(await store.find('1')).toEqual(own)
      expect(await store.items.slice(0, 1)).toEqual([own])
      expect(await store.update(created, { lasted: '2 days' })).toEqual({
        ...own,
        lasted: '2 days',
      })
      expect(own).toMatchObject({ lasted: '1 day', local: '2020-01-02 03:04:05.123456' })
    },
  )

  it.each(versions)(
    'a key of Drizzle $version with microseconds is read as text and not as a Date',
    async (drizzle) => {
      const { pool, url, close } = await openPostgres()
      onTestFinished(close)
      await pool.query(`create table reading (at timestamptz primary key, value integer);
        insert into reading values ('2026-01-02T03:04:05.123456Z', 5)`)
      const { pgTable, timestamp, integer } = drizzle.pgCore
      const value = integer()
      const asDate = pgTable('reading', {
        at: timestamp({ withTimezone: true }).primaryKey(),
        value,
      })
      const asText = pgTable('reading', {
        at: timestamp({ withTimezone: true, mode: 'string' }).primaryKey(),
        value,
      })
      const client = new Pool({ connectionString: url })
      onTestFinished(() => client.end())
      const orm = drizzle.postgres.drizzle({ client })
      const at = '2026-01-02 03:04:05.123456+00'
      const dates = drizzleStore(orm, asDate, { readKey: textKey })
      const texts = drizzleStore(orm, asText, { readKey: textKey })

      const date = await dates.find(at)
      await expect(dates.destroy(date as never)).rejects.toThrow(
        'The key of drizzleStore() names "at", which is timestamp with time zone',
      )
      const text = await texts.find(at)
      expect(await texts.update(text as never, { value: 6 })).toEqual({ at, value: 6 })
      await texts.destroy(text as never)
      expect(await texts.items.count()).toBe(0)
    },
  )
})
