import { sql } from 'kysely'
import { type AnyDatabase, type AnyRow, isSqlite } from '../database.ts'
import { driverCode } from '../outages.ts'
import type { Column } from '../tables/columns.ts'
import { type TableName, tableReference } from '../tables/name.ts'

/**
 * The first column whose value the database cannot store; none if it is not found. PostgreSQL does
 * not name it, so each value is tried separately, as text with the type of its column.
 */
export async function unfitColumns(
  db: AnyDatabase,
  table: TableName,
  row: AnyRow,
  columns: readonly Column[],
): Promise<readonly string[]> {
  const written = columns.filter(({ name }) => row[name] !== null && row[name] !== undefined)
  // SQLite reports this only for row numbers.
  if (isSqlite(db)) return written.filter(({ isRowid }) => isRowid).map(({ name }) => name)

  for (const { name } of written) {
    if (!(await isStorable(db, table, name, row[name]))) return [name]
  }
  return []
}

async function isStorable(
  db: AnyDatabase,
  table: TableName,
  column: string,
  value: unknown,
): Promise<boolean> {
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return true
  const record = JSON.stringify({ [column]: String(value) })
  try {
    // Parses the text as an insert does; a cast would truncate it.
    await sql`select jsonb_populate_record(null::${tableReference(table)}, ${record}::jsonb)`.execute(
      db,
    )
    return true
  } catch (error) {
    if (/^22/.test(driverCode(error) ?? '')) return false
    throw error
  }
}
