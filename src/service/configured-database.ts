import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database.ts'

/**
 * Opens the database that the configuration names.
 *
 * @throws ConfigurationError when its URL has no supported form, or it cannot be opened.
 */
export function openConfiguredDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): Database {
  try {
    return openDatabase(databaseUrl)
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error })
  }
}
