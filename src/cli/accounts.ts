import type { Command } from 'commander'
import type { Account } from '../accounts/user.ts'
import { type KyselyAccounts, kyselyAccounts } from '../kysely/accounts.ts'
import { requireMigrated } from '../kysely/migrations.ts'
import { readConfig } from '../service/config.ts'
import { openConfiguredDatabase } from '../service/configured-database.ts'
import type { Database, OpenDatabaseOptions } from '../service/database.ts'
import { CommandFailed } from './failure.ts'

export interface DatabaseOptions {
  /** The option `--database`; absent: `DATABASE_URL`, or its default. */
  database?: string
}

export const addDatabaseOption = (command: Command): Command =>
  command.option('-d, --database <url>', 'the database, instead of the one in DATABASE_URL')

/** Does the work with the database open, and closes it. */
export async function withDatabase<Result>(
  { database }: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
  openOptions?: OpenDatabaseOptions,
): Promise<Result> {
  const config = readConfig({
    ...process.env,
    ...(database !== undefined && { DATABASE_URL: database }),
  })
  const opened = openConfiguredDatabase(config, openOptions)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/**
 * Does the work with the accounts of the database.
 *
 * @throws ConfigurationError when there is no database: a mistyped name leaves no empty file behind.
 * @throws DatabaseNotMigrated or DatabaseTooNew when the tables are not those of this version.
 */
export const withAccounts = <Result>(
  options: DatabaseOptions,
  work: (accounts: KyselyAccounts) => Promise<Result>,
): Promise<Result> =>
  withDatabase(
    options,
    async ({ db }) => {
      await requireMigrated(db)
      return work(kyselyAccounts(db))
    },
    { create: false },
  )

/** @throws CommandFailed when there is no user of that name. */
export async function requireUser(
  { users }: KyselyAccounts,
  username: string,
  refusal: string,
): Promise<Account> {
  const user = await users.find(username)
  if (user === null) throw new CommandFailed(`${refusal}: user ${username} does not exist`)
  return user
}
