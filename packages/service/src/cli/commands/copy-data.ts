import { requireMigrated, requireTokenSecrets } from '@turnpike/sql'
import { sqlitePath } from '@turnpike/sql/node'
import type { Command } from 'commander'
import { CommandFailed } from 'turnpike/kit'
import { withDatabase } from '../accounts.ts'
import { loadDefinition } from '../load-definition.ts'

interface CopyOptions {
  from: string
  to: string
}

/** `turnpike copy-data [module] --from <url> --to <url>`: moves from SQLite to PostgreSQL. */
export function addCopyData(program: Command): void {
  program
    .command('copy-data')
    .description('Copies all accounts and data from SQLite into an empty PostgreSQL.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .requiredOption('--from <url>', 'the SQLite database; it is only read')
    .requiredOption('--to <url>', 'the PostgreSQL database; migrated and without rows')
    .addHelpText('after', help)
    .action(copy)
}

const help = `
Everything is copied in one transaction, or nothing. Stop the service first: data written to the source
meanwhile is not copied.

Example:
  turnpike migrate ./notes.ts --database postgres://notes@db/notes
  turnpike copy-data ./notes.ts --from sqlite:notes.db --to postgres://notes@db/notes`

async function copy(module: string | undefined, { from, to }: CopyOptions): Promise<void> {
  if (!process.env.SECRET_KEYS) throw new CommandFailed(secretsNeeded(from))
  // Imported here, so that other commands start without it.
  const { copyData } = await import('../../service/copying/copy-data.ts')
  const definition = await loadDefinition(module)
  const copied = await withDatabase(
    { database: from },
    (source) =>
      withDatabase(
        { database: to },
        async (target) => {
          await requireMigrated(source.db, definition?.migrations)
          await requireTokenSecrets(source.db, target.secrets)
          return copyData(source.db, target.db, definition?.migrations)
        },
        { create: false, patient: true },
      ),
    { create: false },
  )

  for (const { table, rows } of copied) console.log(`Copied ${table}: ${counted(rows)}`)
  console.log(`${copied.length} tables copied.`)
}

const secretsNeeded = (from: string) =>
  'SECRET_KEYS is not set. Tokens and API keys are sealed with the secret of the source and work with no other: ' +
  `set it here and for the service with export SECRET_KEYS=$(paste -sd, ${sqlitePath(from) ?? 'notes.db'}.secret)`

const counted = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)
