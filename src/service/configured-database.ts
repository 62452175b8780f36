import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Config } from './config.ts'
import { type Database, type OpenDatabaseOptions, openDatabase } from './database.ts'

/**
 * Opens the database that the configuration names.
 *
 * @throws ConfigurationError when its URL has no supported form, it cannot be opened, or it is missing
 * and is not to be made.
 */
export function openConfiguredDatabase(
  { databaseUrl, databasePoolSize }: Pick<Config, 'databaseUrl' | 'databasePoolSize'>,
  options?: OpenDatabaseOptions,
): Database {
  try {
    return openDatabase(databaseUrl, { poolSize: databasePoolSize, ...options })
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error })
  }
}
