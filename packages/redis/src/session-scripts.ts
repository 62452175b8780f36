/** Returns the record, or nothing. */
export const readScript = `return redis.call('GET', KEYS[1])`

/** Stores the record for a number of milliseconds. */
export const writeScript = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`

/** The same, but only if it exists: a session that ended meanwhile stays ended. */
export const rewriteScript = `return redis.call('SET', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2])`

/** Removes the record and returns it. */
export const removeScript = `
local record = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return record
`

/**
 * Adds a digest to the index of a user and drops those of expired sessions. Arguments: the digest,
 * its expiry and the present time, both in milliseconds. Returns the number of digests.
 */
export const addToIndexScript = `
local last, now = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
if redis.call('PTTL', KEYS[1]) < last - now then
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', last - now))
end
return redis.call('ZCARD', KEYS[1])
`

/** Returns the digests in the index of a user. */
export const readIndexScript = `return redis.call('ZRANGE', KEYS[1], 0, -1)`

/** Removes a digest from the index of a user. */
export const dropFromIndexScript = `return redis.call('ZREM', KEYS[1], ARGV[1])`
