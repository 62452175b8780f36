import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/**
 * `turnpike serve [module]`: serves until SIGTERM or SIGINT. cli/main.ts listens to them until
 * the service does.
 */
export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('Serves an API until SIGTERM or SIGINT.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option('-p, --port <number>', 'the port, instead of the one in PORT; 0 for any free one')
    .option('-H, --host <address>', 'the address, instead of the one in HOST')
    .option('-w, --workers <number>', 'number of processes, instead of WORKERS; auto: one per core')
    .option('-m, --migrate', 'bring the database up to date first')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./serve-module.ts')).serveModule))
}

const help = `
The log is one JSON object a line on the standard output. On a terminal it is for people.

Examples:
  turnpike serve --migrate
  turnpike serve ./notes.ts --port 3000
  turnpike serve ./notes.ts --workers auto
  ALLOWED_HOSTS=api.example.com HOST=0.0.0.0 turnpike serve ./notes.ts`
