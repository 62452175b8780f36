import { createClient } from 'redis'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { withoutPassword } from '../errors/url-without-password.ts'

/**
 * What is asked of a client: those of `createClient`, `createCluster` and `createSentinel` have it.
 */
export interface RedisClient {
  connect(): Promise<unknown>
  /** Closes the connection at once. What is under way fails. */
  destroy(): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  eval(script: string, options: ScriptOptions): Promise<unknown>
  evalSha(sha1: string, options: ScriptOptions): Promise<unknown>
}

interface ScriptOptions {
  keys: string[]
  arguments: string[]
}

/**
 * A client for a URL, not connected yet. It neither queues commands while it is down, which would
 * be counted late, nor connects again by itself: `openRedis` does, with a new one.
 */
export function redisClient(url: string): RedisClient {
  return createClient({
    url,
    // RESP3 needs Redis 6 and a `HELLO` that not every proxy knows; scripts reply alike in both.
    RESP: 2,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false },
  })
}

/**
 * Refuses what is no URL of a Redis: `redis://`, `rediss://` with TLS, `unix://` with a path.
 *
 * @throws ConfigurationError that does not tell the password.
 */
export function requireRedisUrl(url: string): void {
  if (isRedisUrl(url)) return
  throw new ConfigurationError(
    `${withoutPassword(url)} is no URL of a Redis: write redis://localhost:6379, ` +
      'rediss://user:password@host:6379/0 or unix:///run/redis.sock, with special characters ' +
      'percent-encoded: %2F for /, %40 for @, %25 for %.',
  )
}

function isRedisUrl(url: string): boolean {
  if (/^unix:\/\/(?:[^/@]*@)?\/[^?]+(?:\?db=\d+)?$/.test(url)) return true
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    ['redis:', 'rediss:'].includes(parsed.protocol) &&
    parsed.hostname !== '' &&
    /^\/?\d*$/.test(parsed.pathname) &&
    isDecodable(parsed.username + parsed.password)
  )
}

/** The client decodes them, and would throw outside of any request. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
