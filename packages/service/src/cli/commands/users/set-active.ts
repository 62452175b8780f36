import type { Command } from 'commander'
import {
  addDatabaseOption,
  type DatabaseOptions,
  requireUser,
  withAccounts,
} from '../../accounts.ts'

/** `turnpike deactivate <username>` and `turnpike activate <username>`. */
export function addSetActive(program: Command): void {
  const deactivate = program
    .command('deactivate')
    .description('Prevents a user from signing in by password or token, and ends their sessions.')
    .argument('<username>', 'the user')
  const activate = program
    .command('activate')
    .description('Lets a user sign in again. Their token works again, too.')
    .argument('<username>', 'the user')

  addDatabaseOption(deactivate)
    .addHelpText('after', '\nExample:\n  turnpike deactivate ann')
    .action(setActive(false, 'Deactivated'))
  addDatabaseOption(activate)
    .addHelpText('after', '\nExample:\n  turnpike activate ann')
    .action(setActive(true, 'Activated'))
}

const setActive =
  (isActive: boolean, done: string) => (username: string, options: DatabaseOptions) =>
    withAccounts(options, async (accounts) => {
      const refusal = `Cannot ${isActive ? 'activate' : 'deactivate'}`
      const user = await requireUser(accounts, username, refusal)
      await accounts.users.setActive(user, isActive)
      console.log(`${done} user ${username}`)
    })
