import { openRecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { testClient } from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { createApi, cursorPagination, limitOffsetPagination, routes } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../../../../test/faults/random.ts'
import type { AnyRow } from '../../../src/kysely/database.ts'
import { type AnyDatabase, kyselyItems, sqliteDialect } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

const setUp = `create table note (id integer primary key, title text);
  with recursive number(n) as (select 1 union all select n + 1 from number where n < 2700)
  insert into note select n, 'note ' || n from number`

/** What may happen to the database, each by a connection of `db` or beside it. */
const changes: ((db: AnyDatabase, other: Sqlite.Database, number: number) => unknown)[] = [
  (db, _, n) =>
    db
      .insertInto('note')
      .values({ title: `new ${n}` })
      .execute(),
  (db, _, n) =>
    db
      .updateTable('note')
      .set({ title: `set ${n}` })
      .where('id', '=', n)
      .execute(),
  (db, _, n) => db.deleteFrom('note').where('id', '=', n).execute(),
  (db, _, n) => sql`update note set title = ${`raw ${n}`} where id = ${n}`.execute(db),
  (_, other, n) => other.prepare('insert into note (title) values (?)').run(`theirs ${n}`),
  (_, other, n) => other.prepare('delete from note where id = ?').run(n),
  (db) => sql`alter table note add column extra text`.execute(db).catch(() => {}),
  (db) => sql`alter table note drop column extra`.execute(db).catch(() => {}),
  (db) => sql`create table if not exists other (id integer)`.execute(db),
  (db) => sql`drop table if exists other`.execute(db),
  // Writes that arrive together, one of which fails.
  (db, _, n) =>
    Promise.allSettled([
      sql`insert into note (title) values (${`one of ${n}`})`.execute(db),
      sql`insert into note select id, title from note limit 1`.execute(db),
      sql`select count(*) from note`.execute(db),
      sql`delete from note where id = ${n}`.execute(db),
    ]),
  (_, other) => other.exec('create index if not exists note_title on note (title)'),
  (_, other) => other.exec('drop index if exists note_title'),
  (_, other) => other.exec('analyze'),
  (_, other) => other.pragma('wal_checkpoint(truncate)'),
  (_, other, n) => other.exec(`begin; delete from note where id <> ${n}; rollback`),
  (db) => sql`attach ':memory:' as more`.execute(db).then(() => sql`detach more`.execute(db)),
  () => {},
  () => {},
  () => {},
]

/** What the framework answers about a database: a count, rows far into a list, and a page as text. */
function answersOf(db: AnyDatabase) {
  const itemsOf = () => kyselyItems(db, db.selectFrom('note').select(['id', 'title']))
  const api = createApi({ SECRET_KEYS: ['x'.repeat(32)] })
  const list = api.listView({ items: itemsOf(), pagination: limitOffsetPagination() })
  const byTitle = cursorPagination({ ordering: 'title', pageSize: 5 })
  const walk = api.listView({ items: itemsOf(), pagination: byTitle })
  const serialize = ({ id, title }: AnyRow) => ({ number: id, title })
  const sent = api.listView({ items: itemsOf(), pagination: byTitle, serialize })
  const views = { '/notes/': list, '/walk/': walk, '/sent/': sent }
  const client = testClient(routes(api, views))
  const first = async () => (await client.get('/walk/')).json()
  return async (offset: number, limit: number) => ({
    count: await itemsOf().count(),
    rows: await itemsOf().slice(offset, limit),
    page: await (await client.get(`/notes/?limit=${limit}&offset=${offset}`)).text(),
    first: await first(),
    next: await (await client.get((await first()).next)).text(),
    sent: await (await client.get('/sent/')).text(),
  })
}

/** How the database that caches is opened: as in the service or by the dialect. */
const kinds = ['with readers', 'with one connection', 'by the service'] as const

describe.each(kinds)('caches of lists on SQLite, opened %s', (kind) => {
  it.each([1, 2, 3])(
    'cached lists show what is committed, after every change and beside it (seed %i)',
    async (seed) => {
      const apart = kind !== 'with one connection'
      const recorded = openRecordedSqlite(setUp, { apart })
      const { file, other } = recorded
      const ofService = kind === 'by the service' ? openDatabase(`sqlite:${file}`) : null
      const db = ofService?.db ?? recorded.db
      const uncached: AnyDatabase = new Kysely({
        dialect: sqliteDialect(new Sqlite(file), { cache: false }),
      })
      onTestFinished(async () => {
        await uncached.destroy()
        await ofService?.close()
        await recorded.close()
      })
      const random = seededRandom(seed)
      const change = () => random.pick(changes)(db, other, 1 + random.below(2700))
      const answers = answersOf(db)
      const uncachedAnswers = answersOf(uncached)

      /** Compares with a database that caches nothing, and that one with SQLite's own library. */
      const compare = async () => {
        const [offset, limit] = [2490 + random.below(220), 1 + random.below(20)]
        const expected = await uncachedAnswers(offset, limit)
        const page = other.prepare('select id, title from note order by id limit ? offset ?')
        expect(expected.rows).toEqual(page.all(limit, offset))
        expect(expected.count).toBe(other.prepare('select count(*) from note').pluck().get())
        expect(await answers(offset, limit)).toEqual(expected)
        expect(await answers(offset, limit)).toEqual(expected)
      }

      for (let step = 0; step < 80; step++) {
        await change()
        await compare()
        await compare()
        if (random.below(8) > 0) continue
        await takenBack(db, apart ? compare : async () => {})
        await compare()
      }
    },
  )
})

/** Lists what is rolled back, or hidden for a while, in each way to have a connection for oneself. */
async function takenBack(db: AnyDatabase, compare: () => Promise<void>): Promise<void> {
  const insert = sql`insert into note (title) values ('for a while')`
  const transaction = await db.startTransaction().execute()
  await insert.execute(transaction)
  await compareInside(transaction)
  await compare()
  await transaction.rollback().execute()

  await db.connection().execute(async (connection) => {
    await insert.execute(connection)
    await sql`begin`.execute(connection)
    await insert.execute(connection)
    await compareInside(connection)
    await compare()
    await sql`rollback`.execute(connection)

    await sql`create temp table note (id integer primary key, title text)`.execute(connection)
    await compareInside(connection)
    await compare()
    await sql`drop table temp.note`.execute(connection)
    await compareInside(connection)
  })
}

async function compareInside(on: AnyDatabase): Promise<void> {
  const items = kyselyItems(on, on.selectFrom('note').select(['id', 'title']))
  const page = sql`select id, title from note order by id limit 10 offset 2510`
  const count = sql<{ count: number }>`select count(*) as count from note`
  const answers = [await items.count(), await items.slice(2510, 10)]
  const expected = [(await count.execute(on)).rows[0]?.count, (await page.execute(on)).rows]
  expect(answers).toEqual(expected)
}
