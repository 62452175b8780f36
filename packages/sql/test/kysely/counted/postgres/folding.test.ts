import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countedTable } from '../../../../src/kysely/counted/counted-table.ts'
import { startFolding } from '../../../../src/kysely/counted/folding.ts'
import { layoutOf } from '../../../../src/kysely/counted/postgres/layout.ts'
import { storedDefinitions } from '../../../../src/kysely/counted/stored.ts'
import { type AnyDatabase, kyselyItems } from '../../../../src/kysely/index.ts'

describe.skipIf(postgresMissing)('folding in the background', () => {
  async function countedNotes() {
    const { db, close } = await openPostgres()
    onTestFinished(close)
    await sql`create table note (id bigserial primary key, title text)`.execute(db)
    await countedTable(db, 'note', { orders: ['id'] })
    const [definition] = await storedDefinitions(db)
    const { delta, state } = layoutOf(definition as NonNullable<typeof definition>)
    const numberOf = async (what: string) => {
      const { rows } = await sql<{ n: string }>`select ${sql.raw(what)} as n`.execute(db)
      return Number(rows[0]?.n)
    }
    return {
      db,
      unfolded: () => numberOf(`(select count(*) from ${delta})`),
      folded: () => numberOf(`(select total from ${state})`),
    }
  }

  const warnings: unknown[] = []
  const logger = {
    ...console,
    warn: (...logged: unknown[]) => void warnings.push(logged),
  } as never as Parameters<typeof startFolding>[1]['logger']

  const insert = (db: AnyDatabase, rows: number) =>
    sql`insert into note (title) select g from generate_series(1, ${rows}) g`.execute(db)

  test('adds to the counters whatever any program writes, until it is stopped', async () => {
    const { db, unfolded, folded } = await countedNotes()
    const folding = [1, 2].map(() => startFolding(db, { logger, busyMillis: 10 }))
    await insert(db, 12_000)
    await expect.poll(unfolded).toBe(0)
    expect(await folded()).toBe(12_000)

    await Promise.all(folding.map((one) => one.stop()))
    await insert(db, 5)
    expect(await unfolded()).toBe(5)
    expect(await kyselyItems(db, db.selectFrom('note').selectAll()).count()).toBe(12_005)
  })

  test('startFolding() refuses a pause that is longer than a timer can be', async () => {
    const { db } = await countedNotes()

    expect(() => startFolding(db, { logger, busyMillis: 3_000_000_000 })).toThrow(
      'busyMillis of startFolding() must be a number of milliseconds from 1 to 2147483647',
    )
  })

  test('goes on after a failure, which is logged once', async () => {
    const { db, unfolded, folded } = await countedNotes()
    const folding = startFolding(db, { logger, busyMillis: 10 })
    onTestFinished(() => folding.stop())
    await sql`alter table note rename to hidden`.execute(db)
    await sql`insert into hidden (title) values ('one')`.execute(db)
    await expect.poll(() => warnings.length).toBe(1)
    await sql`alter table hidden rename to note`.execute(db)
    await expect.poll(unfolded).toBe(0)
    expect(await folded()).toBe(1)
    expect(warnings).toHaveLength(1)
  })
})
