import { type Database, type OpenDatabaseOptions, openDatabase } from '@turnpike/sql/node'
import { ConfigurationError } from 'turnpike'
import type { Config } from '../config.ts'

/**
 * Opens the configured database.
 *
 * @throws ConfigurationError when its URL is not supported, it cannot be opened, or it is missing
 *   and must not be created.
 */
export function openConfiguredDatabase(
  {
    databaseUrl,
    databasePoolSize,
    databaseConnectionTimeoutMs,
    databaseCache,
    databasePreparedStatements,
    databaseGroupCommit,
  }: Pick<
    Config,
    | 'databaseUrl'
    | 'databasePoolSize'
    | 'databaseConnectionTimeoutMs'
    | 'databaseCache'
    | 'databasePreparedStatements'
    | 'databaseGroupCommit'
  >,
  options?: OpenDatabaseOptions,
): Database {
  try {
    return openDatabase(databaseUrl, {
      poolSize: databasePoolSize,
      connectionTimeoutMillis: databaseConnectionTimeoutMs,
      cache: databaseCache,
      preparedStatements: databasePreparedStatements,
      groupCommit: databaseGroupCommit,
      ...options,
    })
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error })
  }
}
