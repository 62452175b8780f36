import { ConfigurationError } from 'turnpike'
import { knownOptions } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { migratingSqlite } from '../sqlite/migrating.ts'
import { statementsOf } from '../statements/watch-statements.ts'
import {
  applicationSet,
  type MigrationSet,
  type Migrations,
  migrationSets,
  runSet,
} from './migration-sets.ts'
import { changed, downPlan, type MigrationPlan, requireKnown, upPlan } from './plans.ts'

export interface PreviewMigrationsOptions {
  /** The secrets of `kyselyAccounts`, as for `migrate`. Default none. */
  secrets?: readonly string[]
  /** The last migration to apply; with `down` the last one that stays. Default null. */
  to?: string | null
  /** True: what `undoMigrations` would do. Default false: what `migrate` would do. */
  down?: boolean
}

const previewMigrationsOptions = knownOptions<PreviewMigrationsOptions>('previewMigrations()', {
  secrets: 'optional',
  to: 'optional',
  down: 'optional',
})

/** What a migration would send to the database. */
export interface PreviewedMigration {
  readonly name: string
  /** Its statements, with `?` or `$1` for parameters. */
  readonly statements: readonly string[]
}

/**
 * The statements that `migrate` or `undoMigrations` would send. They are executed in one
 * transaction, which is rolled back: meanwhile they hold their locks, and what they cannot do is
 * an error. Statements that others send over the same `db` meanwhile would be among them.
 *
 * @throws what `migrate` and `undoMigrations` throw.
 */
export async function previewMigrations(
  db: AnyDatabase,
  migrations: Migrations | undefined,
  options: PreviewMigrationsOptions = {},
): Promise<PreviewedMigration[]> {
  previewMigrationsOptions.require(options)
  const { secrets = [], to = null, down = false } = options
  if (to !== null) requireKnown(migrations ?? {}, to)
  const sets = down ? [applicationSet(migrations ?? {})] : migrationSets(migrations, secrets)
  const previewed: { name: string; statements: string[] }[] = []
  /** Null between two migrations, when Kysely keeps its record. */
  let current: string[] | null = null

  const recorded = (migrate: MigrationSet['migrations'][string]['up'], name: string) =>
    async function record(transaction: AnyDatabase) {
      current = []
      previewed.push({ name, statements: current })
      await migrate(transaction)
      current = null
    }
  const recording = ({ set, run }: MigrationPlan): MigrationPlan => ({
    set: {
      ...set,
      migrations: changed(set.migrations, (each, name) => ({
        up: recorded((transaction) => each.up(transaction), name),
        ...(each.down && {
          down: recorded(async (transaction) => each.down?.(transaction), name),
        }),
      })),
    },
    names: [],
    run,
  })

  await watchingStatements(
    db,
    (sql) => current?.push(sql),
    () =>
      rolledBack(db, async (transaction) => {
        for (const set of sets) {
          const last = set === sets.at(-1) ? to : null
          const plan = await (down ? downPlan : upPlan)(transaction, set, last)
          if (plan.names.length === 0) continue
          const { set: recordedSet, run } = recording(plan)
          await runSet(transaction, recordedSet, run)
        }
      }),
  )
  return previewed
}

async function watchingStatements(
  db: AnyDatabase,
  see: (sql: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const statements = statementsOf(db)
  if (statements === undefined) {
    throw new ConfigurationError(
      'previewMigrations() needs a database of openDatabase(), or one whose dialect is in outageAwareDialect().',
    )
  }
  const before = statements.watch
  statements.watch = {
    statement(statement, run) {
      see(statement.sql)
      return before === null ? run() : before.statement(statement, run)
    },
  }
  try {
    await work()
  } finally {
    statements.watch = before
  }
}

/** Does the work in a transaction that is always rolled back. */
async function rolledBack(
  db: AnyDatabase,
  work: (transaction: AnyDatabase) => Promise<void>,
): Promise<void> {
  const over = new Error('The preview is over.')
  const workAndEnd = async (transaction: AnyDatabase): Promise<void> => {
    await work(transaction)
    throw over
  }
  const ended = isSqlite(db)
    ? migratingSqlite(db, workAndEnd)
    : db.transaction().execute(workAndEnd)
  await ended.catch((error: unknown) => {
    if (error !== over) throw error
  })
}
