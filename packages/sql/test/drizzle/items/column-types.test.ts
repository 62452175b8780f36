import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import Sqlite from 'better-sqlite3'
import { drizzle as betterSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { drizzle as sqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { drizzle as nextBetterSqlite } from 'drizzle-orm-next/better-sqlite3'
import { drizzle as nextNodePostgres } from 'drizzle-orm-next/node-postgres'
import * as nextPg from 'drizzle-orm-next/pg-core'
import * as nextSqlite from 'drizzle-orm-next/sqlite-core'
import { drizzle as nextSqliteProxy } from 'drizzle-orm-next/sqlite-proxy'
import { drizzle as oldestBetterSqlite } from 'drizzle-orm-oldest/better-sqlite3'
import { drizzle as oldestNodePostgres } from 'drizzle-orm-oldest/node-postgres'
import * as oldestPg from 'drizzle-orm-oldest/pg-core'
import * as oldestSqlite from 'drizzle-orm-oldest/sqlite-core'
import { drizzle as oldestSqliteProxy } from 'drizzle-orm-oldest/sqlite-proxy'
import { Kysely } from 'kysely'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drizzleItems, drizzleSqlite } from '../../../src/drizzle/index.ts'
import { postgresDialect, postgresPool, sqliteDialect } from '../../../src/kysely/index.ts'

/** Since 1.0 a column becomes an array itself, of all dimensions at once. */
const gridOf = (column: ReturnType<typeof pg.integer>) => {
  const list = column.array()
  return (list as object) === column ? column.array('[][]' as never) : list.array()
}

/** Since 1.0 the type of an array is that of its elements. */
const typeOf = (column: pg.PgColumn & { dimensions?: number }) =>
  column.getSQLType() + '[]'.repeat(column.dimensions ?? 0)

/** Columns of each type and mode of pg-core with values as SQL. */
const pgColumns = (core: typeof pg) => {
  const { bigint, bigserial, boolean, char, cidr, customType, date, doublePrecision, inet } = core
  const { integer, interval, json, jsonb, line, macaddr, macaddr8, numeric, pgEnum, point } = core
  const { real, serial, smallint, smallserial, text, time, timestamp, uuid, varchar } = core
  const moods = pgEnum('mood', ['sad', 'happy'])
  const money = customType<{ data: number; driverData: string }>({
    dataType: () => 'numeric(10, 2)',
    fromDriver: (value) => Number(value) * 100,
  })
  const when = customType<{ data: string; driverData: string }>({
    dataType: () => 'timestamp with time zone',
    fromDriver: (value) => `at ${value}`,
  })
  return {
    bigintNumber: [bigint({ mode: 'number' }), '7', '-7'],
    bigintExact: [bigint({ mode: 'bigint' }), '9007199254740993', '0'],
    bigserialNumber: [bigserial({ mode: 'number' }), '1', '2'],
    bigserialExact: [bigserial({ mode: 'bigint' }), '9007199254740993', '2'],
    isTrue: [boolean(), 'true', 'false'],
    chars: [char({ length: 4 }), "'ab'", "'abcd'"],
    net: [cidr(), "'10.0.0.0/8'", "'::/0'"],
    dateText: [date(), "'2026-01-02'", "'0044-03-15'"],
    dateDate: [date({ mode: 'date' }), "'2026-01-02'", "'1999-12-31'"],
    double: [doublePrecision(), '1.5', "'NaN'"],
    address: [inet(), "'10.0.0.1'", "'::1'"],
    int: [integer(), '7', '-7'],
    documents: [json(), `'{"a":[1,null]}'`, `'"text"'`],
    binary: [jsonb(), `'{"a":1.5}'`, `'[true]'`],
    lineTuple: [line({ mode: 'tuple' }), "'{1,2,3}'", "'{1,0,0}'"],
    lineAbc: [line({ mode: 'abc' }), "'{1,2,3}'", "'{1,0,0}'"],
    mac: [macaddr(), "'08:00:2b:01:02:03'", "'08:00:2b:01:02:04'"],
    mac8: [macaddr8(), "'08:00:2b:01:02:03:04:05'", "'08:00:2b:01:02:03:04:06'"],
    mood: [moods(), "'sad'", "'happy'"],
    decimalText: [numeric({ precision: 10, scale: 2 }), '12.50', '-0.05'],
    decimalNumber: [numeric({ mode: 'number' }), '12.5', '1e10'],
    decimalExact: [numeric({ mode: 'bigint' }), '123456789012345678901234567890', '0'],
    pointTuple: [point({ mode: 'tuple' }), "'(1,2)'", "'(0.5,0)'"],
    pointXy: [point({ mode: 'xy' }), "'(1,2)'", "'(0.5,0)'"],
    float: [real(), '1.5', '0'],
    number: [serial(), '1', '2'],
    small: [smallint(), '1', '-2'],
    smallNumber: [smallserial(), '1', '2'],
    words: [text(), "'words'", "''"],
    clock: [time(), "'03:04:05.123456'", "'00:00'"],
    clockThere: [time({ withTimezone: true }), "'03:04:05+02'", "'00:00Z'"],
    moment: [timestamp(), "'2026-01-02 03:04:05'", "'1999-07-31 23:59:59.999'"],
    momentHere: [
      timestamp({ withTimezone: true }),
      "'2026-01-02 03:04:05Z'",
      "'1999-07-31 23:59:59.999Z'",
    ],
    momentText: [
      timestamp({ mode: 'string' }),
      "'2026-07-02 03:04:05.123456'",
      "'1999-01-01 00:00:00'",
    ],
    momentHereText: [
      timestamp({ mode: 'string', withTimezone: true }),
      "'2026-07-02 03:04:05.123400Z'",
      "'1999-01-01 00:00:00Z'",
    ],
    id: [uuid().primaryKey(), 'gen_random_uuid()', 'gen_random_uuid()'],
    code: [varchar({ length: 5 }), "'ab'", "'abcde'"],
    money: [money(), '12.50', '1'],
    when: [when(), "'2026-07-02 03:04:05Z'", "'1999-01-01 00:00:00Z'"],
    texts: [text().array(), `'{a,"b c"}'`, "'{}'"],
    ints: [integer().array(), "'{1,2}'", "'{}'"],
    days: [date().array(), "'{2026-01-02}'", "'{}'"],
    moments: [timestamp({ withTimezone: true }).array(), "'{2026-01-02 03:04:05Z}'", "'{}'"],
    exact: [bigint({ mode: 'bigint' }).array(), "'{9007199254740993}'", "'{}'"],
    grid: [gridOf(integer()), "'{{1,2},{3,4}}'", "'{}'"],
    nothing: [text(), 'null', 'null'],
    decimals: [numeric().array(), "'{1.10,2.20}'", "'{}'"],
    span: [interval(), "'1 year 2 mons 3 days 04:05:06.789'", "'-1 day'"],
    spans: [interval().array(), "'{1 day,02:00:00}'", "'{}'"],
  } as const
}

const postgres = [
  ['the newest Drizzle', pg, nodePostgres],
  ['the oldest Drizzle', oldestPg as unknown as typeof pg, oldestNodePostgres as never],
  ['the next Drizzle', nextPg as unknown as typeof pg, nextNodePostgres as never],
] as const

describe.skipIf(postgresMissing)('values of PostgreSQL', () => {
  it.each(postgres)(
    'lists have the values of %s for each type of column',
    async (_, pg, drizzle) => {
      const { url, close } = await openPostgres()
      const pool = new Pool({ connectionString: url })
      onTestFinished(async () => {
        await pool.end()
        await close()
      })
      const columns = Object.entries(pgColumns(pg))
      const table = pg.pgTable(
        'everything',
        Object.fromEntries(columns.map(([name, [column]]) => [name, column])) as never,
      )
      await pool.query("create type mood as enum ('sad', 'happy')")
      const typed = columns.map(([name]) => {
        const { [name as never]: column } = table as never
        return `"${name}" ${typeOf(column)}`
      })
      await pool.query(`create table everything (${typed.join(', ')})`)
      for (const index of [1, 2] as const) {
        const values = columns.map(([, column]) => column[index])
        await pool.query(`insert into everything values (${values.join(', ')})`)
      }

      const db = new Kysely({ dialect: postgresDialect(pool) })
      for (const client of [pool, postgresPool(db, Pool)]) {
        const orm = (drizzle as typeof nodePostgres)({ client })
        const all = orm.select().from(table as pg.PgTable)
        // With and without the values of the driver, which some types need.
        const each = columns.map(([name]) => {
          const { id, [name as never]: column } = table as never as Record<string, pg.PgColumn>
          return orm.select({ id: id as pg.PgColumn, field: column as pg.PgColumn }).from(table)
        })
        for (const query of [all, ...each]) {
          const rows: unknown[] = await query
          const items: unknown[] = await drizzleItems(orm, query as never).slice(0, null)

          expect(rows.length).toBe(2)
          expect(byId(items)).toEqual(byId(rows))
        }
      }
    },
  )
})

const byId = (rows: readonly unknown[]) =>
  (rows as { id: string }[]).toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Columns of each type and mode of sqlite-core with values as SQL. */
const sqliteColumns = ({ blob, customType, integer, numeric, real, text }: typeof sqlite) => {
  const list = customType<{ data: string[]; driverData: string }>({
    dataType: () => 'text',
    fromDriver: (value) => value.split(','),
  })
  return {
    id: [integer().primaryKey(), '1', '2'],
    int: [integer(), '7', '-7'],
    isTrue: [integer({ mode: 'boolean' }), '1', '0'],
    seconds: [integer({ mode: 'timestamp' }), '1767323045', '0'],
    milliseconds: [integer({ mode: 'timestamp_ms' }), '1767323045123', '-1'],
    words: [text(), "'words'", "''"],
    document: [text({ mode: 'json' }), `'{"a":[1,null]}'`, `'"text"'`],
    weight: [real(), '1.5', '3'],
    decimalText: [numeric(), '12.50', "'text'"],
    decimalNumber: [numeric({ mode: 'number' }), '12.5', '1e10'],
    decimalExact: [numeric({ mode: 'bigint' }), '9007199254740993', '0'],
    bytes: [blob({ mode: 'buffer' }), "x'0102'", "x''"],
    bytesExact: [blob({ mode: 'bigint' }), "x'313233'", "x'30'"],
    bytesDocument: [blob({ mode: 'json' }), `cast('{"a":1}' as blob)`, `cast('"b"' as blob)`],
    list: [list(), "'a,b'", "''"],
    nothing: [text(), 'null', 'null'],
    // Types of which Turnpike knows the values, but Drizzle does not.
    flag: [integer('flag', { mode: 'number' }), '1', '0', 'boolean'],
    flagTrue: [integer({ mode: 'boolean' }), '1', '0', 'boolean'],
    json: [text({ mode: 'json' }), `'"123"'`, `'{"a":12345678901234567}'`, 'json'],
    jsonText: [text('jsonText'), `'{"a":1}'`, `'"b"'`, 'json'],
    price: [numeric('price'), '12.50', '3', 'decimal(10, 2)'],
    priceReal: [real('priceReal'), '12.50', '3', 'decimal(10, 2)'],
  } as const
}

const onSqlite = [
  ['the newest Drizzle', sqlite, betterSqlite, sqliteProxy],
  [
    'the oldest Drizzle',
    oldestSqlite as unknown as typeof sqlite,
    oldestBetterSqlite as unknown as typeof betterSqlite,
    oldestSqliteProxy as unknown as typeof sqliteProxy,
  ],
  [
    'the next Drizzle',
    nextSqlite as unknown as typeof sqlite,
    nextBetterSqlite as unknown as typeof betterSqlite,
    nextSqliteProxy as unknown as typeof sqliteProxy,
  ],
] as const

describe('values of SQLite', () => {
  it.each(onSqlite)(
    'lists have the values of %s for each type of column',
    async (_, core, own, proxy) => {
      const database = new Sqlite(':memory:', { timeout: 0 })
      const columns = Object.entries(sqliteColumns(core))
      const table = core.sqliteTable(
        'everything',
        Object.fromEntries(columns.map(([name, [column]]) => [name, column])) as never,
      )
      const typed = columns.map(([name, [, , , type]]) => {
        const { [name as never]: column } = table as never
        return `"${name}" ${type ?? (column as sqlite.SQLiteColumn).getSQLType()}`
      })
      database.exec(`create table everything (${typed.join(', ')})`)
      for (const index of [1, 2] as const) {
        const values = columns.map(([, column]) => column[index])
        database.exec(`insert into everything values (${values.join(', ')})`)
      }
      const shared = drizzleSqlite(new Kysely({ dialect: sqliteDialect(database) }), proxy)

      for (const orm of [own({ client: database }), shared] as ReturnType<typeof own>[]) {
        const query = orm.select().from(table as sqlite.SQLiteTable)
        const rows = (await query) as Record<string, unknown>[]
        const options = { key: 'id' } as never
        expect(await drizzleItems(orm, query, options).slice(0, null)).toEqual(rows)
        const limited = query.limit(5)
        expect(await drizzleItems(orm, limited, options).slice(0, null)).toEqual(rows)
      }
    },
  )
})
