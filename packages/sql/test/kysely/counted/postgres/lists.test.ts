import { type OwnDatabase, openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countedTable, dropCountedTable } from '../../../../src/kysely/counted/counted-table.ts'
import type { AnyQuery } from '../../../../src/kysely/database.ts'
import { type AnyDatabase, kyselyItems } from '../../../../src/kysely/index.ts'
import { mayReadLate } from '../../../../src/kysely/statements/reads.ts'

describe.skipIf(postgresMissing)('lists of a counted table of PostgreSQL', () => {
  let own: OwnDatabase
  let db: AnyDatabase
  const statements: CompiledQuery[] = []

  beforeAll(async () => {
    own = await openPostgres()
    db = new Kysely({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: own.url, max: 3 }) }),
      log: ({ query }) => void statements.push(query),
    })
    await sql`create table note (id bigserial primary key, owner int, created timestamptz,
      title varchar(5))`.execute(db)
    await sql`create index on note (created, id)`.execute(db)
    await sql`create index on note (owner, created, id)`.execute(db)
    await sql`insert into note (owner, created, title)
      select g % 3, case when g % 10 > 0 then now() - g % 700 * interval '1 hour' end, g % 5
      from generate_series(1, 9000) g`.execute(db)
    await countedTable(db, 'note', {
      orders: ['id', '-created', ['owner', '-created']],
      by: ['owner', 'title'],
    })
  })

  afterAll(async () => {
    await db?.destroy()
    await own?.close()
  })

  const usesCounters = () => statements.splice(0).some(({ sql }) => sql.includes('turnpike_note_'))
  const rows = (connection = db) => connection.selectFrom('note').selectAll()

  test.each<[string, () => AnyQuery, string[] | null]>([
    ['of all rows in the own order of a query', () => rows().orderBy('created'), null],
    [
      'of all rows in an own order that ends in the key',
      () => rows().orderBy('created', 'desc').orderBy('id', 'desc'),
      null,
    ],
    ['of all rows by the key', () => rows(), ['id']],
    ['of all rows by a date', () => rows(), ['created']],
    ['of all rows backward by a date', () => rows(), ['-created', '-id']],
    [
      'of some columns under other names',
      () => db.selectFrom('note as n').select(['n.id', 'n.created as made']),
      ['-n.created'],
    ],
    ['of one value', () => rows().where('owner', '=', 1), ['-created']],
    [
      'of one value, whose column is ordered first',
      () => rows().where('owner', '=', 2),
      ['owner', 'created'],
    ],
  ])('a counted list has the same pages as without counters, %s', async (_, query, ordering) => {
    const items = kyselyItems(db, query())
    const list = ordering === null ? items : items.orderBy(ordering)
    const all = await list.slice(0, null)
    expect(await list.count()).toBe(all.length)
    for (const [offset, limit] of [
      [0, 10],
      [2499, 3],
      [2500, 7],
      [all.length - 2, 9],
      [all.length, 5],
      [9e15, 5],
    ] as const) {
      statements.length = 0
      expect(await list.sliceAndCount?.(offset, limit)).toEqual({
        items: all.slice(offset, offset + limit),
        count: all.length,
      })
      expect(usesCounters()).toBe(true)
      expect(await list.slice(offset, limit)).toEqual(all.slice(offset, offset + limit))
      expect(usesCounters()).toBe(offset >= 2500)
    }
  })

  test.each<[string, () => AnyQuery, string[]]>([
    ['another order', () => rows(), ['title']],
    ['two directions', () => rows(), ['-created', 'id']],
    ['two conditions', () => rows().where('owner', '=', 1).where('id', '>', 5), ['id']],
    ['a comparison', () => rows().where('owner', '>', 1), ['id']],
    ['a condition on another column', () => rows().where('created', '=', new Date(0)), ['id']],
    ['a null', () => rows().where('owner', '=', null as never), ['id']],
    ['a limit', () => rows().limit(1000), ['id']],
    ['distinct rows', () => rows().distinct(), ['id']],
    ['an expression', () => rows().select(sql<number>`count(*) over ()`.as('all')), ['id']],
    ['a join', () => rows().innerJoin('note as other', 'other.id', 'note.id'), ['note.id']],
  ])('a list of a counted table reads rows as usual with %s', async (_, query, ordering) => {
    const items = kyselyItems(db, query(), { key: 'note.id' as never }).orderBy(ordering)
    statements.length = 0
    await items.slice(2600, 3)
    expect(usesCounters()).toBe(false)
  })

  test('pages of a filter by one integer are read from the counters', async () => {
    const items = kyselyItems(db, rows()).where?.({ field: 'owner', operator: '=', value: 1 })
    const list = items?.orderBy(['-created'])
    const all = await list?.slice(0, null)
    statements.length = 0
    expect(await list?.count()).toBe(3000)
    expect(usesCounters()).toBe(true)
    expect(await list?.sliceAndCount?.(2600, 7)).toEqual({
      items: all?.slice(2600, 2607),
      count: 3000,
    })
    expect(usesCounters()).toBe(true)
  })

  test.each([2147483648, -2147483649, 2 ** 53, 1.5])(
    'a filter by %s, which the counted integers cannot be, finds no rows',
    async (value) => {
      const items = kyselyItems(db, rows()).where?.({ field: 'owner', operator: '=', value })
      const list = items?.orderBy(['-created'])
      expect(await list?.count()).toBe(0)
      expect(await list?.sliceAndCount?.(0, 5)).toEqual({ items: [], count: 0 })
    },
  )

  test('a replica may execute what reads counters, and nothing else that asks the catalogue', async () => {
    const items = kyselyItems(db, rows().where('owner', '=', 1)).orderBy(['-created'])
    statements.length = 0
    await items.count()
    await items.slice(2600, 7)
    await items.sliceAndCount?.(0, 7)
    const texts = statements.splice(0).map(({ sql }) => sql)
    expect(texts).toHaveLength(3)
    for (const text of texts) {
      expect(text).toMatch(/(?=.*turnpike_note_).*pg_catalog/s)
      expect(mayReadLate(text)).toBe(true)
      expect(mayReadLate(`${text} limit 1`)).toBe(false)
    }
  })

  test('count a value that is longer than the column as absent', async () => {
    const items = kyselyItems(db, rows().where('title', '=', '1     longer'))
    expect(await items.count()).toBe(0)
    expect(await kyselyItems(db, rows().where('title', '=', '1')).count()).toBe(1800)
    expect(usesCounters()).toBe(true)
  })

  test('show a transaction its own rows', async () => {
    await db
      .transaction()
      .execute(async (transaction) => {
        const items = kyselyItems(transaction, transaction.selectFrom('note').selectAll())
        await transaction.insertInto('note').values({ owner: 1 }).execute()
        expect(await items.count()).toBe(9001)
        await transaction.deleteFrom('note').execute()
        expect(await items.orderBy(['id']).sliceAndCount?.(700, 5)).toEqual({ items: [], count: 0 })
        throw new Error('rolled back')
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'))
    expect(await kyselyItems(db, rows()).count()).toBe(9000)
  })

  test.each<[string, string]>([
    [
      'another schema comes first in the search path',
      `create schema tenant; create table tenant.note (like public.note including all);
       insert into tenant.note (owner, created) select g % 2, now() + g * interval '1 day'
         from generate_series(1, 900) g;
       set local search_path = tenant, public`,
    ],
    [
      'a temporary table hides it',
      `create temporary table note on commit drop as
         select * from public.note where id % 4 = 1`,
    ],
    [
      'a migration puts another table in its place',
      `create table fresh (like note including all); insert into fresh select * from note
         where id > 1000 order by id desc;
       alter table note rename to old; alter table fresh rename to note`,
    ],
    [
      'it becomes a partition',
      `create table parent (like note) partition by range (id);
       alter table parent attach partition note for values from (1) to (1000000);
       insert into parent (id, owner, created) select g, 1, now() from generate_series(9001, 9100) g`,
    ],
    [
      'another table inherits from it',
      `create table child () inherits (note); insert into child (owner, created)
         select 1, now() - g * interval '1 day' from generate_series(1, 100) g`,
    ],
  ])('a list of a counted table reads rows as usual when %s', async (_, change) => {
    const lists = (connection: AnyDatabase) =>
      [rows(connection), rows(connection).where('owner', '=', 1)].map((query) => ({
        items: kyselyItems(connection, query).orderBy(['-created']),
        query: query.orderBy('created', 'desc').orderBy('id', 'desc'),
      }))
    for (const { items } of lists(db)) await items.count()
    const undone = new Error('rolled back')
    const changing = db.transaction().execute(async (transaction) => {
      await sql.raw(change).execute(transaction)
      for (const { items, query } of lists(transaction)) {
        const all = await query.execute()
        const page = { items: all.slice(2510, 2515), count: all.length }
        expect(await items.count()).toBe(all.length)
        expect(await items.slice(2510, 5)).toEqual(page.items)
        expect(await items.sliceAndCount?.(2510, 5)).toEqual(page)
      }
      throw undone
    })
    await expect(changing).rejects.toBe(undone)
    statements.length = 0
    expect(await lists(db)[0]?.items.count()).toBe(9000)
    expect(usesCounters()).toBe(true)
  })

  test('read rows as usual when the counters are dropped meanwhile, and others after that', async () => {
    const items = kyselyItems(db, rows()).orderBy(['-created'])
    const before = await items.sliceAndCount?.(1000, 5)
    await dropCountedTable(own.db, 'note')
    expect(await items.sliceAndCount?.(1000, 5)).toEqual(before)

    await countedTable(db, 'note', { orders: ['-created'] })
    statements.length = 0
    expect(await items.sliceAndCount?.(1000, 5)).toEqual(before)
    expect(usesCounters()).toBe(true)
  })
})
