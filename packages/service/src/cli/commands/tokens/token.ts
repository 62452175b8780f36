import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike token [-r] <username>`: prints the user's token, creating it if missing. */
export function addToken(program: Command): void {
  const command = program
    .command('token')
    .description("Prints a user's token; it is created if missing.")
    .argument('<username>', 'the user')
    .option('-r, --reset', 'replace the token, for example after a leak; the old one stops working')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike token ann\n  turnpike token -r ann')
    .action(onCall(async () => (await import('./print-token.ts')).printToken))
}
