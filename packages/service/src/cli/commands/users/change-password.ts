import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { readNewPassword } from '../../password.ts'
import type { PasswordOptions } from '../../password-options.ts'

export type ChangePasswordOptions = DatabaseOptions & PasswordOptions

/** Replaces the password with the one that is read. */
export const changePassword = (username: string, options: ChangePasswordOptions) =>
  withAccounts(options, async (accounts, config) => {
    const user = await requireUser(accounts, username, 'Cannot change the password')
    await accounts.users.setPassword(user, await readNewPassword(options, user, config))
    console.log(`Changed the password of user ${username}`)
  })
