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
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRedis, RedisUnavailable, redisPositionStore } from '../src/index.ts'
import { keptLog } from './log.ts'

const [low, high] = ['0000000001000000', '00000000020000ff']

describe.skipIf(redisMissing !== null)('positions in Redis', () => {
  it('the highest position of each client is kept', async () => {
    const redis = await connectedRedis(redisUrl, ownPrefix())
    const [one, other] = [redisPositionStore(redis), redisPositionStore(redis)]
    expect(await one.get('user:1')).toBeNull()

    await one.raise('user:1', low, 60)
    expect(await other.get('user:1')).toBe(low)
    await other.raise('user:1', high, 60)
    await one.raise('user:1', low, 60)
    expect(await one.get('user:1')).toBe(high)
    expect(await one.get('user:2')).toBeNull()
  })

  it('positions leave no key and no name behind', async () => {
    const prefix = ownPrefix()
    const store = redisPositionStore(await connectedRedis(redisUrl, prefix))
    await store.raise('address:192.0.2.1', low, 0.3)
    expect((await keysOf(prefix)).join()).not.toContain('192.0.2.1')
    // A lower position keeps the higher one for its own time.
    await store.raise('address:192.0.2.1', high, 0.3)
    await until(async () => (await keysOf(prefix)).length === 0)
  })
})

describe.skipIf(redisServerMissing !== null)('positions while Redis is away', () => {
  it('a position is unknown while Redis is away, which is no answer', async () => {
    const server = await ownRedisServer()
    const redis = openRedis(server.url, { timeoutMs: 1000, logger: keptLog().logger })
    onTestFinished(() => redis.close())
    await redis.attempted
    await server.stop()
    await until(() => !redis.isUp)

    const store = redisPositionStore(redis)
    await expect(store.get('user:1')).rejects.toThrow(RedisUnavailable)
    await expect(store.raise('user:1', low, 1)).rejects.toThrow(RedisUnavailable)
  })
})
