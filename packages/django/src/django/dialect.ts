import type { AnyDatabase } from '@turnpike/sql'
import { ConfigurationError } from 'turnpike'

export type Dialect = 'sqlite' | 'postgres' | 'mysql'

/**
 * Whose SQL the database uses. Decided by the adapter's behaviour, because another copy of Kysely
 * has other classes. MariaDB is `mysql`.
 *
 * @throws ConfigurationError for any other database.
 */
export function dialectOf(db: AnyDatabase): Dialect {
  const { adapter } = db.getExecutor()
  if (adapter.supportsOutput) {
    throw new ConfigurationError(
      `djangoAccounts() supports SQLite, PostgreSQL and MySQL, but ${adapter.constructor.name} ` +
        'belongs to another database: pass a Kysely with a dialect of one of these.',
    )
  }
  if (!adapter.supportsReturning) return 'mysql'
  return adapter.supportsTransactionalDdl ? 'postgres' : 'sqlite'
}
