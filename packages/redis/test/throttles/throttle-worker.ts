/** One of several processes that share a limit: prints how many requests of a burst were let through. */
import { openRedis, redisThrottleStore } from '../../src/index.ts'

const [, , url = '', prefix = '', start = '0', requests = '0', limit = '0'] = process.argv
const redis = openRedis(url, { prefix, timeoutMs: 5000 })
await redis.attempted
const store = redisThrottleStore(redis)

// All processes begin at the same moment.
await new Promise((resolve) => setTimeout(resolve, Number(start) - Date.now()))
const rate = { limit: Number(limit), seconds: 3600 }
const decisions = await Promise.all(
  Array.from({ length: Number(requests) }, () => store.take('burst', rate)),
)
const allowed = decisions.filter((decision) => decision.allowed).length
const isShared = redis.isUp
redis.close()
console.log(JSON.stringify({ allowed, isShared }))
