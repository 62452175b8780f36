import { DatabaseSync } from 'node:sqlite'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  constraintViolation,
  databaseOutage,
  sqliteDialect,
} from '../../../../src/kysely/index.ts'
import { libraryDatabase } from '../../../../src/kysely/sqlite/libraries/open-sqlite.ts'

const libraries = [
  ['better-sqlite3', () => new Sqlite(':memory:')],
  ['node:sqlite', () => new DatabaseSync(':memory:')],
] as const

describe.each(libraries)('a database of %s', (_, open) => {
  function opened(): AnyDatabase {
    const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(open()) })
    onTestFinished(() => db.destroy())
    return db
  }

  it('rows are plain objects with buffers, and the last of the columns of one name', async () => {
    const { rows } = await sql`select x'00ff' as data, 1 as n, 2 as n`.execute(opened())
    expect(rows).toStrictEqual([{ data: Buffer.from([0, 255]), n: 2 }])
  })

  it('integers are exact in rows, in new ids and as parameters', async () => {
    const db = opened()
    await sql`create table big (id integer primary key, other integer)`.execute(db)
    const insert = sql`insert into big values (${9007199254740993n}, ${-(2n ** 63n)})`
    expect(await insert.execute(db)).toMatchObject({
      insertId: 9007199254740993n,
      numAffectedRows: 1n,
    })
    const row = { id: '9007199254740993', other: '-9223372036854775808' }
    const query = db.selectFrom('big').selectAll()
    expect(await query.execute()).toEqual([row])
    expect(await query.execute()).toEqual([row])
    const streamed: unknown[] = []
    for await (const row of query.stream()) streamed.push(row)
    expect(streamed).toEqual([row])
    await expect(sql`select ${2n ** 64n}`.execute(db)).rejects.toThrow(RangeError)
  })

  it.each([[{}], [{ id: 1 }], [[1]], [Symbol('x')]])(
    'a parameter that SQLite cannot store is refused, never bound by name: %j',
    async (value) => {
      const query = sql`select ${value} as a, ${1} as b`.execute(opened())
      await expect(query).rejects.toThrow('can only bind numbers, strings, bigints, buffers, and')
    },
  )

  it('undefined is null, and buffers are bound', async () => {
    const data = new Uint8Array([1, 2])
    const { rows } = await sql`select ${undefined} as a, ${data} as b, ${true} as c`.execute(
      opened(),
    )
    expect(rows).toEqual([{ a: null, b: Buffer.from(data), c: 1 }])
  })

  it('text with several statements is refused, and a semicolon at the end is not', async () => {
    const db = opened()
    const several = [
      'create table a (id integer); create table b (id integer)',
      "select ';' as a -- ;\n; /* ; */ select 2",
    ]
    for (const text of several) {
      await expect(sql.raw(text).execute(db)).rejects.toThrow('more than one statement')
    }
    const single = [
      `select ';', '''; x' as ";a", 1 as [;b] /* ; x */; ; -- ; x`,
      'create table note (id integer)',
      'create temp trigger t after insert on note begin select 1; select 2; end;',
    ]
    for (const text of single) await sql.raw(text).execute(db)
  })

  it('statements know whether they only read', () => {
    const database = libraryDatabase(open(), 'test')
    onTestFinished(() => database.close())
    database.prepare('create table note (id integer)').run([])
    const readonly = (text: string) => {
      const { reader, readonly } = database.prepare(text)
      return reader && readonly
    }
    expect(readonly('select 1')).toBe(true)
    expect(readonly('with a as (select ? as n) select n from a')).toBe(true)
    expect(readonly('with a as (select 1) insert into note select 2 returning id')).toBe(false)
    expect(readonly('update note set id = 1 returning id')).toBe(false)
    expect(readonly('delete from note')).toBe(false)
  })

  it('counts of changes are those of the statement itself', async () => {
    const db = opened()
    await sql`create table note (id integer primary key)`.execute(db)
    const insert = await sql`insert into note values (1), (2)`.execute(db)
    expect(insert.numAffectedRows).toBe(2n)
    const create = await sql`create table other (id integer)`.execute(db)
    expect(create.numAffectedRows).toBe(0n)
    const none = await sql`delete from note where id = 9`.execute(db)
    expect(none.numAffectedRows).toBe(0n)
  })

  it('rows have the names that columns get while the statement is prepared', async () => {
    const db = opened()
    await sql`create table note (id integer, title text)`.execute(db)
    await sql`insert into note values (1, 'a')`.execute(db)
    const all = db.selectFrom('note').selectAll()
    expect(await all.execute()).toEqual([{ id: 1, title: 'a' }])
    await sql`alter table note rename column title to heading`.execute(db)
    expect(await all.execute()).toEqual([{ id: 1, heading: 'a' }])
    await sql`alter table note drop column id`.execute(db)
    expect(await all.execute()).toEqual([{ heading: 'a' }])
  })

  it('a stream that is left half read leaves the connection to others', async () => {
    const db = opened()
    await sql`create table note (id integer)`.execute(db)
    await sql`insert into note values (1), (2), (3)`.execute(db)
    const query = db.selectFrom('note').selectAll().orderBy('id')
    for await (const row of query.stream()) {
      expect(row).toEqual({ id: 1 })
      break
    }
    await sql`drop table note`.execute(db)
    await expect(query.execute()).rejects.toThrow('no such table')
  })

  it('a closed database is in no transaction, and may be closed again', () => {
    const database = libraryDatabase(open(), 'test')
    expect(database.inTransaction).toBe(false)
    database.prepare('begin').run([])
    expect(database.inTransaction).toBe(true)
    database.close()
    database.close()
    expect(database.inTransaction).toBe(false)
  })

  it('errors have their codes: violations and outages', async () => {
    const db = opened()
    await sql`create table note (id integer primary key, title text unique)`.execute(db)
    await sql`insert into note values (1, 'a')`.execute(db)
    const failure = (text: string) =>
      sql
        .raw(text)
        .execute(db)
        .then(
          () => null,
          (error: unknown) => error,
        )
    const taken = await failure("insert into note values (2, 'a')")
    expect(
      await constraintViolation(db, taken, {
        ...{ table: 'note', values: { id: 2, title: 'a' } },
      }),
    ).toMatchObject({
      codes: { title: ['unique'] },
    })
    expect(databaseOutage(taken)).toBeNull()

    await sql`pragma max_page_count = 2`.execute(db)
    const full = await failure('create table more as select hex(randomblob(9999)) as a')
    expect(databaseOutage(full)).toMatchObject({ status: 503 })
    await sql`pragma query_only = on`.execute(db)
    const readonly = await failure("insert into note values (3, 'c')")
    expect(databaseOutage(readonly)).toMatchObject({ status: 503 })
    expect(databaseOutage(await failure('select nothing'))).toBeNull()
  })
})

describe('what is no database of SQLite', () => {
  it.each([
    ['notes.db', '"notes.db"'],
    [undefined, 'nothing'],
    [null, 'null'],
    [DatabaseSync, 'the class DatabaseSync: open it first'],
    [{ execute() {} }, 'an object of Object'],
    [{ prepare() {}, close() {}, each() {} }, 'an object of Object'],
  ])('sqliteDialect() says what it needs: %j', (database, given) => {
    expect(() => sqliteDialect(database as never)).toThrow(
      `sqliteDialect() needs an open database of better-sqlite3 or bun:sqlite (new Database('notes.db')), or of node:sqlite (new DatabaseSync('notes.db')), but was given ${given}.`,
    )
  })

  it('sqliteDialect() says what openReader must open', async () => {
    const dialect = sqliteDialect(new Sqlite(':memory:'), {
      openReader: () => 'notes.db' as never,
    })
    const db: AnyDatabase = new Kysely({ dialect })
    onTestFinished(() => db.destroy())
    await expect(db.selectFrom('sqlite_schema').selectAll().stream().next()).rejects.toThrow(
      'sqliteDialect({ openReader }) needs an open database',
    )
  })
})
