import { consoleLogger, type Logger } from 'turnpike'
import { knownOptions, longestTimer, numberOf, withoutPassword } from 'turnpike/kit'
import type { RedisClient } from './clients/client.ts'
import { redisClient } from './clients/make-client.ts'
import { redisPlace } from './clients/place.ts'
import { Connection } from './connection.ts'
import type { Redis } from './redis.ts'

export interface OpenRedisOptions {
  /** The prefix of every key. Default `turnpike:`. */
  prefix?: string
  /** Milliseconds to wait for the reply to a command. Default 100. */
  timeoutMs?: number
  /** Where an outage of Redis and its end are logged, one line each. Default the console. */
  logger?: Logger
  /** Creates a client of your own. Default a client for the URL. */
  createClient?: () => RedisClient
}

export const openRedisOptions = knownOptions<OpenRedisOptions>('openRedis()', {
  prefix: 'optional',
  timeoutMs: numberOf('milliseconds', 1, longestTimer.milliseconds),
  logger: 'optional',
  createClient: 'optional',
})

/**
 * Opens a connection to Redis in the background: the program also starts without Redis.
 *
 * When a command times out or the connection is lost, commands fail at once until Redis answers a
 * new connection, which is tried twice a second. No command is sent twice.
 *
 * @param url `redis://localhost:6379`, `rediss://user:password@host/0`, `unix:///run/redis.sock`,
 *   `redis+sentinel://one:26379,two:26379/0?name=mymaster`, `redis+cluster://one:6379,two:6379`.
 * @throws ConfigurationError when the URL or an option is invalid.
 */
export function openRedis(url: string, options: OpenRedisOptions = {}): Redis {
  openRedisOptions.require(options)
  const { prefix = 'turnpike:', timeoutMs = 100, logger = consoleLogger } = options
  const createClient = options.createClient ?? clientOf(url)
  const name = withoutPassword(url)
  return new Connection({ name, prefix, timeoutMs, logger, createClient })
}

function clientOf(url: string): () => RedisClient {
  const place = redisPlace(url)
  return () => redisClient(place)
}
