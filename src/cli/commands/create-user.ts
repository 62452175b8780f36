import type { Command } from 'commander'
import { UsernameTaken } from '../../accounts/user-store.ts'
import { addDatabaseOption, type DatabaseOptions, withAccounts } from '../accounts.ts'
import { addPasswordOptions, type PasswordOptions, readNewPassword } from '../password.ts'

interface CreateUserOptions extends DatabaseOptions, PasswordOptions {
  email?: string
  staff?: boolean
}

/** `turnpike create-user <username>`: adds a user, asking for the password. */
export function addCreateUser(program: Command): void {
  const command = program
    .command('create-user')
    .description('Adds a user.')
    .argument('<username>', 'what the user signs in with; case-sensitive')
    .option('-e, --email <address>', 'email address, default none')
    .option('-s, --staff', 'the user may administer the service')

  addDatabaseOption(addPasswordOptions(command)).addHelpText('after', help).action(createUser)
}

const help = `
The password is asked for twice on a terminal, and read from the standard input elsewhere.

Examples:
  turnpike create-user ann --email ann@example.com
  turnpike create-user root --staff < password.txt
  turnpike create-user robot --no-password`

const createUser = (username: string, options: CreateUserOptions) =>
  withAccounts(options, async ({ users }) => {
    if ((await users.find(username)) !== null) throw new UsernameTaken(username)

    await users.create({
      username,
      email: options.email ?? '',
      isStaff: options.staff ?? false,
      password: await readNewPassword(options),
    })
    console.log(`Created user ${username}`)
  })
