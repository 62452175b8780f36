import { sql } from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'
import type { CountedDefinition } from './definition.ts'

/** The table with the definitions of all counted tables. */
const stored = 'turnpike_counted'

/** The definitions of all counted tables, by name. */
export async function storedDefinitions(db: AnyDatabase): Promise<readonly CountedDefinition[]> {
  const found = isSqlite(db)
    ? sql`select 1 from main.sqlite_schema where type = 'table' and name = ${stored}`
    : // Also false for a role that may not read it. By its name the statement goes to the primary.
      sql`select 1 where has_table_privilege(to_regclass(${sql.lit(stored)}), 'select')`
  if ((await found.execute(db)).rows.length === 0) return []

  const { rows } = await sql<{ definition: string }>`
    select definition from ${sql.table(stored)} order by name`.execute(db)
  return rows.map(({ definition }) => JSON.parse(definition))
}

/** Stores a definition, in place of an earlier one of the same table. */
export async function storeDefinition(
  db: AnyDatabase,
  definition: CountedDefinition,
): Promise<void> {
  await sql`create table if not exists ${sql.table(stored)} (
    name text not null primary key, definition text not null)`.execute(db)
  if (!isSqlite(db)) await sql`grant select on ${sql.table(stored)} to public`.execute(db)
  await forgetDefinition(db, definition)
  await sql`insert into ${sql.table(stored)} (name, definition)
    values (${nameOf(definition)}, ${JSON.stringify(definition)})`.execute(db)
}

export async function forgetDefinition(
  db: AnyDatabase,
  definition: Pick<CountedDefinition, 'schema' | 'table'>,
): Promise<void> {
  await sql`delete from ${sql.table(stored)} where name = ${nameOf(definition)}`.execute(db)
}

/** `note`, or `shop.note` in a schema of PostgreSQL. */
export const nameOf = ({ schema, table }: Pick<CountedDefinition, 'schema' | 'table'>): string =>
  schema === undefined ? table : `${schema}.${table}`
