/**
 * Counts one request. Arguments: the limit, the period, the caller's time (both in microseconds),
 * whose clock counts, `server` or `caller`, whether what remains is shown, `shown` or `hidden`, the
 * cost, up to the limit, and whether it is counted, `take` or `peek`. Returns the microseconds
 * until there is room, or -1 when the request is allowed; if it is shown, -1, what remains, and the
 * microseconds until the oldest request leaves the period.
 *
 * The key holds a list: first the longest period that counts these moments, because views may share
 * a count at different rates; then the moments, oldest first, one for each part of a cost.
 */
export const takeScript = `
local key = KEYS[1]
local limit, period, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local cost = tonumber(ARGV[6])
local isCounted = ARGV[7] == 'take'
if ARGV[4] == 'server' then
  -- Some hosted servers do not allow TIME in scripts: use the caller's time there.
  local time = redis.pcall('TIME')
  if not time.err then now = time[1] * 1000000 + time[2] end
end

local length = redis.call('LLEN', key)
local function at(index) return tonumber(redis.call('LINDEX', key, index)) end
local function text(number) return string.format('%.0f', number) end
local function push(times)
  for start = 1, times, 1000 do
    local moments = {}
    for index = start, math.min(start + 999, times) do moments[#moments + 1] = text(now) end
    redis.call('RPUSH', key, unpack(moments))
  end
end
local kept = length > 0 and at(0) or 0
local longest = math.max(kept, period)

-- A clock that was set back must not hold clients up for as long: what seems to come counts from now.
if length > 1 and at(-1) > now then
  local first, last = 1, length - 1
  while first < last do
    local middle = math.floor((first + last) / 2)
    if at(middle) > now then last = middle else first = middle + 1 end
  end
  redis.call('LTRIM', key, 0, first - 1)
  push(length - first)
end

-- Forgets a few that no period counts, more than the call adds, so it keeps up.
local past = 0
while isCounted and past < 16 + cost and past + 1 < length and at(past + 1) <= now - longest do past = past + 1 end
if past > 0 then
  redis.call('LTRIM', key, past, -1)
  length = length - past
end
if isCounted and length > 0 and (past > 0 or longest > kept) then
  redis.call('LSET', key, 0, text(longest))
  redis.call('PEXPIRE', key, text(math.ceil(longest / 1000)))
end

-- There is room when all but those that the limit leaves beside the cost have left the period.
local room = limit - cost
if cost > 0 and room + 1 < length then
  local leaver = at(-room - 1)
  if leaver > now - period then return leaver + period - now end
end

if isCounted then
  if length == 0 then
    redis.call('RPUSH', key, text(longest))
    length = 1
  end
  push(cost)
  length = length + cost
  redis.call('PEXPIRE', key, text(math.ceil(longest / 1000)))
end
if ARGV[5] == 'hidden' then return -1 end

-- The oldest that counts: after the longest period at place 0.
local first, last = 1, math.max(1, length)
while first < last do
  local middle = math.floor((first + last) / 2)
  if at(middle) > now - period then last = middle else first = middle + 1 end
end
if first >= length then return {-1, limit - (isCounted and 0 or cost), 0} end
local left = limit - (length - first) - (isCounted and 0 or cost)
return {-1, math.max(0, left), at(first) + period - now}
`

/** Removes the latest request. A list with only the period left counts nothing. */
export const giveBackScript = `return redis.call('RPOP', KEYS[1])`
