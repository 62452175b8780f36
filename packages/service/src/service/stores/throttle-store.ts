import { type AnyDatabase, kyselyThrottleStore } from '@turnpike/sql'
import type { ThrottleStore } from 'turnpike'
import { requireValid } from 'turnpike/kit'
import type { Config } from '../config.ts'
import { serviceVariables } from '../variables.ts'
import type { RedisConnections } from './redis-connections.ts'

/**
 * The throttle store for `THROTTLE_STORE_URL`: `memory`, `database` (the service's own), or a Redis
 * URL.
 *
 * @returns null for the application's own store, which by default counts in process memory.
 * @throws ConfigurationError when the URL is not supported.
 */
export async function openThrottleStore(
  {
    throttleStoreUrl: url,
    throttleStoreOnFailure: onFailure,
  }: Pick<Config, 'throttleStoreUrl' | 'throttleStoreOnFailure'>,
  db: AnyDatabase,
  connections: RedisConnections,
): Promise<ThrottleStore | null> {
  if (url === 'memory') return null
  if (url === 'database') return kyselyThrottleStore(db)

  requireValid('THROTTLE_STORE_URL', serviceVariables.throttleStoreUrl.rule, url)
  const redis = await connections.open(url)
  const { redisThrottleStore } = await import('@turnpike/redis')
  return redisThrottleStore(redis, { onFailure })
}
