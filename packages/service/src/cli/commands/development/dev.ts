import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/**
 * `turnpike dev <module>`: serves for development. cli/main.ts listens to SIGTERM and SIGINT until
 * it does.
 */
export function addDev(program: Command): void {
  const command = program
    .command('dev')
    .description(
      'Serves a module for development: migrated, seeded, and restarted after each change.',
    )
    .argument('<module>', 'file whose default export is a service')
    .option('-p, --port <number>', 'the port, instead of the one in PORT; 0 for any free one')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./develop.ts')).develop))
}

const help = `
It listens on 127.0.0.1 alone, and shows errors to the browser with their source. It refuses to run
with NODE_ENV=production: use turnpike serve there.

Example:
  turnpike dev ./notes.ts`
