import { UserNotFound } from 'turnpike'
import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

export interface SetStaffOptions extends DatabaseOptions {
  off?: boolean
}

/** Gives the user staff rights, or takes them away. */
export const setStaff = (username: string, { off = false, ...options }: SetStaffOptions) =>
  withAccounts(options, async (accounts) => {
    const user = await requireUser(accounts, username, 'Cannot change the staff rights')
    const changed = await accounts.users.update(user, { isStaff: !off })
    if (changed === null) throw new UserNotFound(user)
    console.log(`User ${username} is ${off ? 'no longer staff' : 'now staff'}`)
  })
