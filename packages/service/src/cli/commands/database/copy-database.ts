import { requireMigrated, requireTokenSecrets } from '@turnpike/sql'
import { sqlitePath } from '@turnpike/sql/node'
import { CommandFailed } from 'turnpike/kit'
import { copyData } from '../../../service/copying/copy-data.ts'
import { withDatabase } from '../../accounts.ts'
import { loadDefinition } from '../../load-definition.ts'
import { withProgress } from '../../progress.ts'

export interface CopyOptions {
  from: string
  to: string
}

/** The source, too, is kept open while the target works alone, such as at its foreign keys. */
const unhurried = { create: false, patient: true }

/** Copies the tables of Turnpike and of the module, and prints how many rows each has. */
export async function copyDatabase(
  module: string | undefined,
  { from, to }: CopyOptions,
): Promise<void> {
  if (!process.env.SECRET_KEYS) throw new CommandFailed(secretsNeeded(from))
  const definition = await loadDefinition(module)
  const copied = await withDatabase(
    { database: from },
    (source) =>
      withDatabase(
        { database: to },
        async (target) => {
          await requireMigrated(source.db, definition?.migrations)
          await requireTokenSecrets(source.db, target.secrets)
          return withProgress((onProgress) =>
            copyData(source.db, target.db, definition?.migrations, onProgress),
          )
        },
        unhurried,
      ),
    unhurried,
  )

  for (const { table, rows } of copied) console.log(`Copied ${table}: ${counted(rows)}`)
  console.log(`${copied.length} tables copied.`)
}

const secretsNeeded = (from: string) =>
  'SECRET_KEYS is not set. Tokens and API keys are sealed with the secret of the source and work with no other: ' +
  `set it here and for the service with export SECRET_KEYS=$(paste -sd, ${sqlitePath(from) ?? 'notes.db'}.secret)`

const counted = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)
