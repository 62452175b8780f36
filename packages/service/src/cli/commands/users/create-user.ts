import { UsernameTaken } from 'turnpike'
import { requireNewUser } from 'turnpike/kit'
import { withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { readNewPassword } from '../../password.ts'
import type { PasswordOptions } from '../../password-options.ts'

export interface CreateUserOptions extends DatabaseOptions, PasswordOptions {
  email?: string
  staff?: boolean
}

/** Adds a user, with the password that is read. */
export const createUser = (username: string, options: CreateUserOptions) =>
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
