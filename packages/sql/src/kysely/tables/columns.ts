import { sql } from 'kysely'
import { mark } from 'turnpike/kit'
import { type AnyDatabase, hasPlugins, isSqlite } from '../database.ts'
import { isJsonType } from '../sqlite/values.ts'
import { fieldNames } from './field-names.ts'
import { quoted, type TableName, tableName } from './name.ts'

/** A column of a table. */
export interface Column {
  readonly name: string
  /** Its name in rows. */
  readonly field: string
  /** The type as written in SQL: `character varying(20)`. */
  readonly type: string
  /** Whether it stores any JSON. */
  readonly isJson: boolean
  /** Whether it stores lists, such as `text[]`. */
  readonly isList: boolean
  /** Whether it is SQLite's row number, which must be an integer. */
  readonly isRowid: boolean
  /** Whether the database alone writes it: a generated column, or an identity `always`. */
  readonly isGenerated: boolean
}

/** By the adapter, which a database shares with its transactions. */
const tablesOf = mark<object, Map<string, readonly Column[]>>()

/**
 * The columns of a table, read once; none for anything that is not a table.
 *
 * @param fields the fields to write. If one is unknown the columns are read again: a migration may
 *   have added it.
 */
export async function columnsOf(
  db: AnyDatabase,
  table: string,
  fields: readonly string[] = [],
): Promise<readonly Column[]> {
  const columns = await knownColumns(db, table)
  const names = new Set(columns.map(({ field }) => field))
  if (fields.every((field) => names.has(field))) return columns

  forgetColumns(db)
  return knownColumns(db, table)
}

async function knownColumns(db: AnyDatabase, table: string): Promise<readonly Column[]> {
  const name = tableName(db, table)
  const key = quoted(name)
  const { adapter } = db.getExecutor()
  const tables = tablesOf.get(adapter) ?? new Map<string, readonly Column[]>()
  tablesOf.set(adapter, tables)

  const columns = tables.get(key) ?? (await readColumns(db.withoutPlugins(), name))
  if (columns.length > 0) tables.set(key, columns)
  if (!hasPlugins(db)) return columns

  const fields = await fieldNames(db, columns.map(nameOf))
  return columns.map((column, index) => ({ ...column, field: fields[index] ?? column.name }))
}

const nameOf = ({ name }: Column) => name

/** Has the columns of all tables read again, because a migration may have changed them. */
export const forgetColumns = (db: AnyDatabase): void => tablesOf.delete(db.getExecutor().adapter)

const readColumns = (db: AnyDatabase, name: TableName): Promise<readonly Column[]> =>
  isSqlite(db) ? columnsOnSqlite(db, name) : columnsOnPostgres(db, name)

/** Includes generated columns, without the arguments of virtual tables. */
async function columnsOnSqlite(
  db: AnyDatabase,
  { schema, name }: TableName,
): Promise<readonly Column[]> {
  const { rows } = await sql<{
    name: string
    type: string
    pk: number
    hidden: number
    hasIndex: number
  }>`
    select name, type, pk, hidden, exists (
      select 1 from pragma_index_list(${name}, ${schema ?? 'main'}) where origin = 'pk') as "hasIndex"
    from pragma_table_xinfo(${name}, ${schema ?? 'main'}) where hidden <> 1`.execute(db)
  return rows.map(({ name, type, pk, hidden, hasIndex }) => ({
    name,
    field: name,
    type,
    isJson: isJsonType(type),
    isList: false,
    isRowid: pk === 1 && hasIndex === 0 && type.toUpperCase() === 'INTEGER',
    isGenerated: hidden !== 0,
  }))
}

async function columnsOnPostgres(
  db: AnyDatabase,
  { schema, name }: TableName,
): Promise<readonly Column[]> {
  const { rows } = await sql<Omit<Column, 'isRowid' | 'field'>>`
    select attname as name, format_type(atttypid, atttypmod) as type,
      coalesce(nullif(typbasetype, 0), atttypid) in ('json'::regtype, 'jsonb'::regtype) as "isJson",
      typcategory = 'A' as "isList", attgenerated <> '' or attidentity = 'a' as "isGenerated"
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = to_regclass(${quoted({ schema, name })}) and attnum > 0 and not attisdropped
    order by attnum`.execute(db)
  return rows.map((column) => ({ ...column, field: column.name, isRowid: false }))
}
