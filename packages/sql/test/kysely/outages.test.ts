import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import Sqlite from 'better-sqlite3'
import { DrizzleQueryError } from 'drizzle-orm'
import { Kysely, sql } from 'kysely'
import { ApiResponse, ServiceUnavailable } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  DatabaseUnavailable,
  databaseOutage,
  outageAwareDialect,
  sqliteDialect,
} from '../../src/kysely/index.ts'
import type { OpenDatabaseOptions } from '../../src/kysely/opening/database.ts'
import { inTransaction } from '../../src/kysely/transactions/in-transaction.ts'

const coded = (code: string, message = 'so said the driver') =>
  Object.assign(new Error(message), { code })

/** As by an adapter of Prisma. */
const described = (cause: object) =>
  Object.assign(new Error(), { name: 'DriverAdapterError', cause })

describe('an error of a driver', () => {
  it.each(
    ['08006', '53100', '57P01', '57P03', '58030', '25006', '25P03'].concat(
      ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
      ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN', 'SQLITE_READONLY_DBMOVED'],
    ),
  )('an error is an outage when the database is away: %s', (code) => {
    const outage = databaseOutage(coded(code))
    expect(outage).toBeInstanceOf(ServiceUnavailable)
    expect(outage?.headers).toEqual({ 'Retry-After': '2' })
  })

  it('the reason for a parameter that PgBouncer refuses says where to ignore it', () => {
    const outage = databaseOutage(coded('08P01', 'unsupported startup parameter: lock_timeout'))

    expect(outage?.reason).toBe(
      'unsupported startup parameter: lock_timeout. Set in PgBouncer: ' +
        'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
    )
  })

  it('the reason for a database that does not exist says how to create it', () => {
    const outage = new DatabaseUnavailable(coded('3D000', 'database "rooms" does not exist'))

    expect(outage.reason).toBe('database "rooms" does not exist. Create it with: createdb rooms')
  })

  it.each(['40001', '40P01', '55P03', '57014', '53300', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])(
    'an error is a short outage when others are in the way: %s',
    (code) => {
      expect(databaseOutage(coded(code))?.headers).toEqual({ 'Retry-After': '1' })
    },
  )

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('an error without a code is an outage by its text: %s', (message) => {
    expect(databaseOutage(new Error(message))).toBeInstanceOf(DatabaseUnavailable)
  })

  it.each([
    '42601',
    '42P01',
    '23505',
    '22021',
    '25P02',
    'SQLITE_ERROR',
    'SQLITE_CONSTRAINT_UNIQUE',
  ])('an error of the program or the data is not an outage: %s', (code) => {
    expect(databaseOutage(coded(code))).toBeNull()
  })

  it('an error of Drizzle is what it wraps', () => {
    const failed = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

    expect(databaseOutage(failed(coded('ECONNREFUSED')))?.headers).toEqual({ 'Retry-After': '2' })
    expect(databaseOutage(failed(coded('40001')))?.headers).toEqual({ 'Retry-After': '1' })
    expect(databaseOutage(failed(coded('23505')))).toBeNull()
    const circle = failed(coded('23505'))
    circle.cause = circle
    expect(databaseOutage(circle)).toBeNull()
    const outage = new DatabaseUnavailable(coded('08006'))
    expect(databaseOutage(failed(outage))).toBe(outage)
  })

  it.each([
    [{ code: 'P1001' }, '2'],
    [{ code: 'P2034' }, '1'],
    [{ code: 'P2010', meta: { driverAdapterError: described({ originalCode: '57P01' }) } }, '2'],
    [
      { code: 'P2010', meta: { driverAdapterError: described({ kind: 'TooManyConnections' }) } },
      '1',
    ],
    [{ code: 'P2010', cause: coded('SQLITE_BUSY') }, '1'],
  ])('an error of Prisma is what it wraps: %j', (members, retryAfter) => {
    const error = Object.assign(new Error(), { name: 'PrismaClientKnownRequestError' }, members)

    expect(databaseOutage(error)?.headers).toEqual({ 'Retry-After': retryAfter })
  })

  it.each([
    { name: 'PrismaClientKnownRequestError', code: 'P2002' },
    { name: 'PrismaClientValidationError' },
    { name: 'PrismaClientKnownRequestError', meta: { driverAdapterError: described({}) } },
    { name: 'OtherError', cause: coded('ECONNREFUSED') },
  ])('another error is not an outage by what it wraps: %j', (members) => {
    expect(databaseOutage(Object.assign(new Error(), members))).toBeNull()
  })

  it('an error that is not from a driver is not an outage', () => {
    expect(databaseOutage(new Error('Connection of ideas'))).toBeNull()
    expect(databaseOutage('ECONNREFUSED')).toBeNull()
  })

  it('keeps what the driver said, for the log, and away from the client', () => {
    const cause = new AggregateError([], '')
    Object.assign(cause, { code: 'ECONNREFUSED' })
    const outage = databaseOutage(cause)

    expect(outage?.reason).toBe('ECONNREFUSED')
    expect(outage?.cause).toBe(cause)
    expect(outage?.detail).toBe('Service temporarily unavailable, try again later.')
  })
})

describe('SQLite that cannot go on', () => {
  it('SQLite answers 503 while the disk is full, and reads continue', async () => {
    const { db, get, post } = await openNotes()
    await sql`pragma max_page_count = 1`.execute(db)

    const refused = await post()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBe('2')
    expect((await get()).status).toBe(200)

    await sql`pragma max_page_count = 1000000`.execute(db)
    expect((await post()).status).toBe(200)
  })

  it('SQLite answers 503 when another process writes for longer than a statement waits', async () => {
    const { path, get, post } = await openNotes({ connectionTimeoutMillis: 20 })
    const other = new Sqlite(path)
    onTestFinished(() => void other.close())

    other.exec('begin immediate')
    const refused = await post()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect((await get()).status).toBe(200)

    other.exec('rollback')
    expect((await post()).status).toBe(200)
  })

  it('SQLite reports the full disk also when it has rolled back the transaction by itself', async () => {
    const { db } = await openNotes()
    await sql`pragma max_page_count = 1`.execute(db)
    const work = db.transaction().execute(async (db) => {
      for (let round = 0; round < 100; round++) await insertLong(db)
    })

    await expect(work).rejects.toMatchObject({ status: 503, cause: { code: 'SQLITE_FULL' } })
  })

  it('leaves errors of the program alone', async () => {
    const { db } = await openNotes()
    await expect(sql`select nonsense`.execute(db)).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
  })
})

describe('a transaction of the framework', () => {
  const open = () =>
    new Kysely<unknown>({ dialect: outageAwareDialect(sqliteDialect(new Sqlite(':memory:'))) })

  it.each(['40001', '40P01'])('a transaction is retried once after %s', async (code) => {
    let runs = 0
    const result = await inTransaction(open(), async () => {
      if (runs++ === 0) throw coded(code)
      return 'done'
    })
    expect(result).toBe('done')
    expect(runs).toBe(2)
  })

  it('a transaction is not retried twice, after another error, or inside another one', async () => {
    let runs = 0
    const failing = (code: string) => async () => {
      runs++
      throw coded(code)
    }
    await expect(inTransaction(open(), failing('40001'))).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(2)
    await expect(inTransaction(open(), failing('57P01'))).rejects.toThrow()
    expect(runs).toBe(3)
    const outer = open()
      .transaction()
      .execute((db) => inTransaction(db, failing('40001')))
    await expect(outer).rejects.toThrow()
    expect(runs).toBe(4)
  })
})

describe.skipIf(postgresMissing !== null)('PostgreSQL', () => {
  it('two transactions that wait for each other: one continues, the other is a 503', async () => {
    const plain = await openPostgres()
    onTestFinished(plain.close)
    const { db } = plain
    await sql`create table pair (id integer primary key, value integer)`.execute(db)
    await sql`insert into pair values (1, 0), (2, 0)`.execute(db)
    const meet = meeting(2)

    const results = await Promise.allSettled(
      [
        [1, 2],
        [2, 1],
      ].map((ids) =>
        db.transaction().execute(async (db) => {
          for (const [index, id] of ids.entries()) {
            await sql`update pair set value = value + 1 where id = ${id}`.execute(db)
            if (index === 0) await meet()
          }
        }),
      ),
    )

    const failed = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    expect(failed).toHaveLength(1)
    expect(databaseOutage(failed[0])?.headers).toEqual({ 'Retry-After': '1' })
  })
})

/** A promise that settles when so many have asked for it. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived === size) resolve()
    return promise
  }
}

/** A table in a file, and a view that reads and writes it. */
async function openNotes(options?: OpenDatabaseOptions) {
  const { db, path, close } = await openInFile(options)
  onTestFinished(close)
  await sql`create table note (body text)`.execute(db)
  const { get, post } = oneView(
    {
      get: async () => {
        await sql`select count(*) from note`.execute(db)
        return new ApiResponse('read')
      },
      post: async () => {
        await insertLong(db)
        return new ApiResponse('written')
      },
    },
    { LOGGER: silentLogger },
  )
  return { db, path, get: () => get('/'), post: () => post('/') }
}

const insertLong = (db: AnyDatabase) =>
  sql`insert into note values (${'x'.repeat(100_000)})`.execute(db)
