import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countedTable, kyselyAccounts, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import SqliteDatabase from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTurnpike, type Started } from './turnpike.ts'

const fresh = 'a fresh secret of 32 characters and more'

const countIn = async (db: Kysely<unknown>, query: string) => {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*) as count from ${query}`)
    .execute(db)
  return Number(rows[0]?.count)
}

/** Interrupts a command as soon as something can be seen of its work. */
async function interrupt(command: Started, seen: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(seen, { interval: 2, timeout: 60_000 })
  command.kill('SIGINT')
  // No exit code: the signal has ended it.
  expect(await command.ended).toBeNull()
}

async function postgres() {
  const made = await openPostgres()
  onTestFinished(made.close)
  /** Statements of others that the server executes. */
  const running = (text: string) =>
    countIn(
      made.db,
      `pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state <> 'idle' and query like '%${text}%'`,
    )
  return { ...made, running }
}

describe('interrupts', () => {
  it('an interrupt of secrets rotate keeps what was sealed, and the next run does the rest', async () => {
    const { databaseUrl, run, start } = createTurnpike()
    const { db, close } = openDatabase(databaseUrl)
    onTestFinished(close)
    await migrate(db)
    const accounts = kyselyAccounts(db, { secrets })
    const keys = await db.transaction().execute((transaction) => {
      const { users, tokens } = kyselyAccounts(transaction, { secrets })
      return Promise.all(
        Array.from({ length: 800 }, async (_, number) => {
          const user = await users.create({ username: `u${number}`, password: null })
          return (await tokens.getOrCreate(user)).key
        }),
      )
    })
    const both = { SECRET_KEYS: [fresh, ...secrets].join() }
    const ids = () => countIn(db, '(select distinct secret_id from turnpike_token)')

    await interrupt(start(['secrets', 'rotate'], both), async () => (await ids()) === 2)

    expect(await ids()).toBe(2)
    expect((await accounts.tokens.find(keys[799] ?? ''))?.user.username).toBe('u799')
    const { code, out } = await run(['secrets', 'rotate'], '', both)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Sealed \d+ tokens/) })
    expect(Number(/\d+/.exec(out)?.[0])).toBeLessThan(800)
    expect(await ids()).toBe(1)
    const after = kyselyAccounts(db, { secrets: [fresh] })
    expect((await after.tokens.find(keys[0] ?? ''))?.user.username).toBe('u0')
  })

  it('an interrupt of counted rebuild on SQLite leaves the counters as they were', async () => {
    const { databaseUrl, folder, run, start } = createTurnpike()
    const { db, close } = openDatabase(databaseUrl)
    onTestFinished(close)
    await sql`create table note (id integer primary key, owner integer)`.execute(db)
    await sql`insert into note (owner) with recursive n(i) as
      (select 1 union all select i + 1 from n where i < 600000) select i % 9 from n`.execute(db)
    await countedTable(db, 'note', { orders: ['id'], by: ['owner'] })

    const rebuild = start(['counted', 'rebuild'])
    // Its transaction has the lock of the file.
    await interrupt(rebuild, async () => !canWrite(join(folder, 'test.db')))

    expect((await run(['counted', 'verify'])).out).toBe('note: its counters are right.\n')
  })

  describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
    it('an interrupt of copy-data keeps nothing, and the next run copies everything', async () => {
      const { databaseUrl, run, start } = createTurnpike()
      const source = openDatabase(databaseUrl)
      onTestFinished(source.close)
      await source.migrate()
      await sql`insert into turnpike_user (username, password, email, is_active, is_staff, created)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
        select 'u' || i, null, '', 1, 0, '2026-01-01T00:00:00.000Z' from n`.execute(source.db)
      const { db, url, running } = await postgres()
      await migrate(db)
      const command = ['copy-data', '--from', databaseUrl, '--to', url]

      await interrupt(
        start(command),
        async () => (await running('insert into "turnpike_user"')) > 0,
      )

      await vi.waitUntil(async () => (await running('turnpike_user')) === 0, { timeout: 60_000 })
      expect(await countIn(db, 'turnpike_user')).toBe(0)
      expect(await run(command)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Copied turnpike_user: 60000 rows\n'),
      })
      expect(await countIn(db, 'turnpike_user')).toBe(60_000)
    })

    it.each([
      ['counted rebuild', '_rebuild"()'],
      ['counted verify', '_verify"()'],
      ['migrate notes.mjs', 'alter table "note"'],
    ])('an interrupt of %s ends its statement on the server, too', async (command, statement) => {
      const { db, url, running } = await postgres()
      await migrate(db)
      await sql`create table note (id integer primary key)`.execute(db)
      await countedTable(db, 'note', { orders: ['id'] })
      const { folder, start } = createTurnpike()
      writeFileSync(join(folder, 'notes.mjs'), altersNote)

      await db.transaction().execute(async (transaction) => {
        // The statement waits for this lock, as another one would work for minutes.
        await sql`lock table note in access exclusive mode`.execute(transaction)
        const started = start([...command.split(' '), '--database', url])
        await interrupt(started, async () => (await running(statement)) > 0)

        const ended = async () => (await running(statement)) === 0
        await vi.waitUntil(ended, { timeout: 60_000 })
      })
    })
  })
})

const altersNote = `
  export default {
    name: 'notes',
    migrations: {
      '0001_title': { up: (db) => db.schema.alterTable('note').addColumn('title', 'text').execute() },
    },
    app: () => ({ fetch: () => new Response('') }),
  }`

/** False while another connection has the lock of the file. */
function canWrite(path: string): boolean {
  const file = new SqliteDatabase(path, { timeout: 0 })
  try {
    file.exec('begin immediate; rollback')
    return true
  } catch {
    return false
  } finally {
    file.close()
  }
}
