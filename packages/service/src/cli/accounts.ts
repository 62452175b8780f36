import {
  type KyselyAccounts,
  kyselyAccounts,
  requireMigrated,
  requireTokenSecrets,
} from '@turnpike/sql'
import type { Database, OpenDatabaseOptions } from '@turnpike/sql/node'
import type { Account } from 'turnpike'
import { CommandFailed } from 'turnpike/kit'
import { apiKeyOptionsOf, type Config, readConfig, tokenOptionsOf } from '../service/config.ts'
import { openConfiguredDatabase } from '../service/database/open.ts'
import { serviceSecrets } from '../service/secrets.ts'
import { passwordHasher } from '../service/stores/password-hasher.ts'
import type { DatabaseOptions } from './database-option.ts'

/** An open database, with the configuration and secrets of the service. */
export interface OpenedDatabase extends Database {
  config: Config
  secrets: readonly string[]
}

/** Opens the database, does the work, and closes it. */
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
    // After the database, so that a mistyped name does not leave a secret behind.
    const secrets = serviceSecrets(config, { info: log })
    return await work({ ...opened, config, secrets })
  } finally {
    await opened.close()
  }
}

/** The standard output is for the command's result. */
const log = (_fields: object, message: string) => console.error(`turnpike: ${message}`)

/**
 * Opens the database and does the work with its accounts.
 *
 * @throws ConfigurationError when there is no database, because a mistyped name must not leave an
 *   empty file behind, or when the secrets do not open its tokens and keys.
 * @throws DatabaseNotMigrated, DatabaseTooNew when the tables are not those of this version.
 */
export const withAccounts = <Result>(
  options: DatabaseOptions,
  work: (accounts: KyselyAccounts, config: Config) => Promise<Result>,
): Promise<Result> =>
  withDatabase(
    options,
    async ({ db, config, secrets }) => {
      await requireMigrated(db)
      await requireTokenSecrets(db, secrets)
      return work(
        kyselyAccounts(db, {
          secrets,
          passwords: await passwordHasher(config),
          tokens: tokenOptionsOf(config),
          keys: apiKeyOptionsOf(config),
        }),
        config,
      )
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
