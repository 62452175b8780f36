import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openRecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { Kysely, sql } from 'kysely'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drizzleItems, drizzleSqlite } from '../../../src/drizzle/index.ts'
import {
  type AnyDatabase,
  countedTable,
  postgresDialect,
  postgresPool,
} from '../../../src/kysely/index.ts'

const onSqlite = sqliteTable('note', {
  id: integer().primaryKey(),
  ownerId: integer('owner_id'),
  rating: integer(),
  title: text(),
})

const onPostgres = pgTable('note', {
  id: pgInteger().primaryKey(),
  ownerId: pgInteger('owner_id'),
  rating: pgInteger(),
  title: pgText(),
})

const columns = 'id integer primary key, owner_id integer, rating integer, title text'

const orders = ['id', '-rating', ['owner_id', '-rating']]

async function openSqlite() {
  const { db, sent, close } = openRecordedSqlite(`create table note (${columns});
    create index by_rating on note (rating);
    create index by_owner on note (owner_id, rating);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 24_000)
    insert into note select i, i % 2, i * 7919 % 10, 'note ' || i from n`)
  onTestFinished(close)
  await countedTable(db, 'note', { orders, by: ['owner_id'] })
  const orm = drizzleSqlite(db, drizzle)
  const of = (where?: SQL) =>
    drizzleItems(
      orm,
      orm.select().from(onSqlite).where(where).orderBy(desc(onSqlite.rating), desc(onSqlite.id)),
    )
  return { of, notes: onSqlite, sent }
}

async function openOnPostgres() {
  const own = await openPostgres()
  const sent: string[] = []
  const db: AnyDatabase = new Kysely({
    dialect: postgresDialect(new Pool({ connectionString: own.url, max: 3 })),
    log: ({ query }) => void sent.push(query.sql),
  })
  onTestFinished(async () => {
    await db.destroy()
    await own.close()
  })
  await sql.raw(`create table note (${columns})`).execute(db)
  await sql`create index on note (rating, id)`.execute(db)
  await sql`create index on note (owner_id, rating, id)`.execute(db)
  await sql`insert into note select g, g % 2, g * 7919 % 10, 'note ' || g
    from generate_series(1, 24000) g`.execute(db)
  await countedTable(db, 'note', { orders, by: ['owner_id'] })
  const orm = nodePostgres(postgresPool(db, Pool))
  const of = (where?: SQL) =>
    drizzleItems(
      orm,
      orm
        .select()
        .from(onPostgres)
        .where(where)
        .orderBy(desc(onPostgres.rating), desc(onPostgres.id)),
    )
  return { of, notes: onPostgres as unknown as typeof onSqlite, sent }
}

const databases = [
  ['SQLite', openSqlite],
  ...(postgresMissing === null ? [['PostgreSQL', openOnPostgres] as const] : []),
] as const

describe.each(databases)('lists of Drizzle of a counted table of %s', (_, open) => {
  it('a list of all rows, or of those of one owner, is read from the counters', async () => {
    const { of, notes, sent } = await open()
    const lists = [of(), of(eq(notes.ownerId, 1)), of(and(eq(notes.ownerId, 1)))]

    for (const [index, items] of lists.entries()) {
      const isOfOwner = index > 0
      const usesCounters = () => sent.splice(0).some((one) => /turnpike_(counted|note)/.test(one))
      expect(await items.count()).toBe(isOfOwner ? 12_000 : 24_000)
      expect(usesCounters()).toBe(true)
      const page = await items.slice(11_000, 20)
      // A page in a group is read from its start up to a depth.
      if (!isOfOwner) expect(usesCounters()).toBe(true)
      const all = await items.slice(0, null)
      expect(page).toEqual(all.slice(11_000, 11_020))
      expect(page).toHaveLength(20)
      if (isOfOwner) expect(all.every(({ ownerId }) => ownerId === 1)).toBe(true)
    }
  })

  it('a list with another condition is counted by its rows', async () => {
    const { of, notes, sent } = await open()
    const items = of(ne(notes.ownerId, 1))
    sent.splice(0)
    expect(await items.count()).toBe(12_000)
    expect(sent.at(-1)).toContain('<>')
  })
})
