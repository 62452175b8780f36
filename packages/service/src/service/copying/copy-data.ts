import { type AnyDatabase, isSqlite, type Migrations, requireMigrated } from '@turnpike/sql'
import { stopWithClient } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { sql } from 'kysely'
import type { OnProgress } from 'turnpike/kit'
import { foreignKeys, sequences, writableColumns } from '../database/postgres-catalogue.ts'
import { CopyRefused } from './copy-refused.ts'
import { copyRows, countRows } from './copy-rows.ts'

/** A table that was copied. */
export interface CopiedTable {
  readonly table: string
  readonly rows: number
}

/**
 * Copies accounts, sessions and the tables of the application from SQLite into an empty, migrated
 * PostgreSQL database, in one transaction on each side: everything as of one moment, or nothing.
 * The source is only read. Throttle counts and the ids of used messages are not copied; they matter
 * only for minutes.
 *
 * @param onProgress called after each batch of rows, and before each foreign key is added again.
 * @throws CopyRefused when the databases do not match, rows already exist, or a row cannot be
 *   stored.
 * @throws DatabaseNotMigrated, DatabaseTooNew for either database.
 */
export async function copyData(
  source: AnyDatabase,
  target: AnyDatabase,
  migrations?: Migrations,
  onProgress: OnProgress = () => {},
): Promise<CopiedTable[]> {
  if (!isSqlite(source) || isSqlite(target)) {
    throw new CopyRefused(
      'Data can only be copied from SQLite to PostgreSQL: --from sqlite:… --to postgres://…',
    )
  }
  await requireMigrated(source, migrations)
  await requireMigrated(target, migrations)

  const reading = source.withoutPlugins().transaction().setAccessMode('read only')
  return reading.execute((from) =>
    target
      .withoutPlugins()
      .transaction()
      .execute((into) => copyTables(from, into, onProgress)),
  )
}

async function copyTables(
  from: AnyDatabase,
  into: AnyDatabase,
  onProgress: OnProgress,
): Promise<CopiedTable[]> {
  await stopWithClient(into)
  // SQLite's own moments, such as those of `current_timestamp`, name no zone: they are in UTC.
  await sql`set local time zone 'UTC'`.execute(into)
  await sql`set local datestyle = 'ISO, YMD'`.execute(into)
  const tables = await tablesOf(from)
  await requireEmpty(into, tables)

  // Added again and checked at the end, because the tables may refer to one another in any order.
  const references = await foreignKeys(into, tables)
  for (const { table, name } of references)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(into)

  const copied: CopiedTable[] = []
  for (const table of tables) {
    const rows = await copyRows(from, into, table, onProgress)
    await requireCount(into, table, rows)
    await continueSequences(from, into, table)
    copied.push({ table, rows })
  }

  for (const [done, { table, name, definition }] of references.entries()) {
    onProgress({ of: name, done, total: references.length, unit: 'foreign keys' })
    const add = sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`
    await add.execute(into).catch((cause: Error) => {
      throw new CopyRefused(
        `A row in ${table} refers to a missing row: ${cause.message}. Correct it in the source. Nothing was kept.`,
        { cause },
      )
    })
  }
  return copied
}

/** Tables that migrations write themselves, counters that triggers keep, and short-lived counts. */
const leftBehind =
  /^(turnpike|kysely)_migration(_lock)?$|^turnpike_(throttle|replay)$|^turnpike_counted(_|$)/

async function tablesOf(db: AnyDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables
    .filter(({ name, isView }) => !isView && !leftBehind.test(name))
    .map(({ name }) => name)
    .toSorted()
}

/** Locked, so that nobody can add rows before the end of the transaction. */
async function requireEmpty(into: AnyDatabase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if ((await writableColumns(into, table)).size === 0)
      throw new CopyRefused(
        `The target has no table ${table}: write a migration that creates it, or drop it in the source.`,
      )

    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(into)
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(into)
    if (rows.length > 0)
      throw new CopyRefused(`The target has rows in ${table}. Copy into an empty database.`)
  }
}

async function requireCount(into: AnyDatabase, table: string, expected: number): Promise<void> {
  const count = await countRows(into, table)
  if (count !== expected)
    throw new CopyRefused(`${table} has ${expected} rows, and ${count} arrived. Nothing was kept.`)
}

/** Numbers of deleted rows are not reused: SQLite also remembers the highest one. */
async function continueSequences(
  from: AnyDatabase,
  into: AnyDatabase,
  table: string,
): Promise<void> {
  const latest = await latestNumber(from, table)
  for (const { column, sequence } of await sequences(into, table)) {
    await sql`
      select setval(${sequence}, latest) from (
        select greatest(max(${sql.ref(column)}), ${latest}::bigint) as latest from ${sql.table(table)}
      ) as counted where latest >= 1`.execute(into)
  }
}

async function latestNumber(from: AnyDatabase, table: string): Promise<string | null> {
  const known = await sql`
    select 1 from sqlite_master where name = 'sqlite_sequence'`.execute(from)
  if (known.rows.length === 0) return null
  const { rows } = await sql<{ seq: string }>`
    select cast(seq as text) as seq from sqlite_sequence where name = ${table}`.execute(from)
  return rows[0]?.seq ?? null
}
