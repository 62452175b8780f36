import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database, OpenDatabaseOptions } from '../../src/kysely/opening/database.ts'
import { openDatabase } from '../../src/kysely/opening/open.ts'

describe('a SQLite database', () => {
  it('syncs each commit, lets readers and the writer be, keeps references and never waits in SQLite', async () => {
    const database = open(`sqlite:${join(await folder(), 'a.db')}`)

    expect(await pragma(database, 'journal_mode')).toBe('wal')
    expect(await pragma(database, 'synchronous')).toBe(2)
    expect(await pragma(database, 'foreign_keys')).toBe(1)
    expect(await pragma(database, 'busy_timeout')).toBe(0)
  })

  it('a SQLite database creates its folder, and leaves only its file when closed', async () => {
    const parent = await folder()
    const url = `sqlite:${join(parent, 'deep', 'down', 'a.db')}`
    const database = openDatabase(url)
    await sql`create table kept (id integer)`.execute(database.db)
    await database.close()

    expect(await readdir(join(parent, 'deep', 'down'))).toEqual(['a.db'])
    expect(database.url).toBe(url)
    expect(await open(url).db.introspection.getTables()).toMatchObject([{ name: 'kept' }])
  })

  it('a SQLite database in memory is gone when closed', async () => {
    const database = openDatabase('sqlite::memory:')
    await sql`create table lost (id integer)`.execute(database.db)
    await database.close()
    await database.close()

    expect(await open('sqlite::memory:').db.introspection.getTables()).toEqual([])
  })

  it('answers a ping while it is open', async () => {
    const database = openDatabase('sqlite::memory:')
    await expect(database.ping()).resolves.toBeUndefined()

    await database.close()
    await expect(database.ping()).rejects.toThrow()
  })

  it('closes before it was ever used', async () => {
    const parent = await folder()
    await openDatabase(`sqlite:${join(parent, 'a.db')}`).close()

    expect((await readdir(parent)).filter((name) => name !== 'a.db')).toEqual([])
  })

  it('keeps booleans as 0 and 1, and sees columns that another connection adds', async () => {
    const url = `sqlite:${join(await folder(), 'a.db')}`
    const [one, other] = [open(url), open(url)]
    await sql`create table flag (raised integer)`.execute(one.db)
    await sql`insert into flag values (${true}), (${false})`.execute(one.db)
    const all = () => one.db.selectFrom('flag').selectAll().where('raised', '=', true).execute()
    expect(await all()).toEqual([{ raised: 1 }])

    await sql`alter table flag add column colour text default 'red'`.execute(other.db)

    expect(await all()).toEqual([{ raised: 1, colour: 'red' }])
  })

  it('gives right answers to more different statements than it keeps prepared', async () => {
    const { db } = open('sqlite::memory:')
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 400; number++) {
        const { rows } = await sql<{ answer: number }>`select ${sql.lit(number)} as answer`.execute(
          db,
        )
        expect(rows).toEqual([{ answer: number }])
      }
    }
  })
})

describe('two connections to one SQLite file', () => {
  it('two connections take turns in transactions that read first and write then', async () => {
    const url = `sqlite:${join(await folder(), 'a.db')}`
    const one = open(url)
    await sql`create table counter (value integer)`.execute(one.db)
    await sql`insert into counter values (0)`.execute(one.db)
    // The lock is taken when the transaction begins, so the other one waits for it in vain.
    const other = open(url, { connectionTimeoutMillis: 50 })

    await one.db.transaction().execute(async (transaction) => {
      await sql`select value from counter`.execute(transaction)
      await expect(other.db.transaction().execute(async () => {})).rejects.toMatchObject({
        status: 503,
        cause: { code: 'SQLITE_BUSY' },
      })
      await sql`update counter set value = value + 1`.execute(transaction)
    })

    const read = sql<{ value: number }>`select value from counter`
    expect((await read.execute(other.db)).rows).toEqual([{ value: 1 }])
  })

  it('two connections read together, also while one of them writes', async () => {
    const url = `sqlite:${join(await folder(), 'a.db')}`
    const [one, other] = [open(url), open(url)]
    await sql`create table counter (value integer)`.execute(one.db)

    await one.db.transaction().execute(async (transaction) => {
      await sql`insert into counter values (1)`.execute(transaction)
      const reading = other.db.transaction().setAccessMode('read only')
      const { rows } = await reading.execute((db) => sql`select value from counter`.execute(db))
      expect(rows).toEqual([])
    })
  })
})

describe('the options of openDatabase()', () => {
  it.each(['connectionTimeoutMillis', 'idleTransactionTimeoutMillis'])(
    '%s of openDatabase() must be a time that a timer can wait',
    (option) => {
      expect(() => openDatabase('sqlite::memory:', { [option]: 3_000_000_000 })).toThrow(
        `${option} of openDatabase() must be a number of milliseconds from 1 to 2147483647`,
      )
    },
  )

  it.each(['poolSize', 'preparedStatements'])(
    '%s of openDatabase() must be a whole number',
    (option) => {
      expect(() => openDatabase('postgres://db/notes', { [option]: 2.5 })).toThrow(
        `${option} of openDatabase() must be a whole number of`,
      )
    },
  )
})

describe('a database that cannot be opened', () => {
  it.each([
    '',
    'notes.db',
    'sqlite:',
    'sqlite://notes.db',
    'mysql://localhost/notes',
    'SQLITE:a.db',
  ])('an invalid URL %j is refused with the supported forms', (url) => {
    expect(() => openDatabase(url)).toThrow(
      'Write sqlite:notes.db, sqlite:/var/lib/notes.db or sqlite::memory: for a SQLite database, or ' +
        'postgres://user:password@host:5432/notes for PostgreSQL.',
    )
  })

  it.each(['3000000000', '1.5', 'never'])('the query_timeout of a URL cannot be %s', (timeout) => {
    expect(() => openDatabase(`postgres://db/notes?query_timeout=${timeout}`)).toThrow(
      'query_timeout of the database URL must be a whole number of milliseconds from 0 to 2147483647',
    )
  })

  it('an error about a database names it without its password', () => {
    expect(() => openDatabase('mysql://ada:secret@db.example/notes')).toThrow(
      'The database URL mysql://…@db.example/notes is not supported.',
    )
  })

  it('a folder, or a path below a file, cannot be opened', async () => {
    const parent = await folder()
    await writeFile(join(parent, 'file'), '')

    expect(() => openDatabase(`sqlite:${parent}`)).toThrow(
      `The database sqlite:${parent} cannot be opened: EISDIR`,
    )
    expect(() => openDatabase(`sqlite:${join(parent, 'file', 'a.db')}`)).toThrow('cannot be opened')
  })

  it('a file of another kind is refused and left unchanged', async () => {
    const path = join(await folder(), 'letter.txt')
    await writeFile(path, 'Dear Sir or Madam, '.repeat(100))

    expect(() => openDatabase(`sqlite:${path}`)).toThrow('file is not a database')
  })
})

function open(url: string, options?: OpenDatabaseOptions): Database {
  const database = openDatabase(url, options)
  onTestFinished(() => database.close())
  return database
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

async function pragma({ db }: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

it('makes the file for its owner alone', async () => {
  const path = join(await folder(), 'private.db')
  open(`sqlite:${path}`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
