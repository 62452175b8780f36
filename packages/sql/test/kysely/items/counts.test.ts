import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import {
  type CountPolicy,
  createApi,
  limitOffsetPagination,
  pageNumberPagination,
  routes,
} from 'turnpike'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, identity, kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

/** Notes of owner 1, and one in a hundred of owner 2. */
async function fill(db: AnyDatabase, size: number): Promise<void> {
  await db.schema
    .createTable('note')
    .addColumn('id', 'integer', identity(db))
    .addColumn('owner', 'integer', (owner) => owner.notNull())
    .execute()
  for (let made = 0; made < size; made += 1000) {
    const notes = Array.from({ length: Math.min(1000, size - made) }, (_, index) => ({
      owner: index % 100 === 0 ? 2 : 1,
    }))
    await db.insertInto('note').values(notes).execute()
  }
}

const notesOf = (db: AnyDatabase) => kyselyItems(db, db.selectFrom('note').selectAll())
const notesOfOwner = (db: AnyDatabase, owner: number) =>
  kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', owner))

describe('an estimate of SQLite', () => {
  let db: AnyDatabase
  beforeEach(async () => {
    const database = openDatabase('sqlite::memory:')
    onTestFinished(database.close)
    db = database.db
    await fill(db, 2000)
  })

  it('there is no estimate without statistics', async () => {
    expect(await notesOf(db).estimate?.()).toBeNull()
  })

  it('the estimate of a whole table is the count that ANALYZE stored', async () => {
    await sql`create index note_owner on note (owner)`.execute(db)
    await sql`create index note_few on note (owner) where owner = 2`.execute(db)
    await sql`analyze`.execute(db)
    await db.insertInto('note').values({ owner: 1 }).execute()

    expect(await notesOf(db).estimate?.()).toBe(2000)
    expect(await notesOf(db).orderBy(['-owner']).estimate?.()).toBe(2000)
  })

  it('there is no estimate for part of a table, several tables or a derived table', async () => {
    await sql`create index note_owner on note (owner)`.execute(db)
    await sql`analyze`.execute(db)

    for (const query of [
      db.selectFrom('note').selectAll().where('owner', '=', 2),
      db.selectFrom('note').select('owner').distinct(),
      db.selectFrom('note').select('owner').groupBy('owner'),
      db.selectFrom('note').select((eb) => eb.fn.countAll().as('count')),
      db.selectFrom('note').innerJoin('note as other', 'other.id', 'note.id').select('note.id'),
      db.selectFrom(['note', 'note as other']).select('note.id'),
      db.selectFrom('note').select('id').union(db.selectFrom('note').select('id')),
    ]) {
      expect(await kyselyItems(db, query as never).estimate?.()).toBeNull()
    }
  })
})

describe.skipIf(postgresMissing !== null)('counts of PostgreSQL', () => {
  async function open(size: number) {
    const { db, url, close } = await openPostgres()
    onTestFinished(close)
    await fill(db, size)
    await sql`analyze note`.execute(db)
    return { db, url }
  }

  /** The same database, with what is sent to it. */
  function watched(url: string, plugins: CamelCasePlugin[] = []) {
    const sent: string[] = []
    const log = ({ query }: LogEvent): void => {
      // Once a process, whether tables are counted.
      if (!query.sql.includes('to_regclass')) sent.push(query.sql)
    }
    const pool = new Pool({ connectionString: url, max: 1 })
    const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }), log, plugins })
    onTestFinished(() => db.destroy())
    return { db, sent }
  }

  it('counts of PostgreSQL are estimated by the planner for the given values', async () => {
    const { db } = await open(20_000)

    expect(await notesOf(db).estimate?.()).toBeCloseTo(20_000, -3)
    expect(await notesOfOwner(db, 1).estimate?.()).toBeCloseTo(19_800, -3)
    const few = await notesOfOwner(db, 2).estimate?.()
    expect(few).toBeGreaterThan(50)
    expect(few).toBeLessThan(400)
  })

  it('an estimate on PostgreSQL reads nothing of the table, whatever its name', async () => {
    const { db, url } = await open(1000)
    await sql`alter table note rename to "x rows=7 width=1)"`.execute(db)
    const { db: other, sent } = watched(url, [new CamelCasePlugin()])
    const estimate = await kyselyItems(
      other,
      other.selectFrom('x rows=7 width=1)').selectAll(),
    ).estimate?.()

    expect(estimate).toBe(1000)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/^explain /)
  })

  it('the count comes with a page near the beginning in one statement, whatever the query', async () => {
    const { url } = await open(300)
    const { db, sent } = watched(url, [new CamelCasePlugin()])
    const from = db.selectFrom('note')
    for (const query of [
      from.selectAll().where('owner', '=', 1).where('id', '>', 5),
      from.select('owner as id').distinct(),
      from.select((eb) => ['owner as id', eb.fn.countAll().as('n')]).groupBy('owner'),
      db
        .with('mine', (with_) => with_.selectFrom('note').selectAll().where('owner', '=', 1))
        .selectFrom('mine')
        .select('id'),
      from
        .select('id')
        .where('id', '<', 9)
        .unionAll(from.select('id').where('id', '>', 7)),
      from.select(['id', 'owner']).orderBy('owner').limit(12),
    ]) {
      const items = kyselyItems(db, query as never)
      sent.length = 0
      const both = await items.sliceAndCount?.(1, 20)

      expect(sent).toHaveLength(1)
      expect(both).toEqual({ items: await items.slice(1, 20), count: await items.count() })
    }
  })

  it('the count and a deep page are read one after the other', async () => {
    const { url } = await open(2000)
    const { db, sent } = watched(url)
    expect(await notesOf(db).sliceAndCount?.(1500, 5)).toMatchObject({ count: 2000 })
    expect(sent).toHaveLength(2)
  })

  it('count and page are of the same moment while other processes write', async () => {
    const { db, url } = await open(10)
    const items = notesOf(db)
    const counts = new Set<number>()

    await whileWriting(url, async () => {
      const both = await items.sliceAndCount?.(0, 1000)
      expect(both?.items).toHaveLength(both?.count ?? -1)
      counts.add(both?.count ?? -1)
    })
    expect([...counts].filter((count) => count % 3 !== 1)).toEqual([])
    expect(counts.size).toBeGreaterThan(1)
  })

  testPages('PostgreSQL', openPostgres)
})

describe('pages of SQLite', () => {
  testPages('SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
    const url = `sqlite:${join(folder, 'notes.db')}`
    const { db, close } = openDatabase(url)
    return { db, url, close: () => close().then(() => rmSync(folder, { recursive: true })) }
  })
})

/** What every page holds, whatever happens while it is read. */
function testPages(
  name: string,
  open: () => Promise<{ db: AnyDatabase; url: string; close(): Promise<void> }>,
): void {
  it(`pages and counts on ${name} agree while other processes write`, async () => {
    const { db, url, close } = await open()
    onTestFinished(close)
    await fill(db, 28)
    const items = notesOf(db)
    const api = createApi({ LOGGER: silentLogger })
    const policies: CountPolicy[] = ['none', 'estimated', { capAt: 25 }, { capAt: 40 }]
    const clients = policies.flatMap((count) =>
      [
        pageNumberPagination({ pageSize: 10, count }),
        limitOffsetPagination({ defaultLimit: 10, count }),
      ].map((pagination) => testClient(routes(api, { '/': api.listView({ items, pagination }) }))),
    )

    let seen = 0
    await whileWriting(url, async () => {
      for (const client of clients) {
        for (const [query, offset] of [
          ['', 0],
          ['?page=3&offset=20', 20],
        ] as const) {
          const { count, count_is, next, results } = await (await client.get(`/${query}`)).json()
          const reach = offset + results.length

          expect(results.length).toBe(next === null ? Math.min(results.length, 10) : 10)
          if (count_is === 'exact')
            expect(count).toBeGreaterThanOrEqual(reach + Number(next !== null))
          if (count_is === 'exact' && next === null) expect(count).toBe(reach)
          if (count_is === 'at_least') expect(count).toBeLessThanOrEqual(40)
          seen++
        }
      }
    })
    expect(seen).toBeGreaterThan(0)
  })
}

/** Does the work over and over while three processes add and remove notes. */
async function whileWriting(url: string, work: () => Promise<void>): Promise<void> {
  const writer = join(import.meta.dirname, 'count-writer.ts')
  let writing = 3
  const writers = [11, 12, 13].map((owner) =>
    promisify(execFile)(process.execPath, ['--conditions=source', writer, url, `${owner}`]).finally(
      () => writing--,
    ),
  )
  while (writing > 0) {
    await work()
    // SQLite never waits, so the end of a process would go unnoticed.
    await setImmediate()
  }
  await Promise.all(writers)
}
