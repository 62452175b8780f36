import { sql } from 'kysely'
import { type Migration, type MigrationInfo, Migrator } from 'kysely/migration'
import { ConfigurationError } from 'turnpike'
import { knownOptions } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { emptyLog, migratingSqlite } from '../sqlite/migrating.ts'
import { accountMigrationsWith } from './accounts.ts'
import { migrationFailure } from './migration-failed.ts'

/** Migrations by name. They run in the order of their names: `0001_notes`, `0002_tags`. */
export type Migrations = Readonly<Record<string, Migration>>

/**
 * How a database differs from the code: `behind` lacks migrations, `ahead` has some of a later
 * version.
 */
export type MigrationState =
  | 'current'
  | { readonly behind: readonly string[] }
  | { readonly ahead: readonly string[] }

/** The database lacks migrations. The message says what to run. */
export class DatabaseNotMigrated extends Error {
  override readonly name = 'DatabaseNotMigrated'
  /** The missing migrations. */
  readonly migrations: readonly string[]

  constructor(migrations: readonly string[]) {
    super(`The database lacks ${counted(migrations)}. Bring it up to date with: turnpike migrate`)
    this.migrations = migrations
  }
}

/** The database was migrated by a later version of the service. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew'
  /** The unknown migrations. */
  readonly migrations: readonly string[]

  constructor(migrations: readonly string[]) {
    super(
      `The database has ${counted(migrations)} that this version of the service does not know. ` +
        'Start the version that migrated it, or restore a backup from before.',
    )
    this.migrations = migrations
  }
}

export interface MigrateOptions {
  /**
   * The secrets of `kyselyAccounts`. Needed once, by a database whose token keys are still in clear
   * text, to seal them. Default none.
   */
  secrets?: readonly string[]
}

const migrateOptions = knownOptions<MigrateOptions>('migrate()', { secrets: 'optional' })

/**
 * Brings the database up to date: first the account tables, then the application's own migrations.
 * Each of the two runs in one transaction, so that a failed migration changes nothing. If several
 * processes migrate at once, one does the work and the others wait.
 *
 * On SQLite foreign keys are checked only at the end of the transaction, so that a migration may
 * replace a table that others refer to.
 *
 * @param migrations the application's own, recorded in `kysely_migration`, as by other tools for
 *   Kysely. Default: ignored.
 * @returns the names of the applied migrations.
 * @throws DatabaseTooNew when the database has other migrations.
 * @throws ConfigurationError when secrets are needed but missing.
 * @throws Error with the name of the migration that failed; its error is the cause.
 */
export async function migrate(
  db: AnyDatabase,
  migrations?: Migrations,
  options: MigrateOptions = {},
): Promise<string[]> {
  migrateOptions.require(options)
  const { secrets = [] } = options
  const applied: string[] = []
  for (const set of migrationSets(migrations, secrets)) applied.push(...(await migrateSet(db, set)))
  return applied
}

/** Whether the database is up to date. Nothing is changed. */
export async function migrationState(
  db: AnyDatabase,
  migrations?: Migrations,
): Promise<MigrationState> {
  const states = await Promise.all(migrationSets(migrations).map((set) => stateOf(db, set)))
  const ahead = states.flatMap((state) => state.ahead)
  const behind = states.flatMap((state) => state.behind)

  if (ahead.length > 0) return { ahead }
  return behind.length > 0 ? { behind } : 'current'
}

/**
 * Rejects a database that does not match the code.
 *
 * @throws DatabaseNotMigrated, DatabaseTooNew
 */
export async function requireMigrated(db: AnyDatabase, migrations?: Migrations): Promise<void> {
  const state = await migrationState(db, migrations)
  if (state === 'current') return
  throw 'ahead' in state ? new DatabaseTooNew(state.ahead) : new DatabaseNotMigrated(state.behind)
}

/** Migrations with their own record, so that names of different sets cannot clash. */
interface MigrationSet {
  migrations: Migrations
  /** The table with the names of the applied ones. */
  table: string
}

function migrationSets(
  migrations: Migrations | undefined,
  secrets: readonly string[] = [],
): MigrationSet[] {
  const accounts = { migrations: accountMigrationsWith(secrets), table: 'turnpike_migration' }
  return migrations ? [accounts, { migrations, table: 'kysely_migration' }] : [accounts]
}

async function migrateSet(db: AnyDatabase, set: MigrationSet): Promise<string[]> {
  const { ahead, behind } = await stateOf(db, set)
  if (ahead.length > 0) throw new DatabaseTooNew(ahead)
  if (behind.length === 0) return []

  if (!isSqlite(db)) return runSet(db, set)
  const applied = await migratingSqlite(db, (db) => runSet(db, set))
  await emptyLog(db)
  return applied
}

async function runSet(db: AnyDatabase, { migrations, table }: MigrationSet): Promise<string[]> {
  const schema = await currentSchema(db)
  const migrator = new Migrator({
    db,
    ...(schema !== null && { migrationTableSchema: schema }),
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return results.map(({ migrationName }) => migrationName)

  if (error instanceof ConfigurationError) throw error
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  if (failed === undefined) throw error
  throw migrationFailure(failed, error)
}

async function stateOf(db: AnyDatabase, { migrations, table }: MigrationSet) {
  const known = Object.keys(migrations).sort()
  const applied = await appliedNames(db, table)
  return {
    behind: known.filter((name) => !applied.includes(name)),
    ahead: applied.filter((name) => !known.includes(name)),
  }
}

async function appliedNames(db: AnyDatabase, table: string): Promise<string[]> {
  if (!(await hasTable(db, table))) return []

  const rows: Pick<MigrationInfo, 'name'>[] = await db
    .selectFrom(table)
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether an unqualified name finds the table; other schemas may have one, too. */
async function hasTable(db: AnyDatabase, table: string): Promise<boolean> {
  const found = isSqlite(db)
    ? sql`select 1 from sqlite_master where type = 'table' and name = ${table}`
    : sql`select 1 where to_regclass(${table}) is not null`
  const { rows } = await found.execute(db)
  return rows.length > 0
}

/** Null on SQLite, which has no schemas. */
async function currentSchema(db: AnyDatabase): Promise<string | null> {
  if (isSqlite(db)) return null
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema ?? null
}

const counted = (migrations: readonly string[]) =>
  `${migrations.length} ${migrations.length === 1 ? 'migration' : 'migrations'} (${migrations.join(', ')})`
