import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

export interface TokenOptions extends DatabaseOptions {
  reset?: boolean
}

/** Prints the user's token, after making it or replacing it. */
export const printToken = (username: string, options: TokenOptions) =>
  withAccounts(options, async (accounts) => {
    const user = await requireUser(accounts, username, 'Cannot create the Token')
    const { tokens } = accounts
    const token = options.reset ? await tokens.regenerate(user) : await tokens.getOrCreate(user)
    console.log(`Generated token ${token.key} for user ${username}`)
  })
