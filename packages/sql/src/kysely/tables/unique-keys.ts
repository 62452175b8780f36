import { sql } from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { quoted, type TableName } from './name.ts'

/** A column of a primary key or a unique constraint. */
interface KeyColumn {
  /** Identifies the key. */
  readonly key: string
  /** Null means an expression. */
  readonly name: string | null
}

interface FoundColumn {
  /** The type of the object with this name. */
  readonly type: string
  /** Null if there are no keys. */
  readonly key: string | null
  readonly name: string | null
}

/**
 * The columns of each primary key and unique constraint of a table. Null for anything else, such as
 * a view, whose keys cannot be known.
 */
export async function uniqueKeysOf(
  db: AnyDatabase,
  table: TableName,
): Promise<readonly (readonly string[])[] | null> {
  const plain = db.withoutPlugins()
  const columns = isSqlite(db) ? await onSqlite(plain, table) : await onPostgres(plain, table)
  if (columns === null) return null

  const keys = Object.values(Object.groupBy(columns, ({ key }) => key))
  const names = keys.map((columns = []) => columns.map(({ name }) => name))
  return names.filter((key): key is string[] => !key.includes(null))
}

async function onSqlite(
  db: AnyDatabase,
  { schema = 'main', name }: TableName,
): Promise<readonly KeyColumn[] | null> {
  const { rows } = await sql<FoundColumn>`
    with found as (
      select type from pragma_table_list where schema = ${schema} and name = ${name} collate nocase),
    listed as (
      select 'the primary key' as key, name from pragma_table_info(${name}, ${schema}) where pk > 0
      union all
      select list.name, info.name from pragma_index_list(${name}, ${schema}) as list
      join pragma_index_info(list.name, ${schema}) as info
      where list."unique" = 1 and list.partial = 0)
    select type, key, name from found left join listed`.execute(db)
  return keysIn(rows)
}

async function onPostgres(db: AnyDatabase, table: TableName): Promise<readonly KeyColumn[] | null> {
  const { rows } = await sql<FoundColumn>`
    select case when relkind in ('r', 'p') then 'table' else 'other' end as type,
      indexrelid::text as key, attname as name
    from pg_class
    left join pg_index on indrelid = pg_class.oid
      and indisunique and indisvalid and indpred is null and indexprs is null
    left join pg_attribute on attrelid = pg_class.oid
      and attnum = any((indkey::int2[])[0:indnkeyatts - 1])
    where pg_class.oid = to_regclass(${quoted(table)})`.execute(db)
  return keysIn(rows)
}

/** A single row without a key stands for a table without keys. */
const keysIn = (rows: readonly FoundColumn[]): readonly KeyColumn[] | null =>
  rows[0]?.type === 'table'
    ? rows.flatMap(({ key, name }) => (key === null ? [] : [{ key, name }]))
    : null
