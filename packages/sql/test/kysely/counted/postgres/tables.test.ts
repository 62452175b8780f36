import { type OwnDatabase, openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countedTable, dropCountedTable } from '../../../../src/kysely/counted/counted-table.ts'
import { verifyCounted } from '../../../../src/kysely/counted/maintenance.ts'
import { postgresCounted } from '../../../../src/kysely/counted/postgres/counted.ts'
import { layoutOf } from '../../../../src/kysely/counted/postgres/layout.ts'
import type { AnyDatabase } from '../../../../src/kysely/index.ts'
import { countInSmallRanges, differences, randomNumbers } from './counted-note.ts'

describe.skipIf(postgresMissing)('counters on tables of PostgreSQL', () => {
  let own: OwnDatabase
  let db: AnyDatabase

  beforeAll(async () => {
    own = await openPostgres()
    db = own.db
  })

  afterAll(() => own?.close())

  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }

  test.each([
    ['integer', ['0', '-2147483648', '2147483647']],
    ['text', [`''`, `'a'`, `'B'`, `'ä'`, `'\\'`]],
    ['text collate "C"', [`''`, `'a'`, `'B'`, `'ä'`]],
    ['varchar(3)', [`'abc'`, `'ab'`]],
    ['character(4)', [`'a'`, `'ab  '`]],
    ['timestamptz', [`'infinity'`, `'-infinity'`, `'2000-01-01'`]],
    ['timestamp(0)', [`'infinity'`, `'1969-12-31 23:59:59'`]],
    ['date', [`'infinity'`, `'4713-01-01 BC'`]],
    ['uuid', [`'ffffffff-ffff-ffff-ffff-ffffffffffff'`, `'00000000-0000-0000-0000-000000000000'`]],
    ['numeric(6,2)', [`'NaN'`, '0', '-1.5', '9999.99']],
    ['double precision', [`'NaN'`, `'infinity'`, `'-0'`, '0']],
    ['boolean', ['true', 'false']],
    ['bytea', [`'\\x'`, `'\\x00ff'`]],
    ['"Odd ""Size"', [`'small'`, `'large'`]],
    ['"short text"', [`'one'`, `'two'`]],
  ])(
    'counters of PostgreSQL are exact in the order of a column of the type %s',
    async (type, values) => {
      await run(
        'drop table if exists "Order" cascade',
        'drop type if exists "Odd ""Size" cascade',
        'drop domain if exists "short text" cascade',
        `create type "Odd ""Size" as enum ('small', 'large')`,
        `create domain "short text" as text check (length(value) < 9)`,
        `create table "Order" (id int primary key, "select" ${type}, "Group" ${type} not null)`,
        'create index on "Order" ("select", id)',
        'create index on "Order" ("Group", "select", id)',
      )
      const some = `(array[${[...values, 'null'].join()}]::${type.replace(/ collate.*|\(.*\)/, '').replace('character', 'bpchar')}[])`
      const insert = (from: number, to: number) =>
        run(`insert into "Order" select g, ${some}[1 + g % ${values.length + 1}], ${some}[1 + g % ${values.length}]
        from generate_series(${from}, ${to}) g`)
      await insert(1, 60)
      const definition = await countInSmallRanges(
        db,
        { name: 'Order' },
        { orders: [['select'], ['Group', 'select']], groups: ['select', 'Group'] },
      )
      await insert(61, 120)
      await run(
        'update "Order" set "select" = null where id % 7 = 0',
        'delete from "Order" where id % 5 = 0',
      )
      const random = randomNumbers(values.length)
      for (const folds of [false, true]) {
        if (folds) await postgresCounted.fold?.(db, definition)
        for (let times = 0; times < 4; times++) {
          expect(await differences(db, definition, random)).toEqual([])
        }
      }
      expect(await postgresCounted.verify(db, definition)).toEqual([])
    },
  )

  test('are exact for a key of several columns in a table with a long name in a schema', async () => {
    const name = `${'Ä'.repeat(31)}`
    await run(
      'create schema "My Schema"',
      `create table "My Schema"."${name}" (b uuid default gen_random_uuid(), a int, c text, primary key (a, b))`,
      `create index on "My Schema"."${name}" (c, a, b)`,
      `insert into "My Schema"."${name}" (a, c) select g % 3, g % 4 from generate_series(1, 200) g`,
    )
    const table = { schema: 'My Schema', name }
    const definition = await countInSmallRanges(db, table, {
      orders: [['a'], ['c']],
      groups: ['c'],
    })
    await run(`delete from "My Schema"."${name}" where a = 1`)
    const random = randomNumbers(3)
    for (let times = 0; times < 6; times++) {
      expect(await differences(db, definition, random)).toEqual([])
    }
    await postgresCounted.drop(db, definition)
    const { rows } = await sql`select 1 from pg_class where relname like 'turnpike%'
      union all select 1 from pg_proc where proname like 'turnpike%'
      union all select 1 from pg_type t join pg_namespace s on s.oid = typnamespace
        where nspname = 'My Schema' and typname like '%turnpike%'`.execute(db)
    expect(rows).toHaveLength(
      (
        await sql`select 1 from pg_class where relname like 'turnpike%'
      union all select 1 from pg_proc where proname like 'turnpike%'`.execute(db)
      ).rows.length,
    )
  })

  test('are kept by roles that may only write, and read by roles that may only read', async () => {
    await run(
      'create table letter (id bigserial primary key, body text)',
      'create index on letter (body, id)',
    )
    const definition = await countInSmallRanges(
      db,
      { name: 'letter' },
      { orders: [['id'], ['body']] },
    )
    const { own: named } = layoutOf(definition)
    const suffix = crypto.randomUUID().slice(0, 8)
    const [writer, reader, nobody] = ['writer', 'reader', 'nobody'].map(
      (role) => `"${role} ${suffix}"`,
    )
    await run(
      `create role ${writer}`,
      `create role ${reader}`,
      `create role ${nobody}`,
      `grant insert, delete on letter to ${writer}`,
      `grant usage on sequence letter_id_seq to ${writer}`,
      `grant select on letter to ${reader}`,
    )
    const client = new Client({ connectionString: own.url })
    await client.connect()
    try {
      await client.query(`set role ${writer}`)
      await client.query(`insert into letter (body) select g from generate_series(1, 300) g`)
      await expect(client.query(`select ${named('count')}()`)).rejects.toThrow('permission denied')
      await client.query(`set role ${reader}`)
      const { rows } = await client.query(`select total from ${named('page1')}(200, 5, false)`)
      expect(rows).toEqual([{ total: '300' }])
      await expect(client.query(`select * from ${named('delta')}`)).rejects.toThrow('permission')
      await client.query(`set role ${nobody}`)
      await expect(client.query(`select ${named('count')}()`)).rejects.toThrow('permission denied')
      await expect(client.query(`select ${named('rebuild')}()`)).rejects.toThrow(
        'permission denied',
      )
    } finally {
      await client.query('reset role')
      await client.query(`drop owned by ${writer}, ${reader}, ${nobody}`)
      await client.query(`drop role ${writer}, ${reader}, ${nobody}`)
      await client.end()
    }
  })

  test('are kept when triggers are switched off, as replication does', async () => {
    await run('create table replica (id bigserial primary key)')
    const definition = await countInSmallRanges(db, { name: 'replica' }, { orders: [['id']] })
    await db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection)
      await sql`insert into replica select from generate_series(1, 30)`.execute(connection)
      await sql`set session_replication_role = origin`.execute(connection)
    })
    expect(await differences(db, definition, randomNumbers(1))).toEqual([])
  })

  test('are found to be wrong when a row came unseen, and right after counting again', async () => {
    await run(
      'create table unseen (id bigserial primary key)',
      'insert into unseen select from generate_series(1, 50)',
    )
    const definition = await countInSmallRanges(db, { name: 'unseen' }, { orders: [['id']] })
    await run(
      'alter table unseen disable trigger user',
      'delete from unseen where id = 20',
      'alter table unseen enable always trigger turnpike_counted_delete',
    )
    expect(await postgresCounted.fault(db, definition)).toMatch('triggers are missing')
    expect((await postgresCounted.verify(db, definition)).map(({ what }) => what)).toEqual([
      'count',
      expect.stringMatching(/^rows by id at /),
    ])
    await db.transaction().execute((all) => postgresCounted.rebuild(all, definition))
    expect(await postgresCounted.verify(db, definition)).toEqual([])
  })

  test.each([
    ['create view seen as select 1 as id', 'seen', 'it is a view'],
    ['create temporary table brief (id int primary key)', 'brief', 'it is temporary'],
    ['create unlogged table light (id int primary key)', 'light', 'a crash would empty it'],
    [
      'create table whole (id int primary key) partition by range (id)',
      'whole',
      'it is partitioned',
    ],
    [
      'create table hidden (id int primary key); alter table hidden enable row level security',
      'hidden',
      'row security',
    ],
    [
      'create table parent (id int primary key); create table child () inherits (parent)',
      'parent',
      'inherits',
    ],
    ['create table loose (id int)', 'loose', 'no primary key'],
    ['select 1', 'nowhere', 'there is no such table'],
    ['create table plain (id int primary key, a int)', 'plain', 'no index has the order a, id'],
    ['create table data (id int primary key, a json)', 'data', 'the type json'],
  ])('counters on PostgreSQL are refused with a reason: %s', async (statement, name, reason) => {
    await db.connection().execute(async (connection) => {
      await sql.raw(statement).execute(connection)
      const wanted = {
        orders: [['plain', 'data'].includes(name) ? ['a'] : ['id']],
        groups: [],
        key: null,
        sizes: { rows: 8, ranges: 3 },
      }
      await expect(postgresCounted.describe(connection, { name }, wanted)).rejects.toThrow(reason)
    })
  })

  test('a counted table is verified by its name without the schema', async () => {
    await run('create table named (id int primary key)', 'insert into named values (1)')
    await countedTable(db, 'named', { orders: ['id'] })
    const right = [{ table: 'public.named', fault: null, drifts: [] }]
    expect(await verifyCounted(db, 'named')).toEqual(right)
    expect(await verifyCounted(db, 'public.named')).toEqual(right)
    await expect(verifyCounted(db, 'other.named')).rejects.toThrow('counted are public.named')
  })

  test('counters of a renamed column are not in use, and verify says why', async () => {
    await run('create table moved (id int primary key, a int)', 'create index on moved (a, id)')
    await countedTable(db, 'moved', { orders: ['a'] })
    await run('alter table moved rename column a to b')
    const [moved] = await verifyCounted(db, 'moved')
    expect(moved?.fault).toBe('there is no column a now, so writes fail.')

    await dropCountedTable(db, 'moved')
    await run('insert into moved values (1, 1)')
  })
})
