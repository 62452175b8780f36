import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'
import { addPasswordOptions } from '../../password-options.ts'

/** The commands that keep the users. */
export function addUsers(program: Command): void {
  addCreateUser(program)
  addChangePassword(program)
  addSetActive(program)
  addSetStaff(program)
  addDeleteUser(program)
}

/** `turnpike create-user <username>`: adds a user, asking for the password. */
function addCreateUser(program: Command): void {
  const command = program
    .command('create-user')
    .description('Adds a user.')
    .argument('<username>', 'the name to sign in with; case-sensitive')
    .option('-e, --email <address>', 'email address, default none')
    .option('-s, --staff', 'the user may administer the service')

  addDatabaseOption(addPasswordOptions(command))
    .addHelpText('after', createHelp)
    .action(onCall(async () => (await import('./create-user.ts')).createUser))
}

const createHelp = `
On a terminal it asks for the password twice; otherwise it reads the standard input.

Examples:
  turnpike create-user ann --email ann@example.com
  turnpike create-user root --staff < password.txt
  turnpike create-user robot --no-password   # a machine account: turnpike keys create robot …`

/** `turnpike change-password <username>`: replaces a password. The user's token stays valid. */
function addChangePassword(program: Command): void {
  const command = program
    .command('change-password')
    .description("Replaces a user's password. The token stays valid: see turnpike token -r.")
    .argument('<username>', 'the user')

  addDatabaseOption(addPasswordOptions(command))
    .addHelpText('after', changeHelp)
    .action(onCall(async () => (await import('./change-password.ts')).changePassword))
}

const changeHelp = `
On a terminal it asks for the password twice; otherwise it reads the standard input.

Examples:
  turnpike change-password ann
  turnpike change-password ann < password.txt
  turnpike change-password ann --no-password`

/** `turnpike deactivate <username>` and `turnpike activate <username>`. */
function addSetActive(program: Command): void {
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
    .action(onCall(async () => (await import('./set-active.ts')).deactivate))
  addDatabaseOption(activate)
    .addHelpText('after', '\nExample:\n  turnpike activate ann')
    .action(onCall(async () => (await import('./set-active.ts')).activate))
}

/** `turnpike set-staff <username>`: gives a user staff rights, or takes them away. */
function addSetStaff(program: Command): void {
  const command = program
    .command('set-staff')
    .description('Lets a user administer the service, in the admin and wherever staff is required.')
    .argument('<username>', 'the user')
    .option('--off', 'the user no longer administers the service')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike set-staff ann\n  turnpike set-staff ann --off')
    .action(onCall(async () => (await import('./set-staff.ts')).setStaff))
}

/** `turnpike delete-user <username>`: deletes a user, with everything by which they sign in. */
function addDeleteUser(program: Command): void {
  const command = program
    .command('delete-user')
    .description('Deletes a user with their token, API keys and sessions, for good.')
    .argument('<username>', 'the user')
    .option('-y, --yes', 'delete: without it the command only says what would go')

  addDatabaseOption(command)
    .addHelpText('after', deleteHelp)
    .action(onCall(async () => (await import('./delete-user.ts')).deleteUser))
}

const deleteHelp = `
Rows of your own tables that refer to the user go with them, or prevent it: as your tables say.
To keep the user and end their access, use turnpike deactivate.

Examples:
  turnpike delete-user ann
  turnpike delete-user ann --yes`
