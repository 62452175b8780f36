import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

/** Ends the user's access. */
export const deactivate = (username: string, options: DatabaseOptions) =>
  setActive(username, options, false)

/** Gives the user access again. */
export const activate = (username: string, options: DatabaseOptions) =>
  setActive(username, options, true)

const setActive = (username: string, options: DatabaseOptions, isActive: boolean) =>
  withAccounts(options, async (accounts) => {
    const refusal = `Cannot ${isActive ? 'activate' : 'deactivate'}`
    const user = await requireUser(accounts, username, refusal)
    await accounts.users.setActive(user, isActive)
    console.log(`${isActive ? 'Activated' : 'Deactivated'} user ${username}`)
  })
