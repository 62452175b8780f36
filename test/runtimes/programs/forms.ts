/** What the dialect promises of each library for SQLite, beyond the contracts. */
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict'
import { type AnyDatabase, constraintViolation, databaseOutage, kyselyItems } from '@turnpike/sql'
import { sql } from 'kysely'

interface Opened {
  readonly db: AnyDatabase
  other(): Promise<AnyDatabase>
  close(): Promise<void>
}

type Test = (opened: Opened) => Promise<void>

export const checkForms = (open: () => Promise<Opened>) =>
  Object.entries(checks).map(([name, test]) => ({
    name,
    async run() {
      const opened = await open()
      try {
        await test(opened)
      } finally {
        await opened.close()
      }
    },
  }))

const checks: Record<string, Test> = {
  async 'values have the form of the declared types'({ db }) {
    await sql`create table t (id integer primary key, done boolean, meta json,
      price numeric(10, 2), data blob)`.execute(db)
    const data = Buffer.from([0, 255])
    const insert = sql`insert into t values (${9007199254740993n}, ${true}, ${'[1]'}, 12.5, ${data})`
    strictEqual((await insert.execute(db)).insertId, 9007199254740993n)
    const row = { id: '9007199254740993', done: true, meta: [1], price: '12.50', data }
    const query = db.selectFrom('t').selectAll()
    deepStrictEqual(await query.execute(), [row])
    for await (const streamed of query.stream()) deepStrictEqual(streamed, row)
    const returned = await db.updateTable('t').set({ done: false }).returningAll().execute()
    deepStrictEqual(returned, [{ ...row, done: false }])
  },

  async 'an integer alone in its column is exact'({ db }) {
    for (const limit of [2n ** 53n, 2n ** 63n]) {
      for (const integer of [limit - 1n, limit, limit + 1n, 1n - limit, -limit, -limit - 1n]) {
        if (BigInt.asIntN(64, integer) !== integer) continue
        const isSafe = Number.isSafeInteger(Number(integer))
        const row = { n: isSafe ? Number(integer) : `${integer}` }
        deepStrictEqual((await sql`select ${integer} as n`.execute(db)).rows, [row])
      }
    }
  },

  async 'a parameter that cannot be stored is refused'({ db }) {
    for (const value of [{}, { id: 1 }, [1], 2n ** 64n]) {
      await rejects(sql`select ${value} as a, ${1} as b`.execute(db))
    }
    await rejects(sql.raw('select 1; select 2').execute(db), /more than one statement/)
  },

  async 'rows follow the schema'({ db }) {
    const books = db.selectFrom('book').selectAll()
    await db.insertInto('book').values({ id: 1, title: 'Emma', rating: 5 }).execute()
    await books.execute()
    await sql`alter table book add column done boolean default true`.execute(db)
    deepStrictEqual(await books.execute(), [{ id: 1, title: 'Emma', rating: 5, done: true }])
    await sql`alter table book drop column rating`.execute(db)
    deepStrictEqual(await books.execute(), [{ id: 1, title: 'Emma', done: true }])
  },

  async 'counts are read again after a change by another connection'({ db, other }) {
    const items = () => kyselyItems(db, db.selectFrom('book').selectAll()).count()
    strictEqual(await items(), 0)
    await (await other()).insertInto('book').values({ id: 1, title: 'Emma' }).execute()
    strictEqual(await items(), 1)
    await sql`pragma case_sensitive_like = on`.execute(db)
    await sql`create temp table book (id integer primary key, title text, rating integer)`.execute(
      db,
    )
    strictEqual(await items(), 0)
    await sql`drop table temp.book`.execute(db)
    strictEqual(await items(), 1)
  },

  async 'single writes that come together are all stored'({ db }) {
    const write = (id: number) =>
      db
        .insertInto('book')
        .values({ id: id % 40, title: 'x' })
        .execute()
        .then(
          () => 1,
          () => 0,
        )
    const written = await Promise.all(Array.from({ length: 50 }, (_, id) => write(id)))
    strictEqual(
      written.reduce<number>((sum, one) => sum + one, 0),
      40,
    )
    strictEqual(await kyselyItems(db, db.selectFrom('book').selectAll()).count(), 40)
  },

  async 'violations name their fields'({ db }) {
    await sql`create table t (id integer primary key, name text not null unique,
      book integer references book)`.execute(db)
    await sql`insert into t values (1, 'a', null)`.execute(db)
    const codes = async (values: object) => {
      const error: unknown = await db
        .insertInto('t')
        .values(values)
        .execute()
        .catch((e) => e)
      return (await constraintViolation(db, error, { table: 't', values }))?.codes
    }
    deepStrictEqual(await codes({ id: 2, name: 'a' }), { name: ['unique'] })
    deepStrictEqual(await codes({ id: 1, name: 'b' }), { id: ['unique'] })
    deepStrictEqual(await codes({ id: 2, name: null }), { name: ['null'] })
    deepStrictEqual(await codes({ id: 2, name: 'b', book: 9 }), { book: ['does_not_exist'] })
  },

  async 'a busy, a full and a read-only database are outages'({ db, other }) {
    const status = async (work: Promise<unknown>) =>
      databaseOutage(await work.catch((error: unknown) => error))?.status
    const write = () => sql`insert into book (title) values (hex(randomblob(99999)))`.execute(db)
    await (await other()).transaction().execute(async (theirs) => {
      await theirs.insertInto('book').values({ title: 'theirs' }).execute()
      strictEqual(await status(write()), 503)
    })
    await sql`pragma max_page_count = 1`.execute(db)
    strictEqual(await status(write()), 503)
    await sql`pragma query_only = on`.execute(db)
    strictEqual(await status(write()), 503)
    strictEqual(await status(sql`select nothing`.execute(db)), undefined)
  },
}
