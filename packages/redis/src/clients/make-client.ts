import { createClient, createCluster, type RedisClientOptions } from 'redis'
import type { RedisClient } from './client.ts'
import type { Place } from './place.ts'
import { SentinelClient } from './sentinel-client.ts'

/**
 * A client for a place, not connected yet. While it is down it does not queue commands, which would
 * be counted late. It does not reconnect either: `openRedis` makes a new one.
 */
export function redisClient(place: Place): RedisClient {
  const { kind, urls, username, password, tls } = place
  if (kind === 'sentinel') return new SentinelClient(place, oneClient)
  if (kind === 'single') return oneClient(urls[0] ?? '')
  return createCluster({
    rootNodes: urls.map((url) => ({ url })),
    // Nodes that the cluster names have no URL.
    defaults: {
      ...common(),
      ...(username !== '' && { username }),
      ...(password !== '' && { password }),
      socket: { reconnectStrategy: false, ...(tls && { tls }) },
    },
    RESP: 2,
  })
}

const oneClient = (url: string) => createClient({ url, ...common(), RESP: 2 })

/** The library adds to the objects that it is given, so each client has its own. */
const common = () =>
  ({
    // RESP3 needs Redis 6 and `HELLO`, which not every proxy knows. Scripts reply alike in both.
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false },
  }) satisfies RedisClientOptions
