import { createClient } from 'redis'
import { ConfigurationError } from 'turnpike'
import { withoutPassword } from 'turnpike/kit'

/**
 * The methods needed of a client. Those of `createClient`, `createCluster` and `createSentinel`
 * have them.
 */
export interface RedisClient {
  connect(): Promise<unknown>
  /** Closes the connection at once. Pending commands fail. */
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
 * A client for a URL, not connected yet. While it is down it does not queue commands, which would
 * be counted late. It does not reconnect either: `openRedis` makes a new one.
 */
export function redisClient(url: string): RedisClient {
  return createClient({
    url,
    // RESP3 needs Redis 6 and `HELLO`, which not every proxy knows. Scripts reply alike in both.
    RESP: 2,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false },
  })
}

/**
 * Rejects anything but a Redis URL: `redis://`, `rediss://` with TLS, `unix://` with a path.
 *
 * @throws ConfigurationError without the password.
 */
export function requireRedisUrl(url: string): void {
  if (isRedisUrl(url)) return
  throw new ConfigurationError(
    `${withoutPassword(url)} is not a valid Redis URL: write redis://localhost:6379, ` +
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

/** The client decodes them and would throw outside any request. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
