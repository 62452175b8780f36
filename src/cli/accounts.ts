import type { Command } from 'commander'
import type { Account } from '../accounts/user.ts'
import { type KyselyAccounts, kyselyAccounts } from '../kysely/accounts/accounts.ts'
import { requireTokenSecrets } from '../kysely/accounts/token-secrets.ts'
import { requireMigrated } from '../kysely/migrations/migrate.ts'
import { type Config, readConfig, tokenOptionsOf } from '../service/config.ts'
import { openConfiguredDatabase } from '../service/database/configured.ts'
import type { Database, OpenDatabaseOptions } from '../service/database/open.ts'
import { serviceSecrets } from '../service/secrets.ts'
import { CommandFailed } from './failure.ts'

export interface DatabaseOptions {
  /** The option `--database`; absent: `DATABASE_URL`, or its default. */
  database?: string
}

export const addDatabaseOption = (command: Command): Command =>
  command.option('-d, --database <url>', 'the database, instead of the one in DATABASE_URL')

/** An open database, with the configuration and the secrets that the service has, too. */
export interface OpenedDatabase extends Database {
  config: Config
  secrets: readonly string[]
}

/** Does the work with the database open, and closes it. */
export async function withDatabase<Result>(
  { database }: DatabaseOptions,
  work: (database: OpenedDatabase) => Promise<Result>,
  openOptions?: OpenDatabaseOptions,
): Promise<Result> {
  const config = readConfig({
    ...process.env,
    ...(database !== undefined && { DATABASE_URL: database }),
  })
  const opened = openConfiguredDatabase(config, openOptions)
  try {
    // After the database: a mistyped name leaves no secret behind, either.
    const secrets = serviceSecrets(config, { info: tell })
    return await work({ ...opened, config, secrets })
  } finally {
    await opened.close()
  }
}

/** The standard output is the command's answer. */
const tell = (_fields: object, message: string) => console.error(`turnpike: ${message}`)

/**
 * Does the work with the accounts of the database.
 *
 * @throws ConfigurationError when there is no database: a mistyped name leaves no empty file
 *   behind;
 * and when the secrets do not open its tokens.
 * @throws DatabaseNotMigrated or DatabaseTooNew when the tables are not those of this version.
 */
export const withAccounts = <Result>(
  options: DatabaseOptions,
  work: (accounts: KyselyAccounts) => Promise<Result>,
): Promise<Result> =>
  withDatabase(
    options,
    async ({ db, config, secrets }) => {
      await requireMigrated(db)
      await requireTokenSecrets(db, secrets)
      return work(kyselyAccounts(db, { secrets, tokens: tokenOptionsOf(config) }))
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
