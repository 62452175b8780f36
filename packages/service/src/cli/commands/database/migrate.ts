import { type Command, Option } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike migrate [module]`: brings the database up to date, or back to an earlier migration. */
export function addMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('Brings the database up to date. It is safe to run again.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .addOption(
      new Option('--status', 'list all migrations, and change nothing').conflicts([
        'dryRun',
        'to',
        'down',
      ]),
    )
    .option('--dry-run', 'print the SQL, and roll it back')
    .option('--to <name>', "the last of the module's migrations to apply; with --down: to keep")
    .option('--down', "undo the last of the module's migrations: their data is lost")
    .option('--yes', 'undo them: without it they are only listed')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./migrate-database.ts')).migrateDatabase))
}

const help = `
Examples:
  turnpike migrate
  turnpike migrate ./notes.ts
  turnpike migrate ./notes.ts --status
  turnpike migrate ./notes.ts --dry-run
  turnpike migrate ./notes.ts --to 0002_tags
  turnpike migrate ./notes.ts --down --yes`
