import { type AnyDatabase, DatabaseUnavailable } from '@turnpike/sql'
import { type RawBuilder, sql } from 'kysely'
import type { OnProgress } from 'turnpike/kit'
import { writableColumns } from '../database/postgres-catalogue.ts'
import { CopyRefused } from './copy-refused.ts'

type Row = Readonly<Record<string, unknown>>

/** Copies the rows of a table in batches, each of which is reported. @returns how many. */
export async function copyRows(
  from: AnyDatabase,
  into: AnyDatabase,
  table: string,
  onProgress: OnProgress,
): Promise<number> {
  const columns = await columnsOf(from, into, table)
  const size = Math.min(maxRows, Math.floor(maxParameters / columns.length))
  const total = await countRows(from, table)
  let count = 0
  let batch: Row[] = []
  const write = async () => {
    if (batch.length > 0) await insert(into, table, columns, batch)
    count += batch.length
    batch = []
    onProgress({ of: table, done: count, total, unit: 'rows' })
  }

  const rows = from.selectFrom(table).select(columns.map((column) => exact(column)))
  for await (const row of rows.stream()) {
    batch.push(row as Row)
    if (batch.length === size) await write()
  }
  await write()
  return count
}

export async function countRows(db: AnyDatabase, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}

/** Rows per insert. PostgreSQL allows 65,535 parameters in a statement. */
const maxRows = 500
const maxParameters = 65_535

/** Integers are read as text: JavaScript numbers cannot hold all of SQLite's. */
const exact = (column: string) =>
  sql<unknown>`case typeof(${sql.ref(column)})
    when 'integer' then cast(${sql.ref(column)} as text) else ${sql.ref(column)} end`.as(column)

/** The columns of the source, which the target must have too, except for generated ones. */
async function columnsOf(from: AnyDatabase, into: AnyDatabase, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_xinfo(${table}) where hidden = 0`.execute(from)
  const known = await writableColumns(into, table)
  const missing = rows.find(({ name }) => !known.has(name))
  if (missing !== undefined)
    throw new CopyRefused(
      `The target has no column ${missing.name} in ${table}: write a migration that adds it.`,
    )

  return rows.map(({ name }) => name).filter((name) => known.get(name) === true)
}

async function insert(
  into: AnyDatabase,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const statement: RawBuilder<unknown> = sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value values ${sql.join(values)}`
  await statement.execute(into).catch((cause: Error) => {
    if (cause instanceof DatabaseUnavailable) throw cause
    throw new CopyRefused(
      `A row in ${table} cannot be stored: ${cause.message}. Correct it in the source; nothing was kept.`,
      { cause },
    )
  })
}
