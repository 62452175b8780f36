import { knownOptions, type OnProgress, progressRule } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { DatabaseNotMigrated, DatabaseTooNew } from './database-mismatch.ts'
import { type Migrations, migrationSets, stateOf } from './migration-sets.ts'
import { execute, type MigrationPlan, requireKnown, upPlan } from './plans.ts'

/**
 * How a database differs from the code: `behind` lacks migrations, `ahead` has some of a later
 * version.
 */
export type MigrationState =
  | 'current'
  | { readonly behind: readonly string[] }
  | { readonly ahead: readonly string[] }

export interface MigrateOptions {
  /**
   * The secrets of `kyselyAccounts`. Needed once, by a database whose token keys are still in clear
   * text, to seal them. Default none.
   */
  secrets?: readonly string[]
  /** The last of the application's migrations to apply. Default null: all. */
  to?: string | null
  /** Called at the beginning of each migration. Default none. */
  onProgress?: OnProgress
}

const migrateOptions = knownOptions<MigrateOptions>('migrate()', {
  secrets: 'optional',
  to: 'optional',
  onProgress: progressRule,
})

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
 * @throws MigrationRefused when there is no migration `to`, the database is past it, a missing
 *   migration comes before an applied one, or another schema comes before that of the record.
 * @throws ConfigurationError when secrets are needed but missing.
 * @throws Error with the name of the migration that failed; its error is the cause.
 */
export async function migrate(
  db: AnyDatabase,
  migrations?: Migrations,
  options: MigrateOptions = {},
): Promise<string[]> {
  migrateOptions.require(options)
  const { secrets = [], to = null, onProgress } = options
  if (to !== null) requireKnown(migrations ?? {}, to)
  const sets = migrationSets(migrations, secrets)
  const plans: MigrationPlan[] = []
  for (const set of sets) plans.push(await upPlan(db, set, set === sets.at(-1) ? to : null))

  const applied: string[] = []
  for (const plan of plans) applied.push(...(await execute(db, plan, onProgress)))
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
