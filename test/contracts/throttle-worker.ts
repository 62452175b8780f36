/** One of several processes that serve one caller: prints how many requests at once are allowed. */

import { openRedis, redisThrottleStore } from '@turnpike/redis'
import { kyselyThrottleStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  createApi,
  keyRateThrottle,
  routes,
  type Scheme,
  type Throttle,
  usageView,
} from 'turnpike'

const [, , kind = '', url = '', prefix = ''] = process.argv
const { store, close } = await open()

const everybody: Scheme = {
  name: 'key',
  authenticate: () => ({ user: { pk: 7, isAuthenticated: true }, auth: null, credential: 'one' }),
}
const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [everybody], THROTTLE_STORE: store })
const throttles = [
  keyRateThrottle({ scope: 'hourly', rate: () => '120/h', cost: 3 }),
  keyRateThrottle({ scope: 'monthly', rate: '60/calendar-month Europe/Berlin', cost: 2 }),
] as const
const limited = (throttle: Throttle) =>
  api.view({ throttles: [throttle], get: () => new ApiResponse('fine') })
const client = testClient(
  routes(api, {
    '/hourly/': limited(throttles[0]),
    '/monthly/': limited(throttles[1]),
    '/usage/': api.view(usageView({ throttles })),
  }),
)

// All processes begin at the same moment: when they are asked to, once each of them is ready.
console.log('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
process.stdin.destroy()
const statuses = { hourly: [0], monthly: [0] }
await Promise.all(
  Array.from({ length: 40 }, async (_, index) => {
    const scope = index % 2 === 0 ? 'hourly' : 'monthly'
    statuses[scope].push((await client.get(`/${scope}/`)).status)
  }),
)
const usage = await (await client.get('/usage/')).json()
await close()
const allowedOf = (all: readonly number[]) => all.filter((status) => status === 200).length
const refusedOf = (all: readonly number[]) => all.filter((status) => status === 429).length
console.log(
  JSON.stringify({
    allowed: { hourly: allowedOf(statuses.hourly), monthly: allowedOf(statuses.monthly) },
    refused: refusedOf(statuses.hourly) + refusedOf(statuses.monthly),
    usage,
  }),
)

async function open() {
  if (kind === 'redis') {
    const redis = openRedis(url, { prefix, timeoutMs: 5000 })
    await redis.attempted
    return { store: redisThrottleStore(redis), close: async () => redis.close() }
  }
  // On a busy machine, requests wait for their turn rather than get 503.
  const { db, close } = openDatabase(url, { connectionTimeoutMillis: 60_000 })
  return { store: kyselyThrottleStore(db), close }
}
