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
import { ServiceUnavailable } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRedis, type RedisReplayStoreOptions, redisReplayStore } from '../src/index.ts'
import { keptLog } from './log.ts'

describe.skipIf(redisMissing !== null)('replays in Redis', () => {
  it('replays in Redis leave no key and no id behind', async () => {
    const prefix = ownPrefix()
    const store = redisReplayStore(await connectedRedis(redisUrl, prefix))
    for (let id = 0; id < 50; id++) await store.remember(`proof ${id}`, 0.5)
    const keys = await keysOf(prefix)
    expect(keys.filter((key) => key.includes('replay:'))).toHaveLength(50)
    expect(keys.join()).not.toContain('proof')

    await until(async () => (await keysOf(prefix)).length === 0)
  })
})

describe.skipIf(redisServerMissing !== null)('replays while Redis is away', () => {
  async function stopped(options: RedisReplayStoreOptions = {}) {
    const server = await ownRedisServer()
    const redis = openRedis(server.url, { timeoutMs: 1000, logger: keptLog().logger })
    onTestFinished(() => redis.close())
    await redis.attempted
    const store = redisReplayStore(redis, options)
    await store.remember('before', 60)
    await server.stop()
    await until(() => !redis.isUp)
    return { server, redis, store }
  }

  it('no id counts as new while Redis is away: 503', async () => {
    const { store, server, redis } = await stopped()
    await expect(store.remember('before', 60)).rejects.toThrow(ServiceUnavailable)
    await expect(store.remember('new', 60)).rejects.toThrow(ServiceUnavailable)

    await server.start()
    await until(() => redis.isUp)
    expect(await store.remember('new', 60)).toBe(true)
  })

  it('replays that fail open are still refused by the process that saw the id', async () => {
    const { store } = await stopped({ onFailure: 'open' })
    expect(await store.remember('new', 60)).toBe(true)
    expect(await store.remember('new', 60)).toBe(false)
  })
})
