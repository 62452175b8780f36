import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike tokens --all`: prints every user's token, creating missing ones. */
export function addTokens(program: Command): void {
  const command = program
    .command('tokens')
    .description('Prints the token of every user; missing ones are created.')
    .requiredOption('-a, --all', 'of every user; required, because the output is full of secrets')

  addDatabaseOption(command)
    .addHelpText('after', '\nExample:\n  turnpike tokens --all')
    .action(onCall(async () => (await import('./print-tokens.ts')).printTokens))
}
