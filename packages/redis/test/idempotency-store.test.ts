import { silentLogger } from '@turnpike/test-support/one-view.ts'
import {
  connectedRedis,
  keysOf,
  ownPrefix,
  ownRedisServer,
  redisMissing,
  redisServerMissing,
  redisUrl,
  until,
} from '@turnpike/test-support/redis.ts'
import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, routes, ServiceUnavailable } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRedis, redisIdempotencyStore } from '../src/index.ts'
import { keptLog } from './log.ts'

const work = { fingerprint: 'f', answer: 'a' }
const key = { 'Idempotency-Key': 'first' }

describe.skipIf(redisMissing !== null)('idempotency keys in Redis', () => {
  it('a claim whose process has died expires, and cannot change what comes after it', async () => {
    const store = redisIdempotencyStore(await connectedRedis(redisUrl, ownPrefix()), {
      claimSeconds: 1,
    })
    const first = await store.claim('a')
    if (first.state !== 'new') throw new Error('It is new.')
    expect((await store.claim('a')).state).toBe('busy')
    await until(async () => (await store.claim('a')).state === 'new')

    await store.release('a', first.claim)
    await store.keep('a', first.claim, work, 60)
    expect((await store.claim('a')).state).toBe('busy')
  })

  it('work that took longer than its claim is kept if no other request has the key', async () => {
    const prefix = ownPrefix()
    const store = redisIdempotencyStore(await connectedRedis(redisUrl, prefix), { claimSeconds: 1 })
    const claimed = await store.claim('a')
    if (claimed.state !== 'new') throw new Error('It is new.')
    await until(async () => (await keysOf(prefix)).length === 0)
    await store.keep('a', claimed.claim, work, 60)
    expect(await store.claim('a')).toEqual({ state: 'done', work })
  })
})

describe.skipIf(redisServerMissing !== null)('idempotency keys while Redis is away', () => {
  it('a request with a key gets 503 while Redis is away, and one under way its answer', async () => {
    const server = await ownRedisServer()
    const redis = openRedis(server.url, { timeoutMs: 1000, logger: keptLog().logger })
    onTestFinished(() => redis.close())
    await redis.attempted
    const store = redisIdempotencyStore(redis)
    const api = createApi({ IDEMPOTENCY_STORE: store, LOGGER: silentLogger })
    let calls = 0
    const post = async () => {
      calls++
      await server.stop()
      await until(() => !redis.isUp)
      return new ApiResponse({}, 201)
    }
    const client = testClient(routes(api, { '/': api.view({ idempotent: true, post }) }))

    expect((await client.post('/', { headers: key })).status).toBe(201)
    expect((await client.post('/', { headers: key })).status).toBe(503)
    expect(calls).toBe(1)
    await expect(store.claim('a')).rejects.toThrow(ServiceUnavailable)
  })
})
