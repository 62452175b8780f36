import { type Claim, type IdempotencyStore, type KeptWork, ServiceUnavailable } from 'turnpike'
import { knownOptions, wholeNumber } from 'turnpike/kit'
import { type Redis, RedisUnavailable } from './redis.ts'

export interface RedisIdempotencyStoreOptions {
  /**
   * Seconds after which a claim expires whose process has died. Longer than the longest work:
   * after that, a repeat does the work again, even if it still goes on. Default 300.
   */
  claimSeconds?: number
}

export const redisIdempotencyStoreOptions = knownOptions<RedisIdempotencyStoreOptions>(
  'redisIdempotencyStore()',
  { claimSeconds: wholeNumber({ least: 1, of: 'seconds' }) },
)

/**
 * Keeps keys and answers in Redis, for any number of processes and machines. Each one expires by
 * itself. Do not let Redis evict them: the work of an evicted key is done again.
 *
 * Redis is not part of the transaction. If the process dies between the commit and the answer, the
 * key is busy until its claim expires, and the next repeat does the work again.
 */
export function redisIdempotencyStore(
  redis: Redis,
  options: RedisIdempotencyStoreOptions = {},
): IdempotencyStore {
  redisIdempotencyStoreOptions.require(options)
  const { claimSeconds = 300 } = options

  const run = async (script: string, key: string, ...args: readonly string[]) => {
    try {
      return await redis.run(script, `idempotency:${key}`, args)
    } catch (error) {
      // Without the cause, which would be logged for each request: the connection logged it once.
      if (error instanceof RedisUnavailable) throw new ServiceUnavailable()
      throw error
    }
  }

  return {
    async claim(key): Promise<Claim> {
      const claim = crypto.randomUUID()
      const found = await run(claimScript, key, claim, String(claimSeconds * 1000))
      if (found === null) return { state: 'new', claim }
      // Works begin with a brace, claims do not. Only this store writes such keys.
      return typeof found === 'string' && found.startsWith('{')
        ? { state: 'done', work: JSON.parse(found) as KeptWork }
        : { state: 'busy' }
    },

    async keep(key, claim, { fingerprint, answer }, seconds) {
      const milliseconds = String(Math.max(1, Math.ceil(seconds * 1000)))
      await run(keepScript, key, claim, JSON.stringify({ fingerprint, answer }), milliseconds)
    },

    async release(key, claim) {
      await run(releaseScript, key, claim)
    },
  }
}

/** Returns what the key has; if it has nothing, claims it for so many milliseconds. */
const claimScript = `
local found = redis.call('GET', KEYS[1])
if found then return found end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return nil
`

/** Replaces the claim, also one that has expired, by the work. Another one is left alone. */
const keepScript = `
local found = redis.call('GET', KEYS[1])
if not found or found == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return nil
`

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return nil
`
