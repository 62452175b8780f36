import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/client/runtime/client'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { type AnyDatabase, postgresDialect, postgresPool } from '../../../src/kysely/index.ts'
import { type PrismaAdapter, prismaAdapter } from '../../../src/prisma/index.ts'

describe('prismaAdapter', () => {
  async function onSqlite(): Promise<AnyDatabase> {
    const { db, close } = await openInMemory()
    onTestFinished(close)
    return db
  }
  /** It connects with the first statement, so it needs no server. */
  const onPostgres = (): AnyDatabase => new Kysely({ dialect: postgresDialect(new Pool()) })
  const adapterFor = (db: AnyDatabase) => new PrismaPg(postgresPool(db, Pool))

  it('prismaAdapter() fits the types of a Prisma client', () => {
    expectTypeOf<PrismaAdapter>().toExtend<SqlDriverAdapterFactory>()
    expectTypeOf<PrismaPg>().toExtend<PrismaAdapter>()
  })

  it('prismaAdapter() on SQLite needs no adapter of Prisma', async () => {
    const db = await onSqlite()
    expect(prismaAdapter(db)).toMatchObject({ provider: 'sqlite' })
    expect(() => prismaAdapter(db, adapterFor(onPostgres()))).toThrow(
      'prismaAdapter() was given an adapter for postgres, but db is on SQLite, which needs none: ' +
        'prismaAdapter(db).',
    )
  })

  it('prismaAdapter() on PostgreSQL needs the adapter of Prisma over the same connections', () => {
    const db = onPostgres()
    const usage = 'prismaAdapter(db, new PrismaPg(postgresPool(db, Pool))).'
    expect(prismaAdapter(db, adapterFor(db))).toMatchObject({ provider: 'postgres' })
    expect(() => prismaAdapter(db)).toThrow(usage)
    expect(() => prismaAdapter(db, { timestampFormat: 'iso8601' })).toThrow(usage)
    expect(() => prismaAdapter(db, new PrismaPg(new Pool()))).toThrow(usage)
    expect(() => prismaAdapter(db, adapterFor(onPostgres()))).toThrow(
      'needs a PrismaPg over the connections of the same db',
    )
    expect(() => prismaAdapter(db, new PrismaPg({ host: 'localhost' }))).toThrow(usage)
  })

  it('prismaAdapter() needs a database of sqliteDialect, and no transaction', async () => {
    const plain = new Kysely({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })
    expect(() => prismaAdapter(plain)).toThrow(
      'needs the connections of a Kysely over sqliteDialect()',
    )

    const db = await onSqlite()
    await db.transaction().execute(async (transaction) => {
      expect(() => prismaAdapter(transaction)).toThrow('prismaAdapter() needs the database')
    })
  })

  it('prismaAdapter() knows its options', async () => {
    const db = await onSqlite()
    const misspelt = { timestampformat: 'iso8601' } as object
    expect(() => prismaAdapter(db, misspelt)).toThrow('timestampFormat')
    expect(() => prismaAdapter(db, { timestampFormat: 'unix' as never })).toThrow('unixepoch-ms')
  })
})
