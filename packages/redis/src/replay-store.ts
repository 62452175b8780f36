import { memoryReplayStore, type ReplayStore, ServiceUnavailable } from 'turnpike'
import { knownOptions, oneOf, sha256Base64Url } from 'turnpike/kit'
import { type Redis, RedisUnavailable } from './redis.ts'

export interface RedisReplayStoreOptions {
  /**
   * The behaviour while Redis is down. `closed` (default): requests whose id must be remembered get
   * 503. `open`: this process remembers in its own memory, so a message that another process has
   * seen can be replayed here.
   */
  onFailure?: 'open' | 'closed'
}

export const redisReplayStoreOptions = knownOptions<RedisReplayStoreOptions>('redisReplayStore()', {
  onFailure: oneOf(['open', 'closed']),
})

/**
 * Remembers ids in Redis, for any number of processes and machines. Each one expires by itself. Do
 * not let Redis evict them: an evicted id can be used again.
 */
export function redisReplayStore(redis: Redis, options: RedisReplayStoreOptions = {}): ReplayStore {
  redisReplayStoreOptions.require(options)
  const { onFailure = 'closed' } = options
  const memory = memoryReplayStore()

  return {
    async remember(id, seconds) {
      const milliseconds = Math.max(1, Math.ceil(seconds * 1000))
      try {
        const reply = await redis.run(script, `replay:${sha256Base64Url(id)}`, [
          String(milliseconds),
        ])
        return reply === 1
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error
        // Without the cause, which would be logged for each request: the connection logged it once.
        if (onFailure === 'closed') throw new ServiceUnavailable()
        return memory.remember(id, seconds)
      }
    },
  }
}

/** Remembers the key for so many milliseconds. Returns 1 when it was new, otherwise 0. */
const script = `
if redis.call('SET', KEYS[1], '', 'PX', ARGV[1], 'NX') then return 1 end
return 0
`
