import { requireMigrated, requireTokenSecrets } from '@turnpike/sql'
import type { Database } from '@turnpike/sql/node'
import type { AnyService } from '../define-service.ts'

/**
 * Brings the database up to date if requested, and rejects one that does not match the service.
 *
 * @throws DatabaseNotMigrated, DatabaseTooNew when it does not match the definition.
 * @throws ConfigurationError when the secrets do not open its tokens.
 */
export async function prepareDatabase(
  { db, migrate }: Database,
  { migrations }: AnyService,
  secrets: readonly string[],
  mayMigrate: boolean,
): Promise<void> {
  if (mayMigrate) await migrate(migrations, { secrets })
  await requireMigrated(db, migrations)
  await requireTokenSecrets(db, secrets)
}
