import type { Command } from 'commander'
import { addDatabaseOption, type DatabaseOptions, withDatabase } from '../accounts.ts'
import { loadDefinition } from '../load-definition.ts'

/** `turnpike migrate [module]`: brings the database up to date. */
export function addMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('Brings the database up to date. It is safe to run again.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike migrate\n  turnpike migrate ./notes.ts')
    .action(migrateDatabase)
}

async function migrateDatabase(module: string | undefined, options: DatabaseOptions) {
  const definition = await loadDefinition(module)
  const applied = await withDatabase(options, ({ migrate, secrets }) =>
    migrate(definition?.migrations, { secrets }),
  )

  for (const name of applied) console.log(`Applied ${name}`)
  if (applied.length === 0) console.log('The database is up to date.')
}
