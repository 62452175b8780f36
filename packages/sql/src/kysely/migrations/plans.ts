import type { MigrationResultSet, Migrator } from 'kysely/migration'
import type { OnProgress } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { emptyLog, migratingSqlite } from '../sqlite/migrating.ts'
import { stopWithClient } from '../transactions/in-transaction.ts'
import { MigrationRefused } from './migration-refused.ts'
import { knownStateOf, type MigrationSet, type Migrations, runSet } from './migration-sets.ts'

/** What is to be done with the migrations of a set. */
export interface MigrationPlan {
  /** Its migrations throw where another process has changed what the plan was made for. */
  readonly set: MigrationSet
  /** The migrations to apply or to undo, in that order. */
  readonly names: readonly string[]
  run(migrator: Migrator): Promise<MigrationResultSet>
}

/**
 * The plan that applies what a set lacks.
 *
 * @param to the last one to apply; null for all.
 * @throws DatabaseTooNew, and MigrationRefused when there is none of that name, the database is
 *   past it, or a missing one comes before an applied one.
 */
export async function upPlan(
  db: AnyDatabase,
  set: MigrationSet,
  to: string | null,
): Promise<MigrationPlan> {
  const { applied, behind } = await orderedStateOf(db, set)
  if (to === null) return { set, names: behind, run: (migrator) => migrator.migrateToLatest() }

  requireKnown(set.migrations, to)
  const after = applied.map(({ name }) => name).filter((name) => name > to)
  if (after.length > 0) {
    throw new MigrationRefused(
      `The database is past ${to}: it has ${after.join(', ')}. To undo them: ` +
        `turnpike migrate --down --to ${to} --yes, with the module of your service if there is one.`,
    )
  }
  return {
    set: { ...set, migrations: changed(set.migrations, (each) => ({ ...each, down: refuse })) },
    names: behind.filter((name) => name <= to),
    run: (migrator) => migrator.migrateTo(to),
  }
}

/**
 * The plan that undoes migrations, the last one first.
 *
 * @param to the last one that stays; null for the one before the last.
 * @throws DatabaseTooNew, and MigrationRefused when one of them has no `down`, `to` is not applied,
 *   or a missing one comes before an applied one.
 */
export async function downPlan(
  db: AnyDatabase,
  set: MigrationSet,
  to: string | null,
): Promise<MigrationPlan> {
  const { applied } = await orderedStateOf(db, set)
  const all = applied.map(({ name }) => name).reverse()
  if (to !== null) requireKnown(set.migrations, to)
  if (to !== null && !all.includes(to)) {
    throw new MigrationRefused(`${to} is not applied, so there is nothing to undo after it.`)
  }
  const names = to === null ? all.slice(0, 1) : all.filter((name) => name > to)
  const final = names.find((name) => set.migrations[name]?.down === undefined)
  if (final !== undefined) {
    throw new MigrationRefused(
      `The migration ${final} has no down, so it cannot be undone. Nothing was changed. Write a new ` +
        'migration that reverses it, or restore a backup.',
    )
  }
  return {
    set: {
      ...set,
      migrations: changed(set.migrations, (each, name) => ({
        up: refuse,
        down: (transaction) =>
          names.includes(name) && each.down ? each.down(transaction) : refuse(),
      })),
    },
    names,
    run: (migrator) => (to === null ? migrator.migrateDown() : migrator.migrateTo(to)),
  }
}

/** @throws DatabaseTooNew, and MigrationRefused when a missing one comes before an applied one. */
async function orderedStateOf(db: AnyDatabase, set: MigrationSet) {
  const state = await knownStateOf(db, set)
  for (const late of state.behind) {
    const next = state.applied.find(({ name }) => late < name)
    if (next !== undefined)
      throw new MigrationRefused(
        `${late} comes before ${next.name}, which is applied: give it a later name.`,
      )
  }
  return state
}

/** Does what the plan says, in one transaction. @returns the names of the migrations it has run. */
export async function execute(
  db: AnyDatabase,
  plan: MigrationPlan,
  onProgress?: OnProgress,
): Promise<string[]> {
  const { names, run } = plan
  if (names.length === 0) return []

  const begin = async (transaction: AnyDatabase, name: string) => {
    const done = names.indexOf(name)
    if (done >= 0) onProgress?.({ of: name, done, total: names.length, unit: 'migrations' })
    await stopWithClient(transaction)
  }
  const migrations = changed(plan.set.migrations, (each, name) => ({
    up: (transaction) => begin(transaction, name).then(() => each.up(transaction)),
    ...(each.down && {
      down: (transaction) => begin(transaction, name).then(() => each.down?.(transaction)),
    }),
  }))
  const set = { ...plan.set, migrations }
  if (!isSqlite(db)) return runSet(db, set, run)
  const done = await migratingSqlite(db, (db) => runSet(db, set, run))
  await emptyLog(db)
  return done
}

/** The migrations, each changed in this way. */
export const changed = (
  migrations: Migrations,
  change: (migration: Migrations[string], name: string) => Migrations[string],
): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, change(migration, name)]),
  )

async function refuse(): Promise<never> {
  throw new MigrationRefused(
    'Another process has migrated the database meanwhile. Nothing was changed. Try again.',
  )
}

/** @throws MigrationRefused when the application has no migration of that name. */
export function requireKnown(migrations: Migrations, name: string): void {
  if (Object.hasOwn(migrations, name)) return
  throw new MigrationRefused(
    `There is no migration ${name} among those of the application: ` +
      `${Object.keys(migrations).sort().join(', ') || 'it has none'}.`,
  )
}
