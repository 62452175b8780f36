import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike check [module]`: reports problems and what to change. */
export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description('Looks for broken or dangerous configuration, and says what to change.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option('--deploy', 'also look for what matters in production')
    .option('--json', 'print the findings as JSON')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./check-module.ts')).checkModule))
}

const help = `
Give it the environment of the service. The exit code is 1 when there is an error, 0 with warnings alone.

Examples:
  turnpike check ./notes.ts
  turnpike check --deploy ./notes.ts
  turnpike check --deploy --json ./notes.ts > findings.json`
