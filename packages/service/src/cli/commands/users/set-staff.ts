import type { Command } from 'commander'
import { UserNotFound } from 'turnpike'
import {
  addDatabaseOption,
  type DatabaseOptions,
  requireUser,
  withAccounts,
} from '../../accounts.ts'

interface SetStaffOptions extends DatabaseOptions {
  off?: boolean
}

/** `turnpike set-staff <username>`: gives a user staff rights, or takes them away. */
export function addSetStaff(program: Command): void {
  const command = program
    .command('set-staff')
    .description('Lets a user administer the service, in the admin and wherever staff is required.')
    .argument('<username>', 'the user')
    .option('--off', 'the user no longer administers the service')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike set-staff ann\n  turnpike set-staff ann --off')
    .action(setStaff)
}

const setStaff = (username: string, { off = false, ...options }: SetStaffOptions) =>
  withAccounts(options, async (accounts) => {
    const user = await requireUser(accounts, username, 'Cannot change the staff rights')
    const changed = await accounts.users.update(user, { isStaff: !off })
    if (changed === null) throw new UserNotFound(user)
    console.log(`User ${username} is ${off ? 'no longer staff' : 'now staff'}`)
  })
