import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type AnyDatabase,
  DatabaseUnavailable,
  outageAwareDialect,
  sqliteDialect,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { gate, openNotes } from './notes-in-file.ts'

const short = { connectionTimeoutMillis: 40 }
const long = { connectionTimeoutMillis: 60_000 }

describe('the times of sqliteDialect()', () => {
  it.each(['connectionTimeoutMillis', 'idleTransactionTimeoutMillis'])(
    '%s of sqliteDialect() must be a time that a timer can wait',
    (option) => {
      const open = () => sqliteDialect(new Sqlite(':memory:'), { [option]: 3_000_000_000 })

      expect(open).toThrow(
        `${option} of sqliteDialect() must be a number of milliseconds from 0 to 2147483647`,
      )
    },
  )
})

describe('a statement that waits for the connection that writes, on SQLite', () => {
  it('fails as unavailable after its time, with what holds the connection as the reason', async () => {
    const { db, write, titles } = await openNotes(short)
    const inside = db.transaction().execute(() => write('by db, inside of a transaction'))

    await expect(inside).rejects.toThrow(DatabaseUnavailable)
    await expect(inside).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
      reason: expect.stringMatching(
        /^SQLite was not free to write within 40 ms: a transaction of this process has been open for 0(\.\d)? s: is `db` used inside it/,
      ),
    })
    await write('after it')
    expect(await titles()).toEqual(['after it'])
  })

  it('a waiting statement reports db.connection() when that holds the connection', async () => {
    const { db, write } = await openNotes(short)
    const inside = db.connection().execute(async (connection) => {
      await write('first', connection)
      await write('second')
    })

    await expect(inside).rejects.toMatchObject({
      reason: expect.stringContaining('db.connection() or a stream of this process'),
    })
  })

  it('a waiting statement runs in its turn', async () => {
    const { db, write, titles } = await openNotes(long)
    const finish = gate()
    const transaction = db.transaction().execute(() => finish.promise)
    const writes = ['a', 'b', 'c'].map((title) => write(title))
    finish.resolve()
    await Promise.all([transaction, ...writes])

    expect(await titles()).toEqual(['a', 'b', 'c'])
  })

  it('gives up its place when its signal is aborted', async () => {
    const { db, write, titles } = await openNotes(long)
    const finish = gate()
    const transaction = db.transaction().execute(() => finish.promise)
    // Kysely writes the errors of statements there that are not awaited.
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => told.mockRestore())
    const leaving = new AbortController()
    const left = db.insertInto('note').values({ title: 'left' }).execute({ signal: leaving.signal })
    const stays = write('stays')
    await expect(Promise.race([left, stays, 'waiting'])).resolves.toBe('waiting')
    leaving.abort(new Error('gone'))

    await expect(left).rejects.toThrow('gone')
    finish.resolve()
    await Promise.all([transaction, stays])
    expect(await titles()).toEqual(['stays'])
  })

  it('lets this process go on while another one has the lock, and then writes', async () => {
    const { openOther, write, titles } = await openNotes(long)
    const other = openOther()
    other.exec("begin immediate; insert into note (title) values ('theirs')")
    const waiting = write('mine')
    const next = write('next')

    expect(await titles()).toEqual([])
    other.exec('commit')
    await Promise.all([waiting, next])
    expect(await titles()).toEqual(['theirs', 'mine', 'next'])
  })

  it('says that another process has the lock', async () => {
    const { db, openOther, write } = await openNotes(short)
    openOther().exec('begin immediate')

    const reason = expect.stringContaining('another process, or another connection, has the write')
    await expect(write('mine')).rejects.toMatchObject({ status: 503, reason })
    await expect(db.transaction().execute(async () => {})).rejects.toMatchObject({ reason })
  })

  it.each(['in memory', 'of an open database'])(
    'a statement that reads waits when there is one connection: %s',
    async (kind) => {
      const { db, close } =
        kind === 'in memory' ? openDatabase('sqlite::memory:', short) : overOneConnection()
      await sql`create table note (title text)`.execute(db)
      const read = db.selectFrom('note').selectAll()

      await db.transaction().execute(async () => {
        await expect(read.execute()).rejects.toMatchObject({ status: 503 })
        await expect(read.stream().next()).rejects.toMatchObject({ status: 503 })
      })
      expect(await read.execute()).toEqual([])
      await close()
    },
  )
})

describe('a transaction in which nothing is done, on SQLite', () => {
  const idle = { idleTransactionTimeoutMillis: 30, ...long }

  it('an idle transaction is rolled back, which is logged, and its next statement fails', async () => {
    const { db, log, write, titles } = await openNotes(idle)
    const transaction = await db.startTransaction().execute()
    await write('lost', transaction)
    await write('by others, who wait for its end')

    await expect(write('too late', transaction)).rejects.toMatchObject({
      status: 503,
      reason: expect.stringContaining('rolled back because no statement came within 0 s'),
    })
    await expect(transaction.commit().execute()).rejects.toThrow(DatabaseUnavailable)
    await transaction.rollback().execute()
    expect(await titles()).toEqual(['by others, who wait for its end'])
    expect(log).toMatchObject([{ err: { code: 'SQLITE_ABORT_ROLLBACK' } }])
  })

  it('fails as a whole when it ends without a further statement', async () => {
    const { db, write, titles } = await openNotes(idle)
    const work = db.transaction().execute(async (transaction) => {
      await write('lost', transaction)
      await write('by others')
    })

    await expect(work).rejects.toMatchObject({ status: 503 })
    expect(await titles()).toEqual(['by others'])
  })

  it('an idle transaction is rolled back also while it streams, and the stream fails', async () => {
    const { db, write, titles } = await openNotes(idle)
    await write('a')
    await write('b')
    const work = db.transaction().execute(async (transaction) => {
      const streamed = transaction.selectFrom('note').select('title').stream()
      for await (const { title } of streamed) await write(`beside ${title}`)
    })

    await expect(work).rejects.toMatchObject({ status: 503 })
    expect(await titles()).toEqual(['a', 'b', 'beside a'])
  })

  it('leaves the connection to others also when it is a stream that is left half read', async () => {
    const { db, close } = openDatabase('sqlite::memory:', {
      ...idle,
      logger: { info() {}, warn() {}, error() {} },
    })
    onTestFinished(close)
    await sql`create table note (id integer primary key, title text)`.execute(db)
    const write = (title: string) => db.insertInto('note').values({ title }).execute()
    await write('a')
    await write('b')
    const left = db.selectFrom('note').selectAll().stream()
    await left.next()
    await write('by others, who wait for its end')

    await expect(left.next()).rejects.toMatchObject({ status: 503 })
    expect(await db.selectFrom('note').selectAll().execute()).toHaveLength(3)
  })

  it('a transaction lives as long as it does something', async () => {
    const { db, log, write, titles } = await openNotes({ idleTransactionTimeoutMillis: 1000 })
    const began = performance.now()
    await db.transaction().execute(async (transaction) => {
      while (performance.now() - began < 1500) {
        await write('more', transaction)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })

    expect(await titles()).toContain('more')
    expect(log).toEqual([])
  })

  it('a transaction begun with SQL and left open is rolled back', async () => {
    const { db, write, titles } = await openNotes()
    await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await write('lost', connection)
    })
    await write('kept')

    expect(await titles()).toEqual(['kept'])
  })
})

it('a connection that was given back takes no more statements', async () => {
  const { db, write } = await openNotes()
  const leaked = await db.connection().execute(async (connection) => connection)

  await expect(write('late', leaked)).rejects.toThrow(
    'await everything that is done in db.connection()',
  )
})

function overOneConnection() {
  const dialect = sqliteDialect(new Sqlite(':memory:'), short)
  const db: AnyDatabase = new Kysely({ dialect: outageAwareDialect(dialect) })
  return { db, close: () => db.destroy() }
}
