import { CommandFailed, TokenUnreadable } from 'turnpike/kit'
import { withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

/** Prints every user's token. Those that cannot be read are listed in the failure. */
export const printTokens = (options: DatabaseOptions) =>
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
