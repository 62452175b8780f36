import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { Config } from '../config.ts'
import { type Database, type OpenDatabaseOptions, openDatabase } from './open.ts'

/**
 * Opens the database that the configuration names.
 *
 * @throws ConfigurationError when its URL has no supported form, it cannot be opened, or it is
 *   missing
 * and is not to be made.
 */
export function openConfiguredDatabase(
  {
    databaseUrl,
    databasePoolSize,
    databaseConnectionTimeoutMs,
    databaseCache,
  }: Pick<
    Config,
    'databaseUrl' | 'databasePoolSize' | 'databaseConnectionTimeoutMs' | 'databaseCache'
  >,
  options?: OpenDatabaseOptions,
): Database {
  try {
    return openDatabase(databaseUrl, {
      poolSize: databasePoolSize,
      connectionTimeoutMillis: databaseConnectionTimeoutMs,
      cache: databaseCache,
      ...options,
    })
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error })
  }
}
