import { knownOptions, type OnProgress, progressRule } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { applicationSet, type Migrations } from './migration-sets.ts'
import { downPlan, execute } from './plans.ts'

export interface UndoMigrationsOptions {
  /** The last migration that stays. Default null: only the last one is undone. */
  to?: string | null
  /** Called at the beginning of each migration. Default none. */
  onProgress?: OnProgress
}

const undoMigrationsOptions = knownOptions<UndoMigrationsOptions>('undoMigrations()', {
  to: 'optional',
  onProgress: progressRule,
})

/**
 * Undoes migrations of an application by their `down`, the last one first, in one transaction. What
 * their tables and columns contain is lost. The accounts' migrations cannot be undone.
 *
 * @returns the names of those that were undone.
 * @throws MigrationRefused when one of them has no `down`, or another process migrates meanwhile.
 *   Nothing was changed then.
 */
export async function undoMigrations(
  db: AnyDatabase,
  migrations: Migrations,
  options: UndoMigrationsOptions = {},
): Promise<string[]> {
  undoMigrationsOptions.require(options)
  const { to = null, onProgress } = options
  return execute(db, await downPlan(db, applicationSet(migrations), to), onProgress)
}
