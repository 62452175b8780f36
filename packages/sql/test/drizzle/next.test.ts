import { openInFile } from '@turnpike/test-support/sqlite.ts'
import { TransactionRollbackError } from 'drizzle-orm-next'
import { drizzle as nodePostgres } from 'drizzle-orm-next/node-postgres'
import * as pg from 'drizzle-orm-next/pg-core'
import { integer, sqliteTable } from 'drizzle-orm-next/sqlite-core'
import { drizzle } from 'drizzle-orm-next/sqlite-proxy'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DrizzleProxy, drizzleSqlite } from '../../src/drizzle/index.ts'

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
