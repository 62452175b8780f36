import type { SessionStore } from '../../accounts/session-store.ts'
import type { Account } from '../../accounts/user.ts'
import { kyselySessions } from '../../kysely/accounts/sessions.ts'
import type { KyselyUsers } from '../../kysely/accounts/users.ts'
import type { AnyDatabase } from '../../kysely/database.ts'
import { requireValid } from '../../rules/rule.ts'
import type { Config } from '../config.ts'
import { serviceVariables } from '../variables.ts'
import type { RedisConnections } from './redis-connections.ts'

/**
 * The session store for `SESSION_STORE_URL`: `database`, or a Redis URL.
 *
 * @throws ConfigurationError when the URL is not supported.
 */
export async function openSessionStore(
  { sessionStoreUrl: url }: Pick<Config, 'sessionStoreUrl'>,
  db: AnyDatabase,
  users: KyselyUsers,
  connections: RedisConnections,
): Promise<SessionStore<Account>> {
  if (url === 'database') return kyselySessions(db)

  requireValid('SESSION_STORE_URL', serviceVariables.sessionStoreUrl.rule, url)
  const redis = await connections.open(url)
  const { redisSessions } = await import('../../redis/sessions.ts')
  return redisSessions({ redis, users })
}
