import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  connectedRedis,
  keysOf,
  ownPrefix,
  ownRedisServer,
  redisMissing,
  redisServerMissing,
  redisUrl,
  until,
  withClient,
} from '@turnpike/test-support/redis.ts'
import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  createApi,
  memoryAccounts,
  obtainToken,
  routes,
  type ThrottleStore,
  userRateThrottle,
} from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRedis, type RedisThrottleStoreOptions, redisThrottleStore } from '../../src/index.ts'
import { keptLog } from '../log.ts'

const allowed = { allowed: true }
const once = { limit: 1, seconds: 60 }

describe.skipIf(redisMissing !== null)('throttles in Redis', () => {
  it('throttles in Redis let exactly the limit of a burst from four processes through', async () => {
    const prefix = ownPrefix()
    const start = Date.now() + 3000
    const args = [redisUrl, prefix, start, 100, 100].map(String)
    const worker = join(import.meta.dirname, 'throttle-worker.ts')

    const reports = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const command = ['--conditions=source', worker, ...args]
        const { stdout } = await promisify(execFile)(process.execPath, command)
        return JSON.parse(stdout) as { allowed: number; isShared: boolean }
      }),
    )

    expect(reports.every(({ isShared }) => isShared)).toBe(true)
    expect(reports.reduce((sum, report) => sum + report.allowed, 0)).toBe(100)
  })

  it('throttles in Redis leave no key behind: each expires with the last request that counts', async () => {
    const prefix = ownPrefix()
    const redis = await connectedRedis(redisUrl, prefix)
    const store = redisThrottleStore(redis)
    const short = { limit: 5, seconds: 1 }
    const addresses = Array.from({ length: 20_000 }, (_, index) => `anon:10.0.${index}`)

    for (let first = 0; first < addresses.length; first += 1000) {
      await Promise.all(addresses.slice(first, first + 1000).map((key) => store.take(key, short)))
    }
    await store.take('refused', { limit: 0, seconds: 60 })

    await until(async () => (await keysOf(prefix)).length === 0)
  })

  it('throttles in Redis set an expiry for every key, also one whose rate has become longer', async () => {
    const prefix = ownPrefix()
    const store = redisThrottleStore(await connectedRedis(redisUrl, prefix))
    await store.take('ann', { limit: 1, seconds: 60 })
    await store.take('ann', { limit: 1, seconds: 3600 })
    await store.take('bob', { limit: 1, seconds: 60 })
    await store.giveBack('bob')

    const keys = (await keysOf(prefix)).filter((key) => !key.endsWith('probe'))
    const ends = await withClient(redisUrl, (client) =>
      Promise.all(keys.map((key) => client.ttl(key))),
    )
    expect(ends.toSorted((one, other) => one - other)).toEqual([
      expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60),
      expect.toSatisfy((seconds: number) => seconds > 3500 && seconds <= 3600),
    ])
  })

  it('Redis receives neither addresses nor usernames', async () => {
    const prefix = ownPrefix()
    const store = redisThrottleStore(await connectedRedis(redisUrl, prefix))
    await store.take('credentials:192.0.2.7:ann', once)
    const now = Math.floor(Date.now() / 1000)
    const bounds = [now - 200, now - 100, now + 100, now + 200] as const
    await store.take('calendar-month UTC:anon:192.0.2.7', { limit: 1, bounds })

    const keys = await keysOf(prefix)
    expect(keys.some((key) => key.startsWith(`${prefix}throttle:`))).toBe(true)
    expect(keys.some((key) => key.startsWith(`${prefix}period:`))).toBe(true)
    expect(keys.filter((key) => /192|ann/.test(key.slice(prefix.length)))).toEqual([])
  })

  it('no client is locked out when the clock is set back, and none is let through early', async () => {
    let now = 1_790_000_000
    const store = redisThrottleStore(await connectedRedis(), { now: () => now })
    await store.take('ann', once)

    now -= 86_400
    expect(await store.take('ann', once)).toEqual({ allowed: false, wait: 60 })
    now += 60
    expect(await store.take('ann', once)).toEqual(allowed)
  })

  it('throttles in Redis keep every request that counts when the clock is set back, in its place', async () => {
    let now = 1_790_000_000
    const store = redisThrottleStore(await connectedRedis(), { now: () => now })
    const rate = { limit: 2500, seconds: 60 }
    for (let request = 0; request < 1000; request++) await store.take('ann', rate)
    now += 20
    await Promise.all(Array.from({ length: 1500 }, () => store.take('ann', rate)))

    now -= 10
    expect(await store.take('ann', rate)).toEqual({ allowed: false, wait: 50 })
    now += 50
    for (let request = 0; request < 1000; request++) {
      expect(await store.take('ann', rate)).toEqual(allowed)
    }
    expect(await store.take('ann', rate)).toEqual({ allowed: false, wait: 10 })
  })

  it('throttles in Redis forget what is past, however many there are', async () => {
    let now = 1_790_000_000
    const prefix = ownPrefix()
    const redis = await connectedRedis(redisUrl, prefix)
    const store = redisThrottleStore(redis, { now: () => now })
    const rate = { limit: 100, seconds: 60 }
    for (let request = 0; request < 100; request++) await store.take('ann', rate)
    now += 60
    for (let request = 0; request < 100; request++) {
      expect(await store.take('ann', rate)).toEqual(allowed)
    }

    expect(await store.take('ann', rate)).toMatchObject({ allowed: false })
    const [key = ''] = await keysOf(`${prefix}throttle`)
    expect(await withClient(redisUrl, (client) => client.lLen(key))).toBe(101)
  })
})

describe.skipIf(redisServerMissing !== null)('throttles without Redis', () => {
  async function stopped(options: RedisThrottleStoreOptions = {}) {
    const server = await ownRedisServer()
    const { logger, lines } = keptLog()
    const redis = openRedis(server.url, { logger, timeoutMs: 3000 })
    onTestFinished(() => redis.close())
    await redis.attempted
    const store = redisThrottleStore(redis, options)
    await store.take('before', once)
    await server.stop()
    await until(() => !redis.isUp)
    return { server, redis, store, lines }
  }

  const limited = (store: ThrottleStore) => {
    const api = createApi({
      DEFAULT_THROTTLE_CLASSES: [userRateThrottle({ rate: '2/min' })],
      THROTTLE_STORE: store,
    })
    return testClient(routes(api, { '/': api.view({ get: () => new ApiResponse('pong') }) }))
  }

  it('throttles without Redis count in the memory of the process, and limits still hold', async () => {
    const { store } = await stopped()
    const client = limited(store)

    const statuses = [await client.get('/'), await client.get('/'), await client.get('/')]

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
  })

  it('throttles that fail closed answer 503 with Retry-After, and recover', async () => {
    const { store, server, redis } = await stopped({ onFailure: 'closed' })
    const client = limited(store)

    const response = await client.get('/')
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(await response.json()).toMatchObject({
      detail: 'Service temporarily unavailable, try again later.',
    })

    await server.start()
    await until(() => redis.isUp)
    expect((await client.get('/')).status).toBe(200)
  })

  it('passwords are never tried without a limit while Redis is away', async () => {
    const { store } = await stopped()
    const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: 'secret' }] })
    const api = createApi({
      THROTTLE_STORE: store,
      FAILED_CREDENTIALS_RATES: { address: null, username: '3/min' },
    })
    const client = testClient(routes(api, { '/token/': obtainToken({ users, tokens }) }))
    const attempt = async (password: string) =>
      (await client.post('/token/', { json: { username: 'ann', password } })).status

    expect(await attempt('secret')).toBe(200)
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) statuses.push(await attempt('guess'))

    expect(statuses).toEqual([400, 400, 400, 429])
    expect(await attempt('secret')).toBe(429)
  })

  it('throttles without Redis do not wait for it, request by request', async () => {
    const { store } = await stopped()
    const durations: number[] = []
    for (let request = 0; request < 200; request++) {
      const begin = performance.now()
      await store.take(`user:${request}`, once)
      durations.push(performance.now() - begin)
    }
    durations.sort((one, other) => one - other)
    // The time-out is 100 ms.
    expect(durations[100]).toBeLessThan(50)
  })

  it('counts are given back in memory when taken there, and not from another place in Redis', async () => {
    const { store, server, redis } = await stopped()
    expect(await store.take('ann', once)).toEqual(allowed)
    await server.start()
    await until(() => redis.isUp)
    const other = redisThrottleStore(redis)
    expect(await other.take('ann', once)).toEqual(allowed)

    await store.giveBack('ann')

    expect(await other.take('ann', once)).toMatchObject({ allowed: false })
  })

  it('nothing is given back while Redis is away, without an error', async () => {
    const { store } = await stopped({ onFailure: 'closed' })
    await store.giveBack('before')
  })
})

describe.skipIf(redisServerMissing !== null)('a Redis that refuses TIME', () => {
  it('counts by the time of the caller', async () => {
    const server = await ownRedisServer()
    await withClient(server.url, (client) => client.aclSetUser('default', '-time'))
    const store = redisThrottleStore(await connectedRedis(server.url))

    expect(await store.take('ann', { limit: 1, seconds: 1 })).toEqual(allowed)
    expect(await store.take('ann', { limit: 1, seconds: 1 })).toMatchObject({ allowed: false })
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect(await store.take('ann', { limit: 1, seconds: 1 })).toEqual(allowed)
  })
})
