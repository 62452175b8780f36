/**
 * Counts one request in a period of the calendar. Arguments: the limit, the cost, the caller's time
 * in microseconds, whose clock counts, `server` or `caller`, whether it is counted, `take` or
 * `peek`, and when the previous, the current and the next period begin and the next one ends, in
 * microseconds.
 *
 * Returns whether the request is allowed, 1 or 0, what remains, and the microseconds until the
 * period ends. The key holds a hash: the `start` of the latest period, and what is `used` of it.
 */
export const takeOfPeriodScript = `
local key = KEYS[1]
local limit, cost, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if ARGV[4] == 'server' then
  -- Some hosted servers do not allow TIME in scripts: use the caller's time there.
  local time = redis.pcall('TIME')
  if not time.err then now = time[1] * 1000000 + time[2] end
end

local known = redis.call('HMGET', key, 'start', 'used')
local latest = tonumber(known[1] or 0)

-- A clock that is set back by up to a second does not return to the period before.
local moment = now
if latest > now and latest <= now + 1000000 then moment = latest end
local index = 6
while index < 8 and tonumber(ARGV[index + 1]) <= moment do index = index + 1 end

local used = 0
if latest == tonumber(ARGV[index]) then used = tonumber(known[2]) end
local left = math.max(0, tonumber(ARGV[index + 1]) - now)
if cost > 0 and used + cost > limit then return {0, 0, left} end

if ARGV[5] == 'take' then
  redis.call('HSET', key, 'start', ARGV[index], 'used', string.format('%.0f', used + cost))
  -- A second more, in which the clock may be set back.
  redis.call('PEXPIRE', key, string.format('%.0f', math.ceil(left / 1000) + 1000))
end
return {1, math.max(0, limit - used - cost), left}
`
