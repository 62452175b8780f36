import type { Command } from 'commander'
import {
  addDatabaseOption,
  type DatabaseOptions,
  requireUser,
  withAccounts,
} from '../../accounts.ts'
import { addPasswordOptions, type PasswordOptions, readNewPassword } from '../../password.ts'

type ChangePasswordOptions = DatabaseOptions & PasswordOptions

/** `turnpike change-password <username>`: replaces a password. The user's token stays valid. */
export function addChangePassword(program: Command): void {
  const command = program
    .command('change-password')
    .description("Replaces a user's password. The token stays valid: see turnpike token -r.")
    .argument('<username>', 'the user')

  addDatabaseOption(addPasswordOptions(command)).addHelpText('after', help).action(changePassword)
}

const help = `
On a terminal it asks for the password twice; otherwise it reads the standard input.

Examples:
  turnpike change-password ann
  turnpike change-password ann < password.txt
  turnpike change-password ann --no-password`

const changePassword = (username: string, options: ChangePasswordOptions) =>
  withAccounts(options, async (accounts, config) => {
    const user = await requireUser(accounts, username, 'Cannot change the password')
    await accounts.users.setPassword(user, await readNewPassword(options, user, config))
    console.log(`Changed the password of user ${username}`)
  })
