import type { Command } from 'commander'
import { addDatabaseOption, type DatabaseOptions, requireUser, withAccounts } from '../accounts.ts'

interface TokenOptions extends DatabaseOptions {
  reset?: boolean
}

/** `turnpike token [-r] <username>`: prints the user's token, creating it if missing. */
export function addToken(program: Command): void {
  const command = program
    .command('token')
    .description("Prints a user's token; it is created if missing.")
    .argument('<username>', 'the user')
    .option('-r, --reset', 'replace the token, for example after a leak; the old one stops working')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike token ann\n  turnpike token -r ann')
    .action(printToken)
}

const printToken = (username: string, options: TokenOptions) =>
  withAccounts(options, async (accounts) => {
    const user = await requireUser(accounts, username, 'Cannot create the Token')
    const { tokens } = accounts
    const token = options.reset ? await tokens.regenerate(user) : await tokens.getOrCreate(user)
    console.log(`Generated token ${token.key} for user ${username}`)
  })
