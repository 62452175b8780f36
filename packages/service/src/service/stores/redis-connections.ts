import type { Redis } from '@turnpike/redis'
import type { Logger } from 'turnpike'
import { importedPackage } from 'turnpike/kit'
import type { Config } from '../config.ts'

/** The connections of a service to Redis: one per URL, shared by all stores. */
export interface RedisConnections {
  /**
   * The connection to a URL. It has been tried when this settles; the service also starts without
   * Redis.
   *
   * @throws ConfigurationError when it is not a valid Redis URL.
   */
  open(url: string): Promise<Redis>
  close(): void
}

/** Services with different names can share a Redis without sharing keys. */
export function redisConnections(
  serviceName: string,
  { redisTimeoutMs: timeoutMs }: Pick<Config, 'redisTimeoutMs'>,
  logger: Logger,
): RedisConnections {
  const byUrl = new Map<string, Redis>()

  return {
    async open(url) {
      // Imported on demand: most services do not need Redis.
      const imported = import('@turnpike/redis')
      const { openRedis } = await importedPackage(imported, '@turnpike/redis@0.1', 'Redis')
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
