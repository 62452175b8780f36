import type { AnyDatabase } from '../database.ts'
import { type Migrations, migrationSets, stateOf } from './migration-sets.ts'

/** A migration, and whether the database has it. */
export interface MigrationStatus {
  readonly name: string
  /** Whether it is one of the accounts or of the application. */
  readonly of: 'accounts' | 'application'
  /** When it was applied; null if it is missing. */
  readonly applied: Date | null
  /** False: a later version of the service has applied it. */
  readonly isKnown: boolean
  /** Whether it has a `down`. */
  readonly canBeUndone: boolean
}

/** All migrations in the order in which they are applied. Nothing is changed. */
export async function migrationStatus(
  db: AnyDatabase,
  migrations?: Migrations,
): Promise<MigrationStatus[]> {
  const statuses: MigrationStatus[] = []
  for (const [number, set] of migrationSets(migrations).entries()) {
    const { applied } = await stateOf(db, set)
    const times = new Map(applied.map(({ name, timestamp }) => [name, new Date(timestamp)]))
    const names = new Set([...Object.keys(set.migrations), ...times.keys()])
    for (const name of [...names].sort()) {
      const migration = Object.hasOwn(set.migrations, name) ? set.migrations[name] : undefined
      statuses.push({
        name,
        of: number === 0 ? 'accounts' : 'application',
        applied: times.get(name) ?? null,
        isKnown: migration !== undefined,
        canBeUndone: migration?.down !== undefined,
      })
    }
  }
  return statuses
}
