import { script } from './script.ts'

/** Gives the record under the key, or nothing. */
export const readScript = script(`return redis.call('GET', KEYS[1])`)

/** Keeps the record for so many milliseconds. */
export const writeScript = script(`return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`)

/** The same where there is one: what was ended meanwhile stays ended. */
export const rewriteScript = script(
  `return redis.call('SET', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2])`,
)

/** Takes the record away and gives it. */
export const removeScript = script(`
local record = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return record
`)

/**
 * Adds a digest to the index of a user, and drops those whose sessions have outlived themselves.
 * Arguments: the digest, its last moment and the present one, both in milliseconds. Gives how many
 * there are.
 */
export const addToIndexScript = script(`
local last, now = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
if redis.call('PTTL', KEYS[1]) < last - now then
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', last - now))
end
return redis.call('ZCARD', KEYS[1])
`)

/** Gives the digests in the index of a user. */
export const readIndexScript = script(`return redis.call('ZRANGE', KEYS[1], 0, -1)`)

/** Takes a digest out of the index of a user. */
export const dropFromIndexScript = script(`return redis.call('ZREM', KEYS[1], ARGV[1])`)
