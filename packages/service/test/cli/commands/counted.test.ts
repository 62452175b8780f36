import { countedTable } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike } from '../turnpike.ts'

describe('turnpike counted', () => {
  it('verify names counters that are wrong with exit code 1, and rebuild repairs them', async () => {
    const { databaseUrl, run } = createTurnpike()
    const { db, close } = openDatabase(databaseUrl)
    await sql`create table note (id integer primary key, owner integer)`.execute(db)
    expect(await run(['counted', 'verify'])).toMatchObject({
      code: 0,
      out: 'No table is counted.\n',
    })

    await countedTable(db, 'note', { orders: ['id'], by: ['owner'] })
    await sql`insert into note (owner) values (1), (1), (2)`.execute(db)
    const right = 'note: its counters are right.\n'
    expect(await run(['counted', 'verify', 'note'])).toMatchObject({ code: 0, out: right })

    await sql`update turnpike_counted_note_by_1 set n = 7 where value = 2`.execute(db)
    expect(await run(['counted', 'verify'])).toMatchObject({
      code: 1,
      out: 'note: rows of note with owner = 2: the counter says 7, there are 1.\n',
      err: 'turnpike: Counters to repair: note. Run: turnpike counted rebuild\n',
    })
    expect(await run(['counted', 'rebuild'])).toMatchObject({
      code: 0,
      out: 'note: counted again.\n',
    })
    expect(await run(['counted', 'verify'])).toMatchObject({ code: 0, out: right })

    await sql`create unique index note_owner on note (owner, id)`.execute(db)
    expect(await run(['counted', 'verify'])).toMatchObject({
      code: 1,
      out: 'note: its counters are not in use: the table or its unique indexes have changed since it was counted.\n',
    })
    await run(['counted', 'rebuild'])
    expect(await run(['counted', 'verify'])).toMatchObject({ code: 0, out: right })
    await close()
  })

  it('refuses a table that is not counted, and says what to do', async () => {
    const { databaseUrl, run } = createTurnpike()
    await openDatabase(databaseUrl).close()
    expect(await run(['counted', 'rebuild', 'note'])).toMatchObject({
      code: 1,
      err: 'turnpike: note is not counted; no table is. Call countedTable() in a migration.\n',
    })
    expect((await run(['counted', 'verify', '--help'])).out).toContain('The exit code is 1')
    expect((await run(['counted', 'fold', '--help'])).out).toContain('On SQLite there is nothing')
  })

  it.skipIf(postgresMissing !== null)(
    'counted commands may take long, but writers do not wait long behind rebuild for its lock',
    async () => {
      const { db, url, close } = await openPostgres()
      onTestFinished(close)
      await sql`create table note (id integer primary key)`.execute(db)
      await countedTable(db, 'note', { orders: ['id'] })
      const { rows } = await sql<{ name: string }>`select relname as name from pg_class
        where relkind = 'r' and relname like 'turnpike\\_note\\_%state'`.execute(db)
      await sql`create table seen (statement text, lock text)`.execute(db)
      await sql`create function see() returns trigger language plpgsql security definer as $$ begin
        insert into public.seen
          values (current_setting('statement_timeout'), current_setting('lock_timeout'));
        return null; end $$`.execute(db)
      await sql`create trigger see after insert on ${sql.table(rows[0]?.name ?? '')}
        execute function see()`.execute(db)
      const { run } = createTurnpike()

      expect((await run(['counted', 'rebuild', '-d', url])).code).toBe(0)

      const seen = await sql`select * from seen`.execute(db)
      expect(seen.rows).toEqual([{ statement: '0', lock: '5s' }])
      await db.transaction().execute(async (transaction) => {
        await sql`lock table note in access exclusive mode`.execute(transaction)
        expect(await run(['counted', 'rebuild', '-d', url])).toMatchObject({
          code: 1,
          err: expect.stringContaining('lock timeout'),
        })
      })
    },
    600_000,
  )
})
