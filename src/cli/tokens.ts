import type { Command } from 'commander'
import { addDatabaseOption, type DatabaseOptions, withAccounts } from './accounts.ts'

/** `turnpike tokens --all`: gives every user who has none a token, and prints all of them. */
export function addTokens(program: Command): void {
  const command = program
    .command('tokens')
    .description('Prints the token of every user; missing ones are created.')
    .requiredOption('-a, --all', 'of every user: said aloud, because the output is full of secrets')

  addDatabaseOption(command)
    .addHelpText('after', '\nExample:\n  turnpike tokens --all')
    .action(printTokens)
}

const printTokens = (options: DatabaseOptions) =>
  withAccounts(options, async ({ users, tokens }) => {
    let count = 0
    for await (const user of users.all()) {
      const { key } = await tokens.getOrCreate(user)
      console.log(`Generated token ${key} for user ${user.username}`)
      count += 1
    }
    console.log(count === 1 ? '1 user has a token.' : `${count} users have a token.`)
  })
