import { type AccountTables, constraintViolation, requireMigrated } from '@turnpike/sql'
import type { Command } from 'commander'
import type { Kysely } from 'kysely'
import { UserNotFound } from 'turnpike'
import { CommandFailed } from 'turnpike/kit'
import { addDatabaseOption, type DatabaseOptions, withDatabase } from '../../accounts.ts'

interface DeleteUserOptions extends DatabaseOptions {
  yes?: boolean
}

/** `turnpike delete-user <username>`: deletes a user, with everything by which they sign in. */
export function addDeleteUser(program: Command): void {
  const command = program
    .command('delete-user')
    .description('Deletes a user with their token, API keys and sessions, for good.')
    .argument('<username>', 'the user')
    .option('-y, --yes', 'delete: without it the command only says what would go')

  addDatabaseOption(command).addHelpText('after', help).action(deleteUser)
}

const help = `
Rows of your own tables that refer to the user go with them, or prevent it: as your tables say.
To keep the user and end their access, use turnpike deactivate.

Examples:
  turnpike delete-user ann
  turnpike delete-user ann --yes`

const deleteUser = (username: string, { yes = false, ...options }: DeleteUserOptions) =>
  withDatabase(
    options,
    async ({ db: anyDb }) => {
      await requireMigrated(anyDb)
      const db: Kysely<AccountTables> = anyDb
      const user = await db
        .selectFrom('turnpike_user')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirst()
      if (user === undefined) {
        throw new CommandFailed(`Cannot delete: user ${username} does not exist`)
      }
      if (!yes) {
        throw new CommandFailed(
          `User ${username} has the pk ${user.id} and would be deleted for good, with token, API keys and sessions. Repeat with --yes.`,
        )
      }

      const { numDeletedRows } = await db
        .deleteFrom('turnpike_user')
        .where('id', '=', user.id)
        .executeTakeFirst()
        .catch(async (error: unknown) => {
          if ((await constraintViolation(anyDb, error)) === null) throw error
          throw new CommandFailed(
            `Cannot delete user ${username}: rows of other tables refer to them. Delete those first, or use turnpike deactivate.`,
            { cause: error },
          )
        })
      if (numDeletedRows === 0n) throw new UserNotFound({ username, pk: user.id })
      console.log(`Deleted user ${username}`)
    },
    { create: false },
  )
