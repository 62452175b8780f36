import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

it.skipIf(postgresMissing !== null)(
  'rows of PostgreSQL that come with their count are the rows of the query, in every way',
  { timeout: 600_000 },
  async () => {
    const own = await openPostgres()
    onTestFinished(own.close)
    const { db, close } = openDatabase(own.url, { poolSize: 1 })
    onTestFinished(close)
    await sql`create table note (id integer primary key, title text, great bigint)`.execute(db)
    await sql`insert into note values (1, null, 9007199254740993), (2, 'b', 2), (3, 'c', null)`.execute(
      db,
    )
    const queries = [
      db.selectFrom('note').selectAll(),
      db.selectFrom('note').select(['great', 'id']),
      db.selectFrom('note').select(['id', 'title as text', sql`title`.as('text')]),
      db.selectFrom('note').select('id').distinct(),
    ]

    for (const query of queries) {
      const items = kyselyItems(db, query as never)
      const expected = await items.slice(1, 2)
      const page = { items: expected, count: 3 }
      for (let time = 0; time < 3; time++) {
        expect(await items.sliceAndCount?.(1, 2)).toStrictEqual(page)
      }
      await db.transaction().execute(async (transaction) => {
        const own = kyselyItems(transaction, query as never)
        expect(await own.sliceAndCount?.(1, 2)).toStrictEqual(page)
      })
      expect(await items.sliceAndCount?.(1, 2)).toStrictEqual(page)
      expect(await items.sliceAndCount?.(7, 2)).toStrictEqual({ items: [], count: 3 })
    }
  },
)
