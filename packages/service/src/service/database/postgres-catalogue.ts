import type { AnyDatabase } from '@turnpike/sql'
import { sql } from 'kysely'

/** A reference from one table to another. */
export interface ForeignKey {
  readonly table: string
  readonly name: string
  /** `FOREIGN KEY (owner) REFERENCES turnpike_user(id) ON DELETE CASCADE`. */
  readonly definition: string
}

/** The foreign keys of these tables of PostgreSQL. */
export async function foreignKeys(
  db: AnyDatabase,
  tables: readonly string[],
): Promise<readonly ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conrelid in (
      select to_regclass(quote_ident(name)) from unnest(${[...tables]}::text[]) as name)
    order by relname, conname`.execute(db)
  return rows
}

/** The sequences of the columns of a PostgreSQL table. */
export async function sequences(
  db: AnyDatabase,
  table: string,
): Promise<readonly { column: string; sequence: string }[]> {
  const { rows } = await sql<{ column: string; sequence: string }>`
    select attname as "column", pg_get_serial_sequence(quote_ident(${table}), attname) as sequence
    from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(quote_ident(${table}), attname) is not null`.execute(db)
  return rows
}

/**
 * The columns of a PostgreSQL table by name, false for generated ones. Empty if there is no such
 * table.
 */
export async function writableColumns(
  db: AnyDatabase,
  table: string,
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ name: string; writable: boolean }>`
    select attname as name, attgenerated = '' as writable from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(
    db,
  )
  return new Map(rows.map(({ name, writable }) => [name, writable]))
}
