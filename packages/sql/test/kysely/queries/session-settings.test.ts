import { placesOf } from '@turnpike/test-support/placed.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { ConfigurationError } from 'turnpike'
import type { KeysetWindow, Position } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselyItems, postgresDialect } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

/** A database with notes, each column of which is written in another way by some setting. */
async function openNotes(): Promise<{ db: AnyDatabase; url: string }> {
  const { db, url, close } = await openPostgres()
  onTestFinished(close)
  await sql`create table note as select n as id, (n / 7.0 + 100)::real as half,
    n / 7.0::double precision + 100 as whole,
    make_interval(months => n % 3, days => -n % 4, secs => n / 7.0 - 3) as length,
    decode(md5(n::text), 'hex') as bytes,
    timestamptz '1900-01-01 12:00:00.123457+00' + interval '1 week 7 hours' * n * 10 as moment
    from generate_series(1, 60) as n`.execute(db)
  return { db, url }
}

/** The notes in the order in which cursors with one item a page meet them. */
async function met(db: AnyDatabase, ordering: readonly string[]): Promise<number[]> {
  const { keyset } = kyselyItems(db, db.selectFrom('note').select('id'))
  const ids: number[] = []
  let from: Position | null = null
  while (ids.length <= 60) {
    const window: KeysetWindow = {
      ...{ ordering, from, limit: 1 },
      ...{ includesFrom: false, backward: false },
    }
    const [placed] = placesOf(await keyset?.read(window))
    if (placed === undefined) break
    ids.push(placed.item.id)
    from = placed.position
  }
  return ids
}

async function expectExact(db: AnyDatabase, column: string): Promise<void> {
  for (const direction of ['asc', 'desc'] as const) {
    const sign = direction === 'asc' ? '' : '-'
    const notes = db.selectFrom('note').select('id')
    const rows = await notes.orderBy(column, direction).orderBy('id', direction).execute()
    expect(await met(db, [`${sign}${column}`, `${sign}id`])).toEqual(rows.map(({ id }) => id))
  }
}

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
    const { db: own, url } = await openNotes()
    const name = sql.ref(new URL(url).pathname.slice(1))
    await sql`alter database ${name} set ${sql.raw(setting)}`.execute(own)
    await sql`alter database ${name} set timezone = 'Asia/Kolkata'`.execute(own)
    const { db, close } = openDatabase(url)
    onTestFinished(close)

    await expectExact(db, column)
  })
})

describe.skipIf(postgresMissing !== null)('cursors over a pool of your own', () => {
  async function open(options: string, dialectOf = postgresDialect) {
    const { url } = await openNotes()
    const pool = new Pool({ connectionString: url, options, max: 2 })
    const db: AnyDatabase = new Kysely({ dialect: dialectOf(pool) })
    onTestFinished(() => db.destroy())
    return db
  }

  it.each([
    ['-c TimeZone=Asia/Kolkata', 'moment'],
    ['-c TimeZone=America/St_Johns -c DateStyle=ISO,DMY', 'moment'],
    ['-c extra_float_digits=1', 'whole'],
    ['-c IntervalStyle=sql_standard', 'length'],
    ['-c IntervalStyle=postgres_verbose', 'length'],
    ['-c IntervalStyle=iso_8601', 'length'],
    ['-c bytea_output=escape', 'bytes'],
  ])('cursors over a pool with %s are exact, by %s', async (options, column) => {
    await expectExact(await open(options), column)
  })

  it.each([
    ['-c extra_float_digits=0', 'extra_float_digits = 0.'],
    ['-c extra_float_digits=-15', 'extra_float_digits = -15.'],
    ['-c DateStyle=German', 'DateStyle = German, DMY.'],
    ['-c DateStyle=SQL', 'DateStyle = SQL, MDY.'],
    ['-c DateStyle=Postgres', 'DateStyle = Postgres, MDY.'],
    [
      '-c extra_float_digits=0 -c DateStyle=German',
      'extra_float_digits = 0 and DateStyle = German, DMY.',
    ],
  ])('cursors over a pool with %s are refused with what to set', async (options, found) => {
    const db = await open(options)

    const refusal = met(db, ['id'])
    await expect(refusal).rejects.toThrow(ConfigurationError)
    await expect(refusal).rejects.toThrow(`sessions of the database have ${found} Set both`)
    await expect(refusal).rejects.toThrow('-c extra_float_digits=3 -c DateStyle=ISO')
    await expect(kyselyItems(db, db.selectFrom('note').select('id')).slice(0, 1)).resolves.toEqual([
      { id: 1 },
    ])
  })

  it('cursors are refused in transactions and over the dialect of Kysely, too', async () => {
    const db = await open('-c DateStyle=German', (pool) => new PostgresDialect({ pool }))

    const refusal = db.transaction().execute((transaction) => met(transaction, ['id']))
    await expect(refusal).rejects.toThrow('DateStyle = German, DMY')
  })

  it.each([
    ['extra_float_digits = 0', 'whole', /have extra_float_digits = 0\. Set both/],
    ["datestyle = 'SQL, DMY'", 'moment', /have DateStyle = SQL, DMY\. Set both/],
  ])(
    'cursors are refused on a connection that is opened after %s',
    async (setting, column, found) => {
      const { db: own, url } = await openNotes()
      const pool = new Pool({ connectionString: url, max: 2 })
      const db: AnyDatabase = new Kysely({ dialect: postgresDialect(pool) })
      onTestFinished(() => db.destroy())
      expect(await met(db, [column, 'id'])).toHaveLength(60)

      const name = sql.ref(new URL(url).pathname.slice(1))
      await sql`alter database ${name} set ${sql.raw(setting)}`.execute(own)
      const held = await pool.connect()
      await expect(met(db, [column, 'id'])).rejects.toThrow(found)
      held.release()
    },
  )

  it('cursors are refused in a transaction with settings of its own', async () => {
    const db = await open('')
    expect(await met(db, ['moment', 'id'])).toHaveLength(60)

    const refusal = db.transaction().execute(async (transaction) => {
      await sql`set local datestyle = 'German'`.execute(transaction)
      return met(transaction, ['moment', 'id'])
    })
    await expect(refusal).rejects.toThrow('DateStyle = German, DMY')
  })

  it('the settings of a session come with its rows, in no statement of their own', async () => {
    const { url } = await openNotes()
    const sent: string[] = []
    const db: AnyDatabase = new Kysely({
      dialect: postgresDialect(new Pool({ connectionString: url })),
      log: ({ query }) => void sent.push(query.sql),
    })
    onTestFinished(() => db.destroy())

    const { keyset } = kyselyItems(db, db.selectFrom('note').select('id'))
    const page = { from: null, limit: 1, includesFrom: false, backward: false }
    expect(placesOf(await keyset?.read({ ordering: ['id'], ...page }))).toEqual([
      { item: { id: 1 }, position: ['1'] },
    ])
    expect(sent).toHaveLength(1)
  })
})
