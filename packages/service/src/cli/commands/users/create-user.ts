import type { Command } from 'commander'
import { UsernameTaken } from 'turnpike'
import { requireNewUser } from 'turnpike/kit'
import { addDatabaseOption, type DatabaseOptions, withAccounts } from '../../accounts.ts'
import { addPasswordOptions, type PasswordOptions, readNewPassword } from '../../password.ts'

interface CreateUserOptions extends DatabaseOptions, PasswordOptions {
  email?: string
  staff?: boolean
}

/** `turnpike create-user <username>`: adds a user, asking for the password. */
export function addCreateUser(program: Command): void {
  const command = program
    .command('create-user')
    .description('Adds a user.')
    .argument('<username>', 'the name to sign in with; case-sensitive')
    .option('-e, --email <address>', 'email address, default none')
    .option('-s, --staff', 'the user may administer the service')

  addDatabaseOption(addPasswordOptions(command)).addHelpText('after', help).action(createUser)
}

const help = `
On a terminal it asks for the password twice; otherwise it reads the standard input.

Examples:
  turnpike create-user ann --email ann@example.com
  turnpike create-user root --staff < password.txt
  turnpike create-user robot --no-password   # a machine account: turnpike keys create robot …`

const createUser = (username: string, options: CreateUserOptions) =>
  withAccounts(options, async ({ users }, config) => {
    const owner = { username, email: options.email ?? '' }
    // Before somebody types a password for nothing.
    requireNewUser({ ...owner, password: null })
    if ((await users.find(username)) !== null) throw new UsernameTaken(username)

    await users.create({
      ...owner,
      isStaff: options.staff ?? false,
      password: await readNewPassword(options, owner, config),
    })
    console.log(`Created user ${username}`)
  })
