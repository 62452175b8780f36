import { type AnyDatabase, type KyselyUsers, kyselySessions } from '@turnpike/sql'
import type { Account, SessionStore } from 'turnpike'
import { requireValid } from 'turnpike/kit'
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
  const { redisSessions } = await import('@turnpike/redis')
  return redisSessions({ redis, users })
}
