import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { identity, kyselyAccounts, kyselySessions, type Migrations, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seed } from '../../../../../examples/notes/seed.ts'
import notes from '../../../../../examples/notes/service.ts'
import { copyData } from '../../../src/service/copying/copy-data.ts'
import { createTurnpike } from '../../cli/turnpike.ts'

/** Tables with whatever is hard to move: references both ways, great numbers, all types. */
const migrations = {
  '0001_hard': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('branch')
        .addColumn('id', 'integer', identity(db))
        .addColumn('parent', 'integer', (parent) => parent.references('branch.id'))
        .addColumn('latest', 'integer')
        .execute()
      await db.schema
        .createTable('a "leaf"')
        .addColumn('id', 'integer', identity(db))
        .addColumn('branch', 'integer', (branch) => branch.notNull().references('branch.id'))
        .addColumn('big', 'bigint')
        .addColumn('real', 'double precision')
        .addColumn('decimal', sql`numeric(30, 10)`)
        .addColumn('is_green', 'boolean')
        .addColumn('colour', 'varchar(10)')
        .addColumn('double', 'integer', (double) =>
          double.generatedAlwaysAs(sql`branch * 2`).stored(),
        )
        .execute()
    },
  },
}

async function open(own: Migrations = migrations) {
  const source = openDatabase('sqlite::memory:')
  onTestFinished(source.close)
  const made = await openPostgres()
  onTestFinished(made.close)
  const target = openDatabase(made.url, { patient: true })
  onTestFinished(target.close)
  await source.migrate(own)
  await target.migrate(own)
  await sql`insert into branch (id, parent) values (1, 2), (2, null), (7, 1)`.execute(source.db)
  return { source: source.db, target: target.db, url: made.url }
}

const countIn = async (db: Kysely<unknown>, table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}

describe.skipIf(postgresMissing !== null)('copying the data', () => {
  it('moves accounts, tokens and sessions, which go on working', async () => {
    const { source, target } = await open()
    const { users, tokens } = kyselyAccounts(source, { secrets })
    const ann = await users.create({
      username: 'ann',
      password: 'wonderland',
      email: 'a@b.example',
    })
    const bob = await users.create({ username: 'bob', password: null, isActive: false })
    const { key } = await tokens.getOrCreate(ann)
    const session = await kyselySessions(source).create(ann)

    const copied = await copyData(source, target, migrations)

    expect(copied).toContainEqual({ table: 'turnpike_user', rows: 2 })
    const there = kyselyAccounts(target, { secrets })
    expect(await there.users.find('ann')).toEqual(ann)
    expect(await there.users.find('bob')).toEqual(bob)
    expect((await there.users.verify('ann', 'wonderland'))?.user).toEqual(ann)
    expect((await there.tokens.find(key))?.user).toEqual(ann)
    expect((await kyselySessions(target).find(session.id))?.user).toEqual(ann)
  })

  it('keeps every value, also those that JavaScript cannot hold', async () => {
    const { source, target } = await open()
    await sql`insert into "a ""leaf""" (id, branch, big, real, decimal, is_green, colour) values
      (1, 7, 9007199254740993, 0.1, 12345.6789, 1, 'grün'),
      (2, 1, -9223372036854775808, -1e300, 0, 0, ''),
      (3, 1, null, null, null, null, null)`.execute(source)

    await copyData(source, target, migrations)

    const { rows } = await sql`select * from "a ""leaf""" order by id`.execute(target)
    expect(rows).toEqual([
      {
        ...{ id: 1, branch: 7, big: '9007199254740993', real: 0.1, decimal: '12345.6789000000' },
        ...{ is_green: true, colour: 'grün', double: 14 },
      },
      {
        ...{ id: 2, branch: 1, big: '-9223372036854775808', real: -1e300 },
        ...{ decimal: '0.0000000000', is_green: false, colour: '', double: 2 },
      },
      {
        ...{ id: 3, branch: 1, big: null, real: null, decimal: null, is_green: null },
        ...{ colour: null, double: 2 },
      },
    ])
  })

  it('a moment without a zone is copied as UTC, whatever the zone of the server is', async () => {
    const own = {
      ...migrations,
      '0002_moment': {
        async up(db: Kysely<unknown>) {
          await sql`create table moment (id integer primary key, at timestamptz)`.execute(db)
        },
      },
    }
    const { source, target, url } = await open(own)
    await sql`insert into moment values (1, '2026-01-02 03:04:05')`.execute(source)
    const elsewhere = openDatabase(
      `${url}?options=-c%20TimeZone%3DAmerica/New_York%20-c%20DateStyle%3DGerman`,
      { patient: true },
    )
    onTestFinished(elsewhere.close)

    await copyData(source, elsewhere.db, own)

    const { rows } = await sql<{ at: string }>`
      select (at at time zone 'UTC')::text as at from moment`.execute(target)
    expect(rows).toEqual([{ at: '2026-01-02 03:04:05' }])
  })

  it('copied tables count on where the source would have, also after a deleted row, and keep references', async () => {
    const { source, target } = await open()
    await sql`insert into branch (id) values (50)`.execute(source)
    await sql`delete from branch where id = 50`.execute(source)

    await copyData(source, target, migrations)

    const { rows } = await sql`insert into branch (parent) values (7) returning id`.execute(target)
    expect(rows).toEqual([{ id: 51 }])
    const orphan = sql`insert into branch (parent) values (99)`.execute(target)
    await expect(orphan).rejects.toMatchObject({ code: '23503' })
  })

  it('refuses a target with rows, and changes nothing', async () => {
    const { source, target } = await open()
    await kyselyAccounts(target, { secrets }).users.create({ username: 'eve', password: null })

    await expect(copyData(source, target, migrations)).rejects.toThrow(
      'The target has rows in turnpike_user. Copy into an empty database.',
    )
    expect(await countIn(target, 'branch')).toBe(0)
  })

  it.each([
    [
      'a text that is too long',
      sql`(1, 'more than ten characters')`,
      /cannot be stored: value too long/,
    ],
    ['a NUL character', sql`(1, 'a' || char(0))`, /cannot be stored: invalid byte sequence/],
    ['a reference to nothing', sql`(99, 'red')`, /refers to a missing row: .*violates foreign key/],
  ])('keeps nothing when a row cannot be stored: %s', async (_, values, message) => {
    const { source, target } = await open()
    await sql`pragma foreign_keys = off`.execute(source)
    await sql`insert into "a ""leaf""" (branch, colour) values ${values}`.execute(source)

    await expect(copyData(source, target, migrations)).rejects.toThrow(message)
    expect(await countIn(target, 'branch')).toBe(0)
    expect(await countIn(source, 'branch')).toBe(3)
    const orphan = sql`insert into branch (parent) values (99)`.execute(target)
    await expect(orphan).rejects.toMatchObject({ code: '23503' })
  })

  it('refuses what no migration of the target makes, and the other way round', async () => {
    const { source, target } = await open()
    await expect(copyData(target, source, migrations)).rejects.toThrow(
      'only be copied from SQLite to PostgreSQL',
    )
    await expect(copyData(source, source, migrations)).rejects.toThrow(
      'only be copied from SQLite to PostgreSQL',
    )

    await sql`create table extra (id integer)`.execute(source)
    await expect(copyData(source, target, migrations)).rejects.toThrow(
      'The target has no table extra: write a migration that creates it, or drop it in the source.',
    )
  })

  it('turnpike copy-data prints how many rows each table has', async () => {
    const { run, folder } = createTurnpike()
    const from = `sqlite:${join(folder, 'notes.db')}`
    const source = openDatabase(from)
    await source.migrate(notes.migrations)
    await seed(source.db, kyselyAccounts(source.db, { secrets }).users)
    await source.close()
    const { url, db, close } = await openPostgres()
    onTestFinished(close)
    const module = join(folder, 'notes.mjs')
    const example = resolve(import.meta.dirname, '../../../../../examples/notes/service.ts')
    writeFileSync(module, `export { default } from ${JSON.stringify(example)}`)

    const unset = await run(['copy-data', module, '--from', from, '--to', url], '', {
      SECRET_KEYS: '',
    })
    expect(unset.code).toBe(1)
    expect(unset.err).toEqual(expect.stringContaining('paste -sd, '))
    const early = await run(['copy-data', module, '--from', from, '--to', url])
    expect(early.code).toBe(1)
    expect(early.err).toEqual(expect.stringContaining('turnpike migrate'))
    expect((await run(['migrate', module, '-d', url])).code).toBe(0)
    const { code, out, err } = await run(['copy-data', module, '--from', from, '--to', url])

    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).toContain('Copied note: 10000 rows\n')
    expect(out).toContain('Copied turnpike_user: 3 rows\n')
    expect(await countIn(db, 'note')).toBe(10_000)
    const again = await run(['copy-data', module, '--from', from, '--to', url])
    expect(again.code).toBe(1)
    expect(again.err).toEqual(expect.stringContaining('has rows in note'))
  })

  it('turnpike copy-data may leave the source idle while the target checks foreign keys', async () => {
    const { run, folder, databaseUrl } = createTurnpike()
    const source = openDatabase(databaseUrl)
    await source.migrate()
    await source.close()
    const target = await openPostgres()
    onTestFinished(target.close)
    await migrate(target.db)
    const preload = join(folder, 'preload.mjs')
    writeFileSync(preload, impatient)
    await sql.raw(slowForeignKeys).execute(target.db)

    const command = ['copy-data', '--from', databaseUrl, '--to', target.url]
    const { code, out, err } = await run(command, '', { NODE_OPTIONS: `--import=${preload}` })

    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('tables copied.\n')
  })
})

/** Makes 30 seconds, after which idle transactions of SQLite are rolled back, short. */
const impatient = `
  import { syncBuiltinESMExports } from 'node:module'
  import timers from 'node:timers'
  const { setTimeout } = timers
  timers.setTimeout = (work, millis, ...rest) =>
    setTimeout(work, millis === 30_000 ? 20 : millis, ...rest)
  syncBuiltinESMExports()`

/** With little data, foreign keys are added again as slowly as with much. */
const slowForeignKeys = `
  create function wait() returns event_trigger language plpgsql as $$
    begin
      if current_query() like '%add constraint%' then perform pg_sleep(0.06); end if;
    end
  $$;
  create event trigger wait on ddl_command_start when tag in ('ALTER TABLE')
    execute function wait()`
