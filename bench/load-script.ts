import { type BenchRequest, bytesOf } from './send.ts'

/**
 * The script of wrk that sends these requests one after the other from `start`, over and over, and prints a summary as
 * JSON. JSON's escapes are Lua's, too.
 */
export const loadScript = (requests: readonly BenchRequest[], start: number): string => `
local requests = {
${requests.map((asked) => JSON.stringify(bytesOf(asked))).join(',\n')}
}
local sent = 0
request = function()
  sent = sent + 1
  return requests[(${start} + sent - 1) % #requests + 1]
end
done = function(summary, latency)
  local errors = summary.errors
  print(string.format(
    '\\n{"requests":%d,"microseconds":%d,"p99":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}',
    summary.requests, summary.duration, latency:percentile(99), errors.status, errors.connect,
    errors.read, errors.write, errors.timeout))
end
`
