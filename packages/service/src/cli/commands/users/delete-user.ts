import { type AccountTables, constraintViolation, requireMigrated } from '@turnpike/sql'
import type { Kysely } from 'kysely'
import { UserNotFound } from 'turnpike'
import { CommandFailed } from 'turnpike/kit'
import { withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

export interface DeleteUserOptions extends DatabaseOptions {
  yes?: boolean
}

/** Deletes the user. @throws CommandFailed without `--yes`, saying what would go. */
export const deleteUser = (username: string, { yes = false, ...options }: DeleteUserOptions) =>
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
