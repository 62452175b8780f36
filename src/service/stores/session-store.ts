import type { SessionStore } from '../../accounts/session-store.ts'
import type { Account } from '../../accounts/user.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { withoutPassword } from '../../errors/url-without-password.ts'
import { kyselySessions } from '../../kysely/accounts/sessions.ts'
import type { KyselyUsers } from '../../kysely/accounts/users.ts'
import type { AnyDatabase } from '../../kysely/database.ts'
import type { Config } from '../config.ts'
import { isMeantAsRedis, type RedisConnections } from './redis-connections.ts'

/**
 * The session store that `SESSION_STORE_URL` names: `database`, or the URL of a Redis.
 *
 * @throws ConfigurationError when the URL has no supported form.
 */
export async function openSessionStore(
  { sessionStoreUrl: url }: Pick<Config, 'sessionStoreUrl'>,
  db: AnyDatabase,
  users: KyselyUsers,
  connections: RedisConnections,
): Promise<SessionStore<Account>> {
  if (url === 'database') return kyselySessions(db)
  if (isMeantAsRedis(url)) {
    const redis = await connections.open(url)
    const { redisSessions } = await import('../../redis/sessions.ts')
    return redisSessions({ redis, users })
  }

  throw new ConfigurationError(
    `SESSION_STORE_URL is ${withoutPassword(url)}, which has no form that is supported. Write ` +
      'database, or the URL of a Redis, such as redis://localhost:6379.',
  )
}
