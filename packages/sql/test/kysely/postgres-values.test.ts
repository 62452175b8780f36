import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import { createApi, routes } from 'turnpike'
import { isoText } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type AnyDatabase, identity, kyselyStore, textKey } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/kysely/opening/open.ts'

describe.skipIf(postgresMissing !== null)('values on PostgreSQL', () => {
  async function open() {
    const { url, close } = await openPostgres()
    onTestFinished(close)
    const { db, close: disconnect } = openDatabase(url)
    onTestFinished(disconnect)
    return db
  }

  async function openBooks() {
    const db = await open()
    await db.schema
      .createTable('book')
      .addColumn('id', 'integer', identity(db))
      .addColumn('title', 'varchar(20)')
      .addColumn('year', 'integer')
      .addColumn('code', 'uuid')
      .addColumn('day', 'date')
      .addColumn('price', 'numeric(4, 2)')
      .addColumn('tags', sql`text[]`)
      .execute()
    return db
  }

  function add(db: AnyDatabase, json: object): Promise<Response> {
    const store = kyselyStore(db, 'book')
    const api = createApi({ LOGGER: silentLogger })
    const view = api.listView({
      items: store.items,
      schema: z.record(z.string(), z.unknown()),
      create: (book) => store.create(book),
    })
    return testClient(routes(api, { '/': view })).post('/', { json })
  }

  it.each([
    ['a text that is too long', 'title', 'x'.repeat(21)],
    ['a number out of range', 'year', 2 ** 31],
    ['a fraction for an integer', 'year', 1.5],
    ['a text that is no UUID', 'code', 'seven'],
    ['a day that there is not', 'day', '2026-02-30'],
    ['a decimal with too many digits', 'price', '100.5'],
  ])(
    'a value on PostgreSQL that a schema wrongly accepted is a 400 with its field: %s',
    async (_, field, value) => {
      const db = await openBooks()

      const response = await add(db, { title: 'Emma', year: 1815, code: null, [field]: value })

      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ [field]: ['This value does not fit the field.'] })
    },
  )

  it('a value on PostgreSQL is a 400 without a field when the transaction has failed', async () => {
    const db = await openBooks()
    const transaction = await db.startTransaction().execute()

    const response = await add(transaction, { year: 2 ** 31 })
    await transaction.rollback().execute()

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ non_field_errors: ['A value does not fit its field.'] })
  })

  it('a list column on PostgreSQL gives lists', async () => {
    const response = await add(await openBooks(), { tags: ['a', '{b}'] })

    expect(await response.json()).toMatchObject({ tags: ['a', '{b}'] })
  })

  it('a value that PostgreSQL cannot read as a key matches no row', async () => {
    const db = await open()
    await sql`create table book (id uuid primary key)`.execute(db)

    expect(await kyselyStore(db, 'book', { readKey: textKey }).find('seven')).toBeNull()
  })

  it('moments on PostgreSQL keep the microseconds that a Date cannot hold', async () => {
    const db = await open()
    const { rows } = await sql<{ moment: Date }>`select
      timestamptz '2026-11-21 12:00:00.123456+02' as moment union all select
      timestamptz '2026-11-21 12:00:00.1234+02' union all select
      timestamptz '2026-11-21 12:00:00.5+02'`.execute(db)

    expect(rows.map(({ moment }) => isoText(moment))).toEqual([
      '2026-11-21T10:00:00.123456Z',
      '2026-11-21T10:00:00.123400Z',
      '2026-11-21T10:00:00.500Z',
    ])
    const [first] = rows
    first?.moment.setUTCFullYear(2027)
    expect(first && isoText(first.moment)).toBe('2027-11-21T10:00:00.123Z')
  })

  it('values on PostgreSQL are numbers, texts for types JavaScript lacks, and a Date for a moment', async () => {
    const db = await open()
    const { rows } = await sql`select 9007199254740993::bigint as big, 0.10::numeric as decimal,
      date '2026-11-21' as day, timestamptz '2026-11-21 12:00:00+02' as moment,
      count(*) as count`.execute(db)

    expect(rows).toEqual([
      {
        big: '9007199254740993',
        decimal: '0.10',
        day: '2026-11-21',
        moment: new Date('2026-11-21T10:00:00Z'),
        count: 1,
      },
    ])
  })
})
