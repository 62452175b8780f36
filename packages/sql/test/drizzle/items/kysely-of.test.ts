import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import Sqlite from 'better-sqlite3'
import { sql as drizzleSql, eq } from 'drizzle-orm'
import { drizzle as betterSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as mysqlProxy } from 'drizzle-orm/mysql-proxy'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as pgProxy } from 'drizzle-orm/pg-proxy'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle as sqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { sql as nextSql } from 'drizzle-orm-next'
import { drizzle as nextNodePostgres } from 'drizzle-orm-next/node-postgres'
import * as nextPg from 'drizzle-orm-next/pg-core'
import { drizzle as oldestNodePostgres } from 'drizzle-orm-oldest/node-postgres'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drizzleItems, drizzleSqlite, kyselyOf } from '../../../src/drizzle/index.ts'
import {
  DatabaseUnavailable,
  kyselyTransactions,
  postgresDialect,
  postgresPool,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

const notes = sqliteTable('note', { id: integer().primaryKey(), title: text().notNull() })
const notesOf = ({ integer, pgTable, text }: typeof pg) =>
  pgTable('note', { id: integer().primaryKey(), title: text().notNull() })
const pgNotes = notesOf(pg)

const createNotes = `create table note (id integer primary key, title text not null);
  insert into note values (1, 'a'), (2, 'b')`

function openSqlite() {
  const database = new Sqlite(':memory:', { timeout: 0 })
  database.exec(createNotes)
  return database
}

describe('kyselyOf on SQLite', () => {
  it('a database of better-sqlite3 has one Kysely, over the same connection', async () => {
    const database = openSqlite()
    const orm = betterSqlite(database)
    const db = kyselyOf(orm)

    expect(kyselyOf(betterSqlite(database))).toBe(db)
    expect(await db.selectFrom('note').selectAll().execute()).toHaveLength(2)
    orm.insert(notes).values({ id: 3, title: 'c' }).run()
    expect(await drizzleItems(orm, orm.select().from(notes)).count()).toBe(3)
    orm.delete(notes).where(eq(notes.id, 1)).run()
    expect(await drizzleItems(orm, orm.select().from(notes)).count()).toBe(2)
  })

  it('a database of drizzleSqlite has the connections of its Kysely', async () => {
    const db = new Kysely({ dialect: sqliteDialect(openSqlite()) })
    const orm = drizzleSqlite(db, sqliteProxy)
    expect(kyselyOf(orm)).toBe(db)
    const items = drizzleItems(orm, orm.select().from(notes))

    const work = kyselyTransactions(db).run(async () => {
      await orm.insert(notes).values({ id: 3, title: 'c' })
      expect(await items.count()).toBe(3)
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await items.count()).toBe(2)
  })

  it('lists of Drizzle have the names of the database, not those of a plugin', async () => {
    const plugins = [new CamelCasePlugin()]
    const db = new Kysely({ dialect: sqliteDialect(openSqlite()), plugins })
    await sql`create table two_words (id integer, "snake_case" text)`.execute(db)
    await sql`insert into two_words values (1, 'x')`.execute(db)
    const words = sqliteTable('two_words', { id: integer(), snake_case: text() })
    const orm = drizzleSqlite(db, sqliteProxy)

    const items = drizzleItems(orm, orm.select().from(words))
    expect(await items.slice(0, 1)).toEqual([{ id: 1, snake_case: 'x' }])
  })

  it('a synchronous transaction of Drizzle is refused with what to use', () => {
    const orm = betterSqlite(openSqlite())
    expect(() => orm.transaction((tx) => drizzleItems(tx, tx.select().from(notes)))).toThrow(
      'drizzleSqlite()',
    )
  })
})

describe('kyselyOf of other databases', () => {
  it.each([
    ['a driver of MySQL', mysqlProxy(async () => ({ rows: [] }))],
    ['a proxy to PostgreSQL', pgProxy(async () => ({ rows: [] }))],
    ['a proxy that is not of drizzleSqlite()', sqliteProxy(async () => ({ rows: [] }))],
    ['an object', { select: () => {} }],
    ['nothing', undefined],
  ])('%s is refused with the drivers that are known', (_, orm) => {
    expect(() => kyselyOf(orm as never)).toThrow('drizzle-orm/node-postgres')
  })
})

const versions = [
  ['the newest Drizzle', nodePostgres, pgNotes, drizzleSql],
  ['the oldest Drizzle', oldestNodePostgres as unknown as typeof nodePostgres, pgNotes, drizzleSql],
  [
    'the next Drizzle',
    nextNodePostgres as unknown as typeof nodePostgres,
    notesOf(nextPg as unknown as typeof pg),
    nextSql as unknown as typeof drizzleSql,
  ],
] as const

describe.skipIf(postgresMissing).each(versions)(
  'kyselyOf on PostgreSQL with %s',
  (...[, drizzle, pgNotes, sqlOfDrizzle]) => {
    async function open() {
      const { url, close } = await openPostgres()
      const pool = new Pool({ connectionString: url, max: 3 })
      onTestFinished(async () => {
        await pool.end()
        await close()
      })
      await pool.query(createNotes)
      return { pool, url }
    }

    it('a pool has one Kysely, which reads values exactly', async () => {
      const { pool } = await open()
      const orm = drizzle({ client: pool })
      const db = kyselyOf(orm)

      expect(kyselyOf(drizzle({ client: pool }))).toBe(db)
      const { rows } = await sql`select 7::bigint as seven, date '2026-01-02' as day`.execute(db)
      expect(rows).toEqual([{ seven: 7, day: '2026-01-02' }])
      expect(await drizzleItems(orm, orm.select().from(pgNotes)).count()).toBe(2)
    })

    it('lists of a shared pool are in the transaction of the current work', async () => {
      const { pool } = await open()
      const db = new Kysely({ dialect: postgresDialect(pool) })
      const orm = drizzle({ client: postgresPool(db, Pool) })
      expect(kyselyOf(orm)).toBe(db)
      const items = drizzleItems(orm, orm.select().from(pgNotes))

      const work = kyselyTransactions(db).run(async () => {
        await orm.insert(pgNotes).values({ id: 3, title: 'c' })
        expect(await items.count()).toBe(3)
        throw new Error('undone')
      })
      await expect(work).rejects.toThrow('undone')
      expect(await items.count()).toBe(2)
    })

    it.each(['own', 'shared'])(
      'lists in a transaction see its changes, on a pool: %s',
      async (kind) => {
        const { pool } = await open()
        const db = new Kysely({ dialect: postgresDialect(pool) })
        const orm = drizzle({ client: kind === 'own' ? pool : postgresPool(db, Pool) })

        const work = orm.transaction(async (tx) => {
          await tx.insert(pgNotes).values({ id: 3, title: 'c' })
          const items = drizzleItems(tx, tx.select().from(pgNotes))
          const counts = await Promise.all([items.count(), items.count(), tx.$count(pgNotes)])
          expect(counts).toEqual([3, 3, 3])
          const lengths = tx.select({ id: pgNotes.id, one: sqlOfDrizzle`1::bigint` }).from(pgNotes)
          expect(await drizzleItems(tx, lengths).slice(2, 1)).toEqual([{ id: 3, one: '1' }])
          await tx
            .transaction(async (nested) => {
              await nested.delete(pgNotes)
              expect(await drizzleItems(nested, nested.select().from(pgNotes)).count()).toBe(0)
              nested.rollback()
            })
            .catch(() => {})
          expect(await items.count()).toBe(3)
          throw new Error('undone')
        })
        await expect(work).rejects.toThrow('undone')
        expect(await drizzleItems(orm, orm.select().from(pgNotes)).count()).toBe(2)
      },
    )

    it('a single client has a Kysely, whose statements take turns', async () => {
      const { url } = await open()
      const client = new Client({ connectionString: url })
      await client.connect()
      onTestFinished(() => client.end())
      const orm = drizzle({ client })
      const items = drizzleItems(orm, orm.select().from(pgNotes))

      expect(await Promise.all([items.count(), items.slice(1, 1)])).toEqual([
        2,
        [{ id: 2, title: 'b' }],
      ])
    })

    it('a list of a database that does not answer is a 503', async () => {
      const pool = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
      const orm = drizzle({ client: pool })
      const items = drizzleItems(orm, orm.select().from(pgNotes))
      await expect(items.count()).rejects.toThrow(DatabaseUnavailable)
    })
  },
)
