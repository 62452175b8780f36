import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import type { KeysetWindow, PlacedItem, Position } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

describe.skipIf(postgresMissing !== null)('cursors of a service on PostgreSQL', () => {
  it.each([
    ['extra_float_digits = 0', 'half'],
    ['extra_float_digits = -15', 'whole'],
    ["datestyle = 'German'", 'moment'],
    ["datestyle = 'Postgres, DMY'", 'moment'],
    ["datestyle = 'SQL, DMY'", 'moment'],
    ["intervalstyle = 'sql_standard'", 'length'],
    ["bytea_output = 'escape'", 'bytes'],
  ])('cursors are exact where the database has %s, by %s', async (setting, column) => {
    const { db: own, url, close } = await openPostgres()
    onTestFinished(close)
    const name = sql.ref(new URL(url).pathname.slice(1))
    await sql`alter database ${name} set ${sql.raw(setting)}`.execute(own)
    await sql`alter database ${name} set timezone = 'Asia/Kolkata'`.execute(own)
    await sql`create table note as select n as id, (n / 7.0 + 100)::real as half,
      n / 7.0::double precision + 100 as whole, interval '1 second' * n / 7 as length,
      decode(md5(n::text), 'hex') as bytes,
      timestamptz '1900-01-01 12:00:00.123457+00' + interval '1 week 7 hours' * n * 10 as moment
      from generate_series(1, 60) as n`.execute(own)
    const { db, close: disconnect } = openDatabase(url)
    onTestFinished(disconnect)
    const { keyset } = kyselyItems(db, db.selectFrom('note').select('id'))

    for (const sign of ['', '-']) {
      const met: number[] = []
      let from: Position | null = null
      while (met.length <= 60) {
        const window: KeysetWindow = {
          ordering: sign ? [`-${column}`, '-id'] : [column, 'id'],
          from,
          includesFrom: false,
          backward: false,
          limit: 1,
        }
        const found: PlacedItem<{ id: number }>[] | undefined = await keyset?.read(window)
        if (found?.[0] === undefined) break
        met.push(found[0].item.id)
        from = found[0].position
      }
      const rows = await db
        .selectFrom('note')
        .select('id')
        .orderBy(column, sign ? 'desc' : 'asc')
        .execute()
      expect(met).toEqual(rows.map(({ id }) => id))
    }
  })
})
