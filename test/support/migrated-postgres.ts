import { type AnyDatabase, migrate } from '@turnpike/sql'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll } from 'vitest'
import { type OwnDatabase, openPostgres } from './postgres.ts'

/**
 * Opens databases with the account tables for the tests of a file. To make the tables takes longer
 * than most tests, so `close` keeps a database, and the next test gets it with empty tables.
 */
export function migratedPostgres(): () => Promise<Omit<OwnDatabase, 'pool'>> {
  const opened: OwnDatabase[] = []
  const free: OwnDatabase[] = []
  afterAll(() => Promise.all(opened.map(({ close }) => close())))

  async function next(): Promise<OwnDatabase> {
    const kept = free.pop()
    if (kept !== undefined) {
      await emptyTables(kept.db)
      return kept
    }
    const made = await openPostgres()
    opened.push(made)
    await migrate(made.db)
    return made
  }

  return async () => {
    const own = await next()
    // What is remembered of a database by its Kysely is not known to the next test.
    const { options } = own.pool
    const pool = { options, connect: () => own.pool.connect(), end: async () => {} }
    const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })
    return {
      db,
      url: own.url,
      async close() {
        await db.destroy()
        free.push(own)
      },
    }
  }
}

/** Ten times as fast as `truncate`, which makes new files for each table and index. */
const emptyTables = (db: AnyDatabase) =>
  sql`do $$ declare name text; begin
    set local lock_timeout = '10s';
    -- Leaves out the triggers of foreign keys, so that the order does not matter.
    set local session_replication_role = replica;
    for name in select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = 'public' and tablename not like '%\_migration%' loop
      execute 'delete from ' || name;
    end loop;
    for name in select format('%I.%I', schemaname, sequencename) from pg_sequences
      where schemaname = 'public' loop
      perform setval(name, 1, false);
    end loop;
  end $$`.execute(db)
