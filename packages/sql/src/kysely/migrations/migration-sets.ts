import { sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { ConfigurationError } from 'turnpike'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { DatabaseTooNew } from './database-mismatch.ts'
import { migrationFailure } from './migration-failed.ts'
import { MigrationRefused } from './migration-refused.ts'
import { accountMigrationsWith } from './versions/accounts.ts'

/** Migrations by name. They run in the order of their names: `0001_notes`, `0002_tags`. */
export type Migrations = Readonly<Record<string, Migration>>

/** Migrations with their own record, so that names of different sets cannot clash. */
export interface MigrationSet {
  readonly migrations: Migrations
  /** The table with the names of the applied ones. */
  readonly table: string
}

/** The sets in the order in which they are applied: the accounts, then the application. */
export function migrationSets(
  migrations: Migrations | undefined,
  secrets: readonly string[] = [],
): MigrationSet[] {
  const accounts = { migrations: accountMigrationsWith(secrets), table: 'turnpike_migration' }
  return migrations ? [accounts, applicationSet(migrations)] : [accounts]
}

export const applicationSet = (migrations: Migrations): MigrationSet => ({
  migrations,
  table: 'kysely_migration',
})

/** A migration in the database: its name, and when it was applied. */
export interface AppliedMigration {
  readonly name: string
  /** `2026-11-25T22:40:17.000Z` */
  readonly timestamp: string
}

/** How the record in the database differs from the set. */
export async function stateOf(db: AnyDatabase, { migrations, table }: MigrationSet) {
  const known = Object.keys(migrations).sort()
  const applied = await appliedMigrations(db, table)
  const names = applied.map(({ name }) => name)
  return {
    applied,
    behind: known.filter((name) => !names.includes(name)),
    ahead: names.filter((name) => !known.includes(name)),
  }
}

/** The state of a set. @throws DatabaseTooNew when the database has others. */
export async function knownStateOf(db: AnyDatabase, set: MigrationSet) {
  const state = await stateOf(db, set)
  if (state.ahead.length > 0) throw new DatabaseTooNew(state.ahead)
  return state
}

/**
 * Runs migrations of a set by Kysely, under its lock and in its transaction.
 *
 * @returns the names of those that it has run.
 */
export async function runSet(
  db: AnyDatabase,
  { migrations, table }: MigrationSet,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  const schema = await schemaOf(db, table)
  const migrator = new Migrator({
    db,
    ...(schema !== null && { migrationTableSchema: schema }),
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  })
  const { error, results = [] } = await run(migrator)
  if (error === undefined) return results.map(({ migrationName }) => migrationName)

  if (error instanceof ConfigurationError || error instanceof MigrationRefused) throw error
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  if (failed === undefined) throw error
  throw migrationFailure(failed, error)
}

/** By code units of their names, as Kysely sorts them: a database may sort by a language. */
async function appliedMigrations(db: AnyDatabase, table: string): Promise<AppliedMigration[]> {
  if (!(await hasTable(db, table))) return []
  const rows = await db.selectFrom(table).select(['name', 'timestamp']).execute()
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether an unqualified name finds the table; other schemas may have one, too. */
async function hasTable(db: AnyDatabase, table: string): Promise<boolean> {
  const found = isSqlite(db)
    ? sql`select 1 from sqlite_master where type = 'table' and name = ${table}`
    : sql`select 1 where to_regclass(${table}) is not null`
  const { rows } = await found.execute(db)
  return rows.length > 0
}

/**
 * The schema in which migrations of a record run; null on SQLite, which has no schemas.
 *
 * @throws MigrationRefused when a schema comes before that of the record, such as a new one with
 *   the name of the role: migrations would begin again in it, and their tables hide the others.
 */
async function schemaOf(db: AnyDatabase, table: string): Promise<string | null> {
  if (isSqlite(db)) return null
  const { rows } = await sql<{ current: string | null; recorded: string | null }>`
    select current_schema() as current, (select n.nspname from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.oid = to_regclass(${table})) as recorded`.execute(db)
  const { current = null, recorded = null } = rows[0] ?? {}
  if (recorded === null || recorded === current) return current
  throw new MigrationRefused(
    `The migrations are recorded in the schema ${recorded}, but search_path names ${current} before ` +
      `it, where their tables would be made. Set search_path to ${recorded} to go on there, or to ` +
      `${current} alone to migrate that schema from the beginning.`,
  )
}
