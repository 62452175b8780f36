import { requireTokenSecrets } from '../../kysely/accounts/token-secrets.ts'
import { requireMigrated } from '../../kysely/migrations/migrate.ts'
import type { AnyService } from '../define-service.ts'
import type { Database } from './database.ts'

/**
 * Brings the database up to date where that is asked for, and refuses one that does not fit the
 * service.
 *
 * @throws DatabaseNotMigrated or DatabaseTooNew when it does not fit the definition.
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
