import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselyStore, textKey } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

interface Visit {
  id: number
  country: string
  year: number
}

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

testKeys('Kysely on SQLite', async () => openDatabase('sqlite::memory:'))
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testKeys('Kysely on PostgreSQL', openPostgres)
})

function testKeys(name: string, open: Open): void {
  it(`refuses a key that may be the same in several rows: ${name}`, async () => {
    const opened = await open()
    onTestFinished(opened.close)
    const db = opened.db as Kysely<{ visit: Visit; visits: Visit }>
    await db.schema
      .createTable('visit')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('country', 'text', (code) => code.notNull())
      .addColumn('year', 'integer', (year) => year.notNull())
      .addUniqueConstraint('visit_once', ['country', 'year'])
      .execute()
    await db.schema.createView('visits').as(db.selectFrom('visit').selectAll()).execute()
    const visit = await kyselyStore(db, 'visit').create({ id: 1, country: 'at', year: 2026 })
    const byYear = kyselyStore(db, 'visit', { key: 'year' })

    const refusal =
      "unique constraint on it. Set the key of kyselyStore() to columns that have one: 'id'"
    await expect(byYear.find('2026')).rejects.toThrow(refusal)
    await expect(byYear.update(visit, { year: 2027 })).rejects.toThrow(refusal)
    await expect(byYear.destroy(visit)).rejects.toThrow(refusal)

    const readKey = { country: textKey }
    const byBoth = kyselyStore(db, 'visit', { key: ['year', 'country'], readKey })
    const withMore = kyselyStore(db, 'visit', { key: ['id', 'year'] })
    const inView = kyselyStore(db, 'visits', { key: 'year' })
    expect(await byBoth.find('2026', 'at')).toEqual(visit)
    expect(await withMore.find('1', '2026')).toEqual(visit)
    expect(await inView.find('2026')).toEqual(visit)
  })
}
