import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike migrate [module]`: brings the database up to date. */
export function addMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('Brings the database up to date. It is safe to run again.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike migrate\n  turnpike migrate ./notes.ts')
    .action(onCall(async () => (await import('./migrate-database.ts')).migrateDatabase))
}
