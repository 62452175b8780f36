import { type PositionStore, sha256Base64Url } from 'turnpike/kit'
import type { Redis } from './redis.ts'

/**
 * Keeps in Redis how far the writes of each client have come, for `positions` of `replicas()`.
 * While Redis is away, clients read from the primary. Positions expire by themselves.
 */
export function redisPositionStore(redis: Redis): PositionStore {
  const keyOf = (client: string) => `position:${sha256Base64Url(client)}`
  return {
    get: async (client) => (await redis.run(read, keyOf(client), [])) as string | null,
    async raise(client, position, seconds) {
      await redis.run(raise, keyOf(client), [position, String(Math.ceil(seconds * 1000))])
    },
  }
}

const read = `return redis.call('GET', KEYS[1])`

/** Positions have the same length, so that their texts have the order of their numbers. */
const raise = `
local kept = redis.call('GET', KEYS[1])
if kept and kept > ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
`
