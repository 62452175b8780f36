import type { Command } from 'commander'
import { onCall } from '../../on-call.ts'

/** `turnpike make …`: writes the beginning of what an application needs next. */
export function addMake(program: Command): void {
  const make = program
    .command('make')
    .description(
      'Writes the beginning of a resource, a migration, a scheme or a store, with its test.',
    )

  make
    .command('resource')
    .description('Writes a table, its migration, a list and a detail view, and their test.')
    .argument('<name>', 'what it is called: notes')
    .argument(
      '[fields...]',
      'its fields and their types: title:string; default: title:string body:text',
    )
    .option('--dry-run', dryRun)
    .addHelpText('after', resourceHelp)
    .action(onCall(async () => (await import('./make-resource.ts')).makeResource))

  make
    .command('migration')
    .description('Adds a migration: one that adds columns to a table, or one to be written.')
    .argument('<name>', 'what it does: add-colour')
    .argument('[table]', 'the table to which it adds columns')
    .argument('[columns...]', 'the columns and their types: colour:string')
    .option('--dry-run', dryRun)
    .addHelpText('after', migrationHelp)
    .action(onCall(async () => (await import('./make-migration.ts')).makeMigration))

  make
    .command('scheme')
    .description('Writes an authentication scheme and its test.')
    .argument('<name>', 'what it is called: signed-cookie')
    .option('--dry-run', dryRun)
    .action(onCall(async () => (await import('./make-scheme.ts')).makeScheme))

  make
    .command('store')
    .description('Writes a data store over a source of your own, and its contract as a test.')
    .argument('[name]', 'what it keeps', 'item')
    .option('--dry-run', dryRun)
    .action(onCall(async () => (await import('./make-store.ts')).makeStore))
}

const dryRun = 'print what would be written, and write nothing'

const resourceHelp = `
Types: string, text, email, integer, boolean, date, datetime.

Example:
  turnpike make resource tickets subject:string done:boolean due:date`

const migrationHelp = `
Examples:
  turnpike make migration add-colour note colour:string
  turnpike make migration fill-colours`
