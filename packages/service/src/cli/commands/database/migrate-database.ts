import { withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'

/** Applies the migrations that are missing, and prints their names. */
export async function migrateDatabase(module: string | undefined, options: DatabaseOptions) {
  const definition = await loadDefinition(module)
  const applied = await withDatabase(options, ({ migrate, secrets }) =>
    migrate(definition?.migrations, { secrets }),
  )

  for (const name of applied) console.log(`Applied ${name}`)
  if (applied.length === 0) console.log('The database is up to date.')
}
