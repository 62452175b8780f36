import type { Command } from 'commander'
import { onCall } from '../../on-call.ts'

/** `turnpike copy-data [module] --from <url> --to <url>`: moves from SQLite to PostgreSQL. */
export function addCopyData(program: Command): void {
  program
    .command('copy-data')
    .description('Copies all accounts and data from SQLite into an empty PostgreSQL.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .requiredOption('--from <url>', 'the SQLite database; it is only read')
    .requiredOption('--to <url>', 'the PostgreSQL database; migrated and without rows')
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./copy-database.ts')).copyDatabase))
}

const help = `
Everything is copied in one transaction, or nothing. Stop the service first: data written to the source
meanwhile is not copied.

Example:
  turnpike migrate ./notes.ts --database postgres://notes@db/notes
  turnpike copy-data ./notes.ts --from sqlite:notes.db --to postgres://notes@db/notes`
