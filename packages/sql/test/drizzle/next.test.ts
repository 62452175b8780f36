import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import { defineRelations, TransactionRollbackError } from 'drizzle-orm-next'
import { drizzle as nodePostgres } from 'drizzle-orm-next/node-postgres'
import * as pg from 'drizzle-orm-next/pg-core'
import { blob, integer, sqliteTable } from 'drizzle-orm-next/sqlite-core'
import { drizzle } from 'drizzle-orm-next/sqlite-proxy'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DrizzleProxy, drizzleItems, drizzleSqlite } from '../../src/drizzle/index.ts'

/** The list of docs/drizzle.md. A test that fails means that the candidate has mended something. */
describe('known gaps of the release candidate of Drizzle 1.0', () => {
  async function open(config: object = {}) {
    const { db, close } = await openInFile()
    onTestFinished(close)
    return drizzleSqlite(db, drizzle as unknown as DrizzleProxy, config)
  }

  it('the type of drizzleSqlite does not take its function drizzle', () => {
    const compiled = (_work: () => unknown) => {}
    // @ts-expect-error it has an object of functions instead of a callback
    compiled(() => drizzleSqlite({} as never, drizzle))
  })

  describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
    async function opened() {
      const { pool, url, close } = await openPostgres()
      await pool.query(`create table price (id int primary key, whole int, exact numeric, list numeric[]);
        insert into price values (1, 7, 2.5, '{9}'), (2, 8, 3.5, '{10}')`)
      const client = new Pool({ connectionString: url })
      onTestFinished(async () => {
        await client.end()
        await close()
      })
      const price = pg.pgTable('price', {
        id: pg.integer().primaryKey(),
        whole: pg.integer(),
        exact: pg.numeric(),
        list: pg.numeric().array(),
      })
      return { orm: nodePostgres({ client }), price }
    }

    it('an order by an array of numbers is one of texts', async () => {
      const { orm, price } = await opened()
      const { id, list } = price
      const query = orm.select({ id, list }).from(price)
      const items = drizzleItems(orm as never, query as never).orderBy(['list' as never])
      expect(await items.slice(0, null)).toMatchObject([{ id: 2 }, { id: 1 }])
    })

    it('a union reads the numbers of all columns as those of the first', async () => {
      const { orm, price } = await opened()
      const { id, whole, exact } = price
      const query = orm
        .select({ id, value: whole })
        .from(price)
        .unionAll(orm.select({ id, value: exact }).from(price) as never)
      const rows = await drizzleItems(orm as never, query as never).slice(0, null)
      expect(rows).toContainEqual({ id: 1, value: '7' })
      expect(await query).toContainEqual({ id: 1, value: 7 })
    })
  })

  it('relational queries cannot read blobs of related rows', async () => {
    const { db, close } = await openInFile()
    onTestFinished(close)
    await sql`create table shelf (id integer primary key)`.execute(db)
    await sql`create table book (id integer primary key, shelf integer, cover blob)`.execute(db)
    await sql`insert into shelf values (1)`.execute(db)
    await sql`insert into book values (1, 1, x'01ff')`.execute(db)
    const shelf = sqliteTable('shelf', { id: integer().primaryKey() })
    const book = sqliteTable('book', {
      id: integer().primaryKey(),
      shelf: integer(),
      cover: blob({ mode: 'buffer' }),
    })
    const relations = defineRelations({ shelf, book }, (r) => ({
      shelf: { books: r.many.book({ from: r.shelf.id, to: r.book.shelf }) },
    }))
    const orm = drizzleSqlite(db, drizzle as unknown as DrizzleProxy, { relations } as never)
    const related = Reflect.get(orm.query, 'shelf') as { findMany(with_: object): Promise<unknown> }

    await expect(related.findMany({ with: { books: true } })).rejects.toThrow()
  })

  it('drizzle(pool) has another pool than the one that it was given', async () => {
    const pool = new Pool()
    const own = nodePostgres(pool as never)
    onTestFinished(() => own.$client.end())

    expect(own.$client).not.toBe(pool)
    expect(nodePostgres({ client: pool }).$client).toBe(pool)
  })

  it('the schema of the configuration has no relational queries', async () => {
    const note = sqliteTable('note', { id: integer().primaryKey() })
    const orm = await open({ schema: { note } })

    expect(Object.keys(orm.query ?? {})).toEqual([])
  })

  it('a timestamp of PostgreSQL that is a Date takes a text, too', () => {
    const { at } = pg.pgTable('note', { at: pg.timestamp({ mode: 'date' }) })

    expect(at.mapToDriverValue('now')).toBe('now')
  })

  it('the error of a rollback has a class of its own', async () => {
    const orm = await open()

    const work = orm.transaction(async (tx) => tx.rollback())
    await expect(work).rejects.toThrow(TransactionRollbackError)
    await expect(work).rejects.not.toMatchObject({ name: 'DrizzleError' })
  })
})
