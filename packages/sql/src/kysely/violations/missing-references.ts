import { sql } from 'kysely'
import { type AnyDatabase, type AnyRow, isSqlite } from '../database.ts'
import { quoted, type TableName, tableReference } from '../tables/name.ts'

/** A foreign key of a table. */
interface Reference {
  readonly columns: readonly string[]
  readonly target: TableName
  readonly targetColumns: readonly string[]
}

/**
 * The columns whose references are invalid. SQLite does not name them, and PostgreSQL names only
 * the first.
 *
 * @param row the row after the write, by column.
 * @param written the written columns.
 */
export async function missingReferences(
  db: AnyDatabase,
  table: TableName,
  row: AnyRow,
  written: ReadonlySet<string>,
): Promise<readonly string[]> {
  const missing = new Set<string>()
  for (const { columns, target, targetColumns } of await referencesOf(db, table)) {
    const values = columns.map((column) => row[column])
    // A reference with a null refers to nothing, and unwritten ones were already valid.
    if (!columns.some((column) => written.has(column)) || values.some(isAbsent)) continue

    const conditions = targetColumns.map(
      (column, index) => sql`${sql.id(column)} = ${values[index]}`,
    )
    const { rows } = await sql`
      select 1 from ${tableReference(target)} where ${sql.join(conditions, sql` and `)} limit 1`.execute(
      db,
    )
    if (rows.length === 0) for (const column of columns) missing.add(column)
  }
  return [...missing]
}

const isAbsent = (value: unknown) => value === null || value === undefined

const referencesOf = (db: AnyDatabase, table: TableName): Promise<Reference[]> =>
  isSqlite(db) ? referencesOnSqlite(db, table) : referencesOnPostgres(db, table)

async function referencesOnSqlite(
  db: AnyDatabase,
  { schema = 'main', name }: TableName,
): Promise<Reference[]> {
  // Without columns, the reference is to the primary key.
  const { rows } = await sql<{ id: number; table: string; from: string; to: string }>`
    select id, "table", "from", coalesce("to", (
      select name from pragma_table_info("table", ${schema}) where pk = seq + 1)) as "to"
    from pragma_foreign_key_list(${name}, ${schema}) order by id desc, seq`.execute(db)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return [...byId.values()].map((parts) => ({
    columns: parts.map(({ from }) => from),
    target: { schema, name: parts[0]?.table ?? '' },
    targetColumns: parts.map(({ to }) => to),
  }))
}

async function referencesOnPostgres(db: AnyDatabase, table: TableName): Promise<Reference[]> {
  const names = (keys: string, of: string) => sql`array(
    select attname::text from unnest(${sql.raw(keys)}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${sql.raw(of)} and attnum = number order by place)`
  const { rows } = await sql<{
    columns: string[]
    schema: string
    name: string
    targetColumns: string[]
  }>`
    select ${names('conkey', 'conrelid')} as columns, nspname as schema, relname as name,
      ${names('confkey', 'confrelid')} as "targetColumns"
    from pg_constraint join pg_class on pg_class.oid = confrelid
      join pg_namespace on pg_namespace.oid = relnamespace
    where contype = 'f' and conrelid = to_regclass(${quoted(table)})
    order by pg_constraint.oid`.execute(db)
  return rows.map(({ columns, schema, name, targetColumns }) => ({
    columns,
    target: { schema, name },
    targetColumns,
  }))
}
