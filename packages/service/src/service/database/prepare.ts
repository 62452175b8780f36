import { requireTokenSecrets } from '../../kysely/accounts/token-secrets.ts'
import { requireMigrated } from '../../kysely/migrations/migrate.ts'
import type { AnyService } from '../define-service.ts'
import type { Database } from './database.ts'

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
