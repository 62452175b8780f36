import { type AnyDatabase, isSqlite } from '@turnpike/sql'
import { sql } from 'kysely'

/**
 * The tables of users and of the application that have a row. The rest of the accounts' tables
 * refer to users, or count.
 */
export async function tablesWithRows(db: AnyDatabase): Promise<string[]> {
  const filled: string[] = []
  for (const table of await tablesOf(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) filled.push(table)
  }
  return filled
}

async function tablesOf(db: AnyDatabase): Promise<string[]> {
  const { rows } = await (isSqlite(db)
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
    : sql<{ name: string }>`
        select relname as name from pg_class
        where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
        order by relname`
  ).execute(db)
  return rows.map(({ name }) => name).filter((name) => name === 'turnpike_user' || !isRecord(name))
}

/** Tables of Turnpike, SQLite and tools that migrate. */
const isRecord = (name: string) => /^(?:turnpike_|kysely_|sqlite_|_)/.test(name)
