import { type AnyDatabase, DatabaseUnavailable, databaseLoad } from '@turnpike/sql'
import { type OpenDatabaseOptions, openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepPrepared } from '../../../sql/src/kysely/statements/prepared.ts'

describe.skipIf(postgresMissing !== null)('the pool of PostgreSQL', () => {
  async function open(options: OpenDatabaseOptions = {}, parameters = '') {
    const own = await openPostgres()
    onTestFinished(own.close)
    const database = openDatabase(`${own.url}${parameters}`, options)
    onTestFinished(database.close)
    return { ...database, own: own.db }
  }

  it('twenty statements at once share two connections, and each gets its own answer', async () => {
    const { db, own } = await open({ poolSize: 2 })
    const numbers = Array.from({ length: 20 }, (_, index) => index)

    const results = await Promise.all(
      numbers.map(async (number) => {
        const { rows } = await sql`select ${number}::int as number, pg_sleep(0.005)`.execute(db)
        return (rows[0] as { number: number }).number
      }),
    )
    expect(results).toEqual(numbers)
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'turnpike'`.execute(own)
    expect(rows).toHaveLength(2)
  })

  it('statements wait for a connection in the order in which they came', async () => {
    const { db } = await open({ poolSize: 1 })
    const ended: number[] = []

    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        await sql`select ${number}::int`.execute(db)
        ended.push(number)
      }),
    )
    expect(ended).toEqual([1, 2, 3, 4])
  })

  it('a statement that waits too long for a connection is unavailable', async () => {
    const { db } = await open({ poolSize: 1, connectionTimeoutMillis: 100 })

    await db.connection().execute(async () => {
      await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseUnavailable)
    })
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  it('a statement that waits for a connection fails at once when the database is closed', async () => {
    const { db, close } = await open({ poolSize: 1, connectionTimeoutMillis: 5000 })
    const [held, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.connection().execute(() => {
      held.resolve()
      return finish.promise
    })
    await held.promise
    const waiting = sql`select 1`.execute(db)
    const failed = expect(waiting).rejects.toMatchObject({
      reason: 'Cannot use a pool after calling end on the pool',
    })
    await expect.poll(() => databaseLoad(db)().waiting).toBe(1)

    const closed = close()
    await failed
    finish.resolve()
    await Promise.all([holding, closed])
  })

  it('a statement that the server does not answer in time ends, and its connection with it', async () => {
    const { db } = await open({ poolSize: 1 }, '?query_timeout=100')
    const text = 'select pg_sleep($1::float), pg_backend_pid() as process'
    keepPrepared(text)
    const run = (seconds: number) => db.executeQuery(CompiledQuery.raw(text, [seconds]))
    const { rows: before } = await run(0)

    await expect(run(1)).rejects.toMatchObject({ reason: 'Query read timeout' })
    await expect(sql`select pg_sleep(1)`.execute(db)).rejects.toThrow(DatabaseUnavailable)
    const { rows: after } = await run(0)
    expect(after[0]).not.toEqual(before[0])
  })

  it('prepared statements read and write the same values as others', async () => {
    const { db } = await open({ poolSize: 1 })
    const values = [null, 'ä\u{1F600}"\\', '', 12, -0.5, true, false, 2n ** 62n]
    const types = ['text', 'text', 'text', 'int', 'float', 'bool', 'bool', 'bigint']
    const text = `select ${types.map((type, i) => `$${i + 1}::${type} as c${i}`).join(', ')},
      $9::timestamptz as c8, $10::jsonb as c9, 1 as same, 2 as same`
    const query = CompiledQuery.raw(text, [...values, '2026-02-03 04:05:06.123456+00', '{"a":[1]}'])
    const { rows: plain } = await db.executeQuery(query)
    keepPrepared(text)

    for (const _ of [1, 2]) expect((await db.executeQuery(query)).rows).toEqual(plain)
    const dated = CompiledQuery.raw(text, [...values, new Date('2026-02-03T04:05:06Z'), { a: [1] }])
    expect((await db.executeQuery(dated)).rows).toMatchObject([{ c9: { a: [1] }, same: 2 }])
  })

  it('a prepared statement without rows tells how many it has changed', async () => {
    const { db } = await open()
    await sql`create table note (id integer)`.execute(db)
    const insert = 'insert into note select generate_series(1, $1::int)'
    keepPrepared(insert)

    for (const count of [3, 2]) {
      const result = await db.executeQuery(CompiledQuery.raw(insert, [count]))
      expect(result).toMatchObject({ rows: [], numAffectedRows: BigInt(count) })
    }
  })

  it('an error names where in the program its statement was executed', async () => {
    const { db } = await open()
    async function namedHere() {
      await sql`select nonsense`.execute(db)
    }
    await expect(namedHere()).rejects.toMatchObject({
      code: '42703',
      stack: expect.stringContaining('namedHere'),
    })
  })

  it('statements on a connection that is held go to that connection', async () => {
    const { db } = await open({ poolSize: 3 })
    await db.connection().execute(async (held) => {
      await sql`create temporary table own (id integer)`.execute(held)
      await sql`select pg_sleep(0)`.execute(db)
      expect((await sql`select * from own`.execute(held.withoutPlugins())).rows).toEqual([])
    })
  })

  it('a database that is closed has no connections left, and refuses statements', async () => {
    const { db, close, own } = await open()
    await sql`select 1`.execute(db)
    const lock = 20261124
    await own.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(${lock})`.execute(held)
      const running = sql`select pg_advisory_lock(${lock})`.execute(db)
      await expect.poll(() => waitingFor(held, lock)).toBe(1)
      const closing = close()
      await sql`select pg_advisory_unlock(${lock})`.execute(held)
      await expect(running).resolves.toBeDefined()
      await closing
    })

    await expect(sql`select 1`.execute(db)).rejects.toThrow('destroyed')
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'turnpike'`.execute(own)
        return rows.length
      })
      .toBe(0)
  })
})

/** How many statements wait for an advisory lock. */
async function waitingFor(db: AnyDatabase, lock: number): Promise<number> {
  const { rows } = await sql`select 1 from pg_locks
    where locktype = 'advisory' and objid = ${lock} and not granted`.execute(db)
  return rows.length
}
