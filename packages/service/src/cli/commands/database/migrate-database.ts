import { migrationStatus, previewMigrations, undoMigrations } from '@turnpike/sql'
import { CommandFailed } from 'turnpike/kit'
import { type OpenedDatabase, withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { inColumns } from '../../in-columns.ts'
import { loadDefinition } from '../../load-definition.ts'
import { withProgress } from '../../progress.ts'

export interface MigrateOptions extends DatabaseOptions {
  status?: boolean
  dryRun?: boolean
  to?: string
  down?: boolean
  yes?: boolean
}

/** Applies, undoes, previews or lists migrations. */
export async function migrateDatabase(module: string | undefined, options: MigrateOptions) {
  const migrations = (await loadDefinition(module))?.migrations
  const { status, dryRun, to = null, down = false, yes = false } = options
  const isOnlyUp = !status && !dryRun && !down

  await withDatabase(
    options,
    async ({ db, migrate, secrets }) => {
      if (status) return printStatus(db, migrations)
      if (dryRun) {
        return printPreview(await previewMigrations(db, migrations, { secrets, to, down }))
      }
      if (down) return undo(db, migrations, to, yes)
      const applied = await withProgress((onProgress) =>
        migrate(migrations, { secrets, to, onProgress }),
      )
      print('Applied', applied, 'The database is up to date.')
    },
    // These hold locks like `migrate`, for as long as they need.
    isOnlyUp ? undefined : { create: false, patient: true },
  )
}

type Given = Parameters<OpenedDatabase['migrate']>[0]

async function printStatus(db: OpenedDatabase['db'], migrations: Given): Promise<void> {
  const rows = (await migrationStatus(db, migrations)).map(
    ({ name, applied, isKnown, canBeUndone }) => [
      applied?.toISOString().slice(0, 19).replace('T', ' ') ?? 'missing',
      name,
      isKnown ? (canBeUndone ? 'has a down' : '') : 'of a later version',
    ],
  )
  for (const line of inColumns([['APPLIED (UTC)', 'MIGRATION', ''], ...rows])) console.log(line)
}

function printPreview(migrations: Awaited<ReturnType<typeof previewMigrations>>): void {
  for (const { name, statements } of migrations) {
    console.log(`-- ${name}`)
    for (const statement of statements) console.log(`${statement};`)
  }
  if (migrations.length === 0) console.log('-- There is nothing to do.')
}

async function undo(
  db: OpenedDatabase['db'],
  migrations: Given = {},
  to: string | null,
  isConfirmed: boolean,
): Promise<void> {
  if (isConfirmed) {
    const undone = await withProgress((onProgress) =>
      undoMigrations(db, migrations, { to, onProgress }),
    )
    print('Undid', undone, 'There is nothing to undo.')
    return
  }
  const previewed = await previewMigrations(db, migrations, { to, down: true })
  const names = previewed.map(({ name }) => name)
  if (names.length === 0) return console.log('There is nothing to undo.')
  throw new CommandFailed(
    `This would undo ${names.join(', ')}, and what their tables and columns contain would be lost. ` +
      'Stop the service, back up the database, and run it again with --yes. Nothing was changed.',
  )
}

function print(verb: string, names: readonly string[], nothing: string): void {
  for (const name of names) console.log(`${verb} ${name}`)
  if (names.length === 0) console.log(nothing)
}
