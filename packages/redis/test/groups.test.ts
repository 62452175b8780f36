import { redisServerMissing, until, withClient } from '@turnpike/test-support/redis.ts'
import {
  type Cluster,
  redisCluster,
  type SentinelGroup,
  sentinelGroup,
} from '@turnpike/test-support/redis-groups.ts'
import { ConfigurationError, memoryAccounts } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  openRedis,
  type Redis,
  RedisUnavailable,
  redisIdempotencyStore,
  redisPositionStore,
  redisReplayStore,
  redisSessions,
  redisThrottleStore,
} from '../src/index.ts'
import { keptLog } from './log.ts'

/** A connection, until the test is over, with what it logs. */
async function connected(url: string) {
  const { logger, lines, everything } = keptLog()
  const redis = openRedis(url, { logger, timeoutMs: 2000 })
  onTestFinished(() => redis.close())
  await redis.attempted
  return { redis, lines, everything }
}

/** What each store promises, for keys on any node. */
async function useStores(redis: Redis): Promise<void> {
  const { users } = memoryAccounts({ users: [{ username: 'ann', password: null }] })
  const ann = await users.find('ann')
  if (ann === null) throw new Error('There is no user.')
  const sessions = redisSessions({ redis, users })
  const [throttles, replays] = [redisThrottleStore(redis), redisReplayStore(redis)]
  const [positions, idempotency] = [redisPositionStore(redis), redisIdempotencyStore(redis)]
  for (let index = 0; index < 20; index++) {
    const key = crypto.randomUUID()
    expect(await throttles.take(key, { limit: 1, seconds: 60 })).toMatchObject({ allowed: true })
    expect(await throttles.take(key, { limit: 1, seconds: 60 })).toMatchObject({ allowed: false })
    expect(await replays.remember(key, 60)).toBe(true)
    expect(await replays.remember(key, 60)).toBe(false)
    await positions.raise(key, '0000000000000001', 60)
    expect(await positions.get(key)).toBe('0000000000000001')
    expect(await idempotency.claim(key)).toMatchObject({ state: 'new' })
    expect(await idempotency.claim(key)).toMatchObject({ state: 'busy' })
    const session = await sessions.create(ann)
    expect((await sessions.find(session.id))?.user.pk).toBe(ann.pk)
  }
}

const increment = `return redis.call('INCR', KEYS[1])`

/**
 * Counts over and over while something happens, on several keys.
 *
 * @returns how often each key was counted, and what failed.
 */
function counting(redis: Redis, keys: readonly string[]) {
  const acknowledged = new Map(keys.map((key) => [key, 0]))
  const failures: unknown[] = []
  let isOver = false
  let failedLast = 0
  const work = Promise.all(
    keys.map(async (key) => {
      while (!isOver) {
        try {
          const count = Number(await redis.run(increment, key, []))
          acknowledged.set(key, Math.max(acknowledged.get(key) ?? 0, count))
        } catch (error) {
          failures.push(error)
          failedLast = performance.now()
        }
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }),
  )
  return {
    acknowledged,
    failures,
    get failedLast() {
      return failedLast
    },
    async end() {
      isOver = true
      await work
    },
  }
}

describe.skipIf(redisServerMissing !== null)('Redis behind sentinels', () => {
  let group: SentinelGroup
  beforeAll(async () => {
    if (redisServerMissing === null) group = await sentinelGroup()
  })
  afterAll(() => group?.remove())

  it('all stores work on the primary that sentinels name', async () => {
    const { redis } = await connected(group.url)
    await useStores(redis)
    const [first = '', , last = ''] = group.url.split(',')
    // Sentinels that do not answer are passed over.
    const { redis: other } = await connected(`${first.replace(/\d+$/, '1')},${last}`)
    expect(other.isUp).toBe(true)
  })

  it('a name that no sentinel knows, and sentinels that are away, are said in the log', async () => {
    const { redis, everything } = await connected(group.url.replace('mymaster', 'other'))
    expect(redis.isUp).toBe(false)
    expect(everything()).toContain('No sentinel knows the primary other.')
    const away = await connected('redis+sentinel://ann:secret@127.0.0.1:1?name=mymaster')
    expect(away.everything()).toContain('ECONNREFUSED')
    expect(away.everything()).not.toContain('secret')
  })

  it('a primary that is killed is replaced: RedisUnavailable meanwhile, and nothing else', async () => {
    const { redis, lines } = await connected(group.url)
    const work = counting(redis, ['a', 'b', 'c'])
    await until(() => [...work.acknowledged.values()].every((count) => count > 20))
    // Replication is asynchronous: what the replica has now is kept.
    await withClient(group.primary.url, (client) => client.wait(1, 1000))
    const before = new Map(work.acknowledged)

    await group.primary.stop()
    await until(() => group.isPromoted())
    const promoted = performance.now()
    await until(() => redis.isUp)
    const counts = new Map(work.acknowledged)
    await until(() =>
      [...work.acknowledged].every(([key, count]) => count > (counts.get(key) ?? 0)),
    )
    await work.end()

    expect(work.failures.length).toBeGreaterThan(0)
    expect(work.failures.every((error) => error instanceof RedisUnavailable)).toBe(true)
    expect(work.failedLast - promoted).toBeLessThan(2000)
    for (const [key, count] of before) {
      expect(Number(await redis.run(`return redis.call('GET', KEYS[1])`, key, []))).toBeGreaterThan(
        count - 1,
      )
    }
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })
})

describe.skipIf(redisServerMissing !== null)('a cluster of Redis', () => {
  let cluster: Cluster
  beforeAll(async () => {
    if (redisServerMissing === null) cluster = await redisCluster()
  })
  afterAll(() => cluster?.remove())

  /** Keys of many slots, so that each node has some. */
  const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`)

  it('all stores work on a cluster, whatever node has their keys', async () => {
    const { redis } = await connected(cluster.url)
    await useStores(redis)
  })

  it('slots that move to another node cost no command', async () => {
    const { redis, lines } = await connected(cluster.url)
    const work = counting(redis, keys)
    await until(() => [...work.acknowledged.values()].every((count) => count > 5))
    const [primary] = await cluster.primaries()
    if (primary !== undefined) await cluster.swap(primary)
    const counts = new Map(work.acknowledged)
    await until(() =>
      [...work.acknowledged].every(([key, count]) => count > (counts.get(key) ?? 0) + 5),
    )
    await work.end()
    expect(work.failures).toEqual([])
    expect(lines).toEqual([])
  })

  it('a node that is killed is replaced: RedisUnavailable meanwhile, and nothing else', async () => {
    const { redis, lines } = await connected(cluster.url)
    const work = counting(redis, keys)
    await until(() => [...work.acknowledged.values()].every((count) => count > 5))
    const [primary] = await cluster.primaries()
    await primary?.stop()
    await until(() => !redis.isUp)
    await until(() => redis.isUp)
    const counts = new Map(work.acknowledged)
    await until(() =>
      [...work.acknowledged].every(([key, count]) => count > (counts.get(key) ?? 0)),
    )
    await work.end()
    expect(work.failures.length).toBeGreaterThan(0)
    expect(work.failures.every((error) => error instanceof RedisUnavailable)).toBe(true)
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })
})

describe('URLs of groups', () => {
  it.each([
    'redis+sentinel://one:26379',
    'redis+sentinel://one:26379?name=',
    'redis+sentinel://one,,two?name=mymaster',
    'redis+sentinel://one/db?name=mymaster',
    'redis+sentinel://ann:%zz@one?name=mymaster',
    'redis+cluster://one:6379/1',
    'redis+cluster://one:6379?name=mymaster',
    'redis+cluster://',
    'redis+other://one',
  ])('%s is refused, and the error says what to write', (url) => {
    expect(() => openRedis(url)).toThrow(ConfigurationError)
    expect(() => openRedis(url)).toThrow(/is not a valid Redis URL: write .*redis\+cluster:\/\//)
  })

  it('a password of a group is not shown', () => {
    expect(() => openRedis('redis+cluster://ann:secret@one,two/1')).toThrow(
      'redis+cluster://…@one,two/1 is not a valid Redis URL',
    )
  })
})
