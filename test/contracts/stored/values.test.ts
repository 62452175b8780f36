import { identity, sqliteDialect } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { booleanField, decimalField, integerField } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { postgresMissing } from '../../support/postgres.ts'
import { type Open, openServer, openSqlite, serveTable } from './serve-table.ts'

testValues('SQLite', openSqlite, 'text')
testValues(
  'SQLite that gives integers as BigInt',
  async () => {
    const db = new Sqlite(':memory:')
    db.defaultSafeIntegers(true)
    const kysely = new Kysely({ dialect: sqliteDialect(db) })
    onTestFinished(() => kysely.destroy())
    return kysely
  },
  'text',
)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testValues('PostgreSQL', openServer, 'timestamptz')
})

/** What a client gets is the same, whatever the database. */
function testValues(name: string, open: Open, momentType: 'text' | 'timestamptz') {
  describe(`stored values on ${name}`, () => {
    describe('booleans', () => {
      async function openTasks() {
        const db = await open()
        await db.schema
          .createTable('task')
          .addColumn('id', 'integer', identity(db))
          .addColumn('done', 'boolean', (done) => done.notNull().defaultTo(false))
          .addColumn('hidden', 'boolean')
          .execute()
        const schema = z.object({
          done: booleanField().optional(),
          hidden: booleanField().nullish(),
        })
        return { db, client: serveTable(db, 'task', schema) }
      }

      it('booleans are booleans in the answer to every method, and in every style of list', async () => {
        const { client } = await openTasks()

        expect(await client.post('/', { done: true, hidden: false })).toEqual({
          ...{ id: 1, done: true, hidden: false },
        })
        expect(await client.post('/', {})).toEqual({ id: 2, done: false, hidden: null })
        expect(await client.patch('/2/', { hidden: true })).toEqual({
          ...{ id: 2, done: false, hidden: true },
        })
        expect(await client.get('/1/')).toEqual({ id: 1, done: true, hidden: false })
        for (const style of ['pages', 'cursors']) {
          expect(await client.get(`/${style}/`)).toMatchObject({
            results: [
              { id: 1, done: true, hidden: false },
              { id: 2, done: false, hidden: true },
            ],
          })
        }
      })

      it('booleans are booleans under another name, from a subquery and after a join', async () => {
        const { db } = await openTasks()
        await db.insertInto('task').values({ done: true }).execute()

        const inner = db.selectFrom('task').select(['id', 'done as finished']).as('item')
        expect(await db.selectFrom(inner).selectAll().execute()).toEqual([
          { id: 1, finished: true },
        ])
        const joined = await db
          .selectFrom('task as one')
          .innerJoin('task as other', 'one.id', 'other.id')
          .selectAll()
          .execute()
        expect(joined).toEqual([{ id: 1, done: true, hidden: null }])
      })

      it('booleans are compared and ordered as booleans', async () => {
        const { db, client } = await openTasks()
        for (const done of [true, false, true, false, true]) await client.post('/', { done })

        expect(await db.selectFrom('task').select('id').where('done', '=', true).execute()).toEqual(
          [{ id: 1 }, { id: 3 }, { id: 5 }],
        )
        expect(await client.walk('/cursors/?ordering=-done')).toEqual([5, 3, 1, 4, 2])
        expect(await client.walk('/cursors/?ordering=done')).toEqual([2, 4, 1, 3, 5])
      })
    })

    describe('integers', () => {
      async function openNumbers() {
        const db = await open()
        await sql`create table number (id bigint primary key, big bigint, title text)`.execute(db)
        await sql`insert into number values (1, 9007199254740993, '9007199254740993'),
          (2, 9007199254740991, 'b'), (9007199254740993, 5, '9007199254740992'),
          (9007199254740995, -9223372036854775808, null)`.execute(db)
        const schema = z.object({ big: z.union([integerField(), z.string()]) })
        return { db, client: serveTable(db, 'number', schema) }
      }
      const rows = [
        { id: 1, big: '9007199254740993', title: '9007199254740993' },
        { id: 2, big: 9007199254740991, title: 'b' },
        { id: '9007199254740993', big: 5, title: '9007199254740992' },
        { id: '9007199254740995', big: '-9223372036854775808', title: null },
      ]

      it('integers are numbers while exact, and texts beyond', async () => {
        const { client } = await openNumbers()

        expect(await client.get('/pages/?page_size=9')).toMatchObject({ count: 4, results: rows })
        for (const row of rows) expect(await client.get(`/${row.id}/`)).toEqual(row)
      })

      it('large integers lead by URL to exactly their row', async () => {
        const { client } = await openNumbers()

        expect(await client.patch('/9007199254740993/', { big: '9007199254740997' })).toMatchObject(
          {
            ...{ id: '9007199254740993', big: '9007199254740997' },
          },
        )
        expect(await client.get('/9007199254740992/')).toEqual({ detail: 'Not found.' })
        expect(await client.get('/9223372036854775808/')).toEqual({ detail: 'Not found.' })
        await client.delete('/9007199254740995/')
        expect(await client.walk('/cursors/')).toEqual([1, 2, '9007199254740993'])
      })

      it('large integers keep their place in cursor lists, beside texts of the same digits', async () => {
        const { client } = await openNumbers()
        const [one, two, three, four] = rows.map(({ id }) => id)

        expect(await client.walk('/cursors/?ordering=big')).toEqual([four, three, two, one])
        expect(await client.walk('/cursors/?ordering=-big')).toEqual([one, two, three, four])
        expect(await client.walk('/cursors/?ordering=-id')).toEqual([four, three, two, one])
        expect(await client.walk('/cursors/?ordering=title,id')).toHaveLength(4)
      })

      it('integers may be counts', async () => {
        const { db } = await openNumbers()
        const counted = db.selectFrom('number').select((eb) => eb.fn.countAll().as('count'))

        expect(await counted.execute()).toEqual([{ count: 4 }])
      })
    })

    describe('JSON', () => {
      const values = [
        { a: 1, b: [null, { c: 'd' }] },
        [1, 'two', null, [3]],
        [],
        {},
        'text',
        '"quoted"',
        '12',
        'true',
        'null',
        '',
        '{"a": 1}',
        0,
        1.5,
        -7,
        1e21,
        1e300,
        true,
        false,
      ]

      async function openDocuments(type: 'json' | 'jsonb') {
        const db = await open()
        await db.schema
          .createTable('document')
          .addColumn('id', 'integer', identity(db))
          .addColumn('meta', type)
          .addColumn('title', 'text')
          .execute()
        const schema = z.object({ meta: z.unknown().optional(), title: z.unknown().optional() })
        return { db, client: serveTable(db, 'document', schema) }
      }

      it.each(['json', 'jsonb'] as const)(
        'a column of the type %s holds any JSON',
        async (type) => {
          const { client } = await openDocuments(type)

          for (const [index, meta] of values.entries()) {
            const document = { id: index + 1, meta, title: null }
            expect(await client.post('/', { meta })).toEqual(document)
            expect(await client.get(`/${index + 1}/`)).toEqual(document)
          }
          expect(await client.walk('/cursors/')).toHaveLength(values.length)
          expect((await client.get('/pages/?page_size=100')).results).toMatchObject(
            values.map((meta) => ({ meta })),
          )
          for (const meta of values) {
            expect(await client.patch('/1/', { meta })).toEqual({ id: 1, meta, title: null })
          }
        },
      )

      it('JSON has a position in cursor lists when the database can order it', async () => {
        const { client } = await openDocuments('jsonb')
        for (const meta of values) await client.post('/', { meta })

        for (const order of ['meta', '-meta']) {
          const met = await client.walk(`/cursors/?ordering=${order}`)
          expect(met.toSorted((one, other) => one - other)).toEqual(
            values.map((_, index) => index + 1),
          )
        }
      })

      it('JSON has its integers as texts where a number would round them', async () => {
        const { db, client } = await openDocuments('jsonb')
        const text =
          '{"great": [9007199254740993, -12345678901234567890], "text": "1234567890123456", "near": 7}'
        await db.insertInto('document').values({ id: 1, meta: text }).execute()

        expect((await client.get('/1/')).meta).toEqual({
          ...{ great: ['9007199254740993', '-12345678901234567890'] },
          ...{ text: '1234567890123456', near: 7 },
        })
      })

      it('JSON null is stored as null', async () => {
        const { db, client } = await openDocuments('jsonb')

        expect(await client.post('/', { meta: null })).toMatchObject({ meta: null })
        const absent = db.selectFrom('document').select('id').where('meta', 'is', null)
        expect(await absent.execute()).toEqual([{ id: 1 }])
      })

      it.each([[[]], [['a']], [{}], [{ a: 1 }]])(
        'a text that is not JSON is refused: %j',
        async (title) => {
          const { client } = await openDocuments('jsonb')
          await client.post('/', { title: 'a' })

          const refused = { title: ['This value does not fit the field.'] }
          expect(await client.post('/', { title })).toEqual(refused)
          expect(await client.patch('/1/', { title })).toEqual(refused)
          expect(await client.get('/1/')).toMatchObject({ title: 'a' })
        },
      )
    })

    it('decimals are texts with all places of their column', async () => {
      const db = await open()
      await sql`create table bill (id integer primary key, big decimal(10, 2), title numeric(4))`.execute(
        db,
      )
      const amount = decimalField({ maxDigits: 10, decimalPlaces: 2 })
      const schema = z.object({ id: integerField(), big: amount, title: integerField() })
      const bills = serveTable(db, 'bill', schema)
      const amounts = ['12.50', '0.10', '-3.00', '7.00', '99999999.99', '0.00']

      for (const [id, big] of amounts.entries()) {
        const bill = { id, big, title: `${id}` }
        expect(await bills.post('/', bill)).toEqual(bill)
        expect(await bills.get(`/${id}/`)).toEqual(bill)
      }
      expect(await bills.walk('/cursors/?ordering=big')).toEqual([2, 5, 1, 3, 0, 4])
      expect(await bills.walk('/cursors/?ordering=-title')).toEqual([5, 4, 3, 2, 1, 0])
      const cheap = db.selectFrom('bill').select('id').where('big', '<', '7.00').orderBy('id')
      expect(await cheap.execute()).toEqual([{ id: 1 }, { id: 2 }, { id: 5 }])
    })

    it('dates become moments', async () => {
      const db = await open()
      await sql`create table event (id integer primary key, at ${sql.raw(momentType)})`.execute(db)
      const schema = z.object({ id: integerField(), at: z.coerce.date() })

      expect(
        await serveTable(db, 'event', schema).post('/', { id: 1, at: '2026-11-21T12:00:00+02:00' }),
      ).toEqual({ id: 1, at: '2026-11-21T10:00:00.000Z' })
    })
  })
}
