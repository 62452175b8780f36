import type { Command } from 'commander'
import { CommandFailed, TokenUnreadable } from 'turnpike/kit'
import { addDatabaseOption, type DatabaseOptions, withAccounts } from '../accounts.ts'

/** `turnpike tokens --all`: prints every user's token, creating missing ones. */
export function addTokens(program: Command): void {
  const command = program
    .command('tokens')
    .description('Prints the token of every user; missing ones are created.')
    .requiredOption('-a, --all', 'of every user; required, because the output is full of secrets')

  addDatabaseOption(command)
    .addHelpText('after', '\nExample:\n  turnpike tokens --all')
    .action(printTokens)
}

const printTokens = (options: DatabaseOptions) =>
  withAccounts(options, async ({ users, tokens }) => {
    let count = 0
    const unreadable: string[] = []
    for await (const user of users.all()) {
      try {
        const { key } = await tokens.getOrCreate(user)
        console.log(`Generated token ${key} for user ${user.username}`)
        count += 1
      } catch (error) {
        if (!(error instanceof TokenUnreadable)) throw error
        unreadable.push(user.username)
      }
    }
    console.log(count === 1 ? '1 user has a token.' : `${count} users have a token.`)
    if (unreadable.length > 0) throw new CommandFailed(unreadableTokens(unreadable))
  })

const unreadableTokens = (usernames: readonly string[]) =>
  `The tokens of these users were changed in the database, or their secret is lost, so they cannot be ` +
  `printed: ${usernames.join(', ')}. Replace each with turnpike token -r and the username.`
