import { consoleLogger, type Logger } from 'turnpike'
import { knownOptions, numberOf, withoutPassword } from 'turnpike/kit'
import { type RedisClient, redisClient, requireRedisUrl } from './client.ts'
import { Connection } from './connection.ts'
import type { Redis } from './redis.ts'

export interface OpenRedisOptions {
  /** The prefix of every key. Default `turnpike:`. */
  prefix?: string
  /** Milliseconds to wait for the reply to a command. Default 100. */
  timeoutMs?: number
  /** Where an outage of Redis and its end are logged, one line each. Default the console. */
  logger?: Logger
  /** Creates a client, for clusters and sentinels. Default a client for the URL. */
  createClient?: () => RedisClient
}

export const openRedisOptions = knownOptions<OpenRedisOptions>('openRedis()', {
  prefix: 'optional',
  timeoutMs: numberOf('milliseconds', 1),
  logger: 'optional',
  createClient: 'optional',
})

/**
 * Opens a connection to Redis in the background: the program also starts without Redis.
 *
 * When a command times out or the connection is lost, commands fail at once until Redis answers a
 * new connection, which is tried twice a second. No command is sent twice.
 *
 * @param url `redis://localhost:6379`, `rediss://user:password@host/0`, `unix:///run/redis.sock`.
 * @throws ConfigurationError when the URL or an option is invalid.
 */
export function openRedis(url: string, options: OpenRedisOptions = {}): Redis {
  openRedisOptions.require(options)
  const {
    prefix = 'turnpike:',
    timeoutMs = 100,
    logger = consoleLogger,
    createClient = () => redisClient(url),
  } = options
  if (options.createClient === undefined) requireRedisUrl(url)
  const name = withoutPassword(url)
  return new Connection({ name, prefix, timeoutMs, logger, createClient })
}
