import type { Logger } from '../../http/logger.ts'
import type { Redis } from '../../redis/redis.ts'
import type { Config } from '../config.ts'
import { importedPackage } from '../database/optional-package.ts'

/** The connections of a service to Redis: one for each URL, however many stores are behind it. */
export interface RedisConnections {
  /**
   * The connection to a URL. It has been tried when this settles; the service starts without Redis,
   * too.
   *
   * @throws ConfigurationError when it is no URL of a Redis.
   */
  open(url: string): Promise<Redis>
  close(): void
}

/** Services of different names share a Redis without sharing keys. */
export function redisConnections(
  serviceName: string,
  { redisTimeoutMs: timeoutMs }: Pick<Config, 'redisTimeoutMs'>,
  logger: Logger,
): RedisConnections {
  const byUrl = new Map<string, Redis>()

  return {
    async open(url) {
      // Most services need no Redis, and do not pay for its library.
      const imported = import('../../redis/open-redis.ts')
      const { openRedis } = await importedPackage(imported, 'redis@6', 'Redis')
      const prefix = `turnpike:${serviceName}:`
      const redis = byUrl.get(url) ?? openRedis(url, { prefix, timeoutMs, logger })
      byUrl.set(url, redis)
      await redis.attempted
      return redis
    },

    close() {
      for (const redis of byUrl.values()) redis.close()
    },
  }
}
