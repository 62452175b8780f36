import { setTimeout as sleep } from 'node:timers/promises'
import { redisServerMissing, until } from '@turnpike/test-support/redis.ts'
import { type Cluster, redisCluster } from '@turnpike/test-support/redis-cluster.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RedisUnavailable } from '../../src/index.ts'
import { connected } from '../connected.ts'
import { counting, countOf } from '../counting.ts'

describe.skipIf(redisServerMissing !== null)('a cluster of Redis', () => {
  let cluster: Cluster
  beforeAll(async () => {
    if (redisServerMissing === null) cluster = await redisCluster()
  })
  afterAll(() => cluster?.remove())

  /** Keys of many slots, so that each node has some. */
  const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`)

  it('a primary that changes places with its replica costs no command', async () => {
    const { redis, lines } = await connected(cluster.url)
    const work = counting(redis, keys)
    await work.goesOn(5)
    const [primary] = await cluster.primaries()
    if (primary !== undefined) await cluster.swap(primary)
    await work.goesOn(5)
    await work.end()
    expect(work.failures).toEqual([])
    expect(lines).toEqual([])
  })

  it('a slot that moves to another node costs no command, and each is counted once', async () => {
    const { redis, lines } = await connected(cluster.url)
    const ofOneSlot = Array.from({ length: 20 }, (_, index) => `{slot}-${index}`)
    const work = counting(redis, ofOneSlot)
    await work.goesOn(5)
    const moved = cluster.moveSlot('turnpike:{slot}')
    await sleep(100)
    const late = counting(redis, ['{slot}-new', '{slot}-newer'])
    await moved
    for (const keys of [work, late]) {
      await keys.goesOn(5)
      await keys.end()
      expect(keys.failures).toEqual([])
      for (const [key, count] of keys.acknowledged) expect(await countOf(redis, key)).toBe(count)
    }
    expect(lines).toEqual([])
  })

  it('a node that is killed is replaced: RedisUnavailable meanwhile, and nothing else', async () => {
    const { redis, lines } = await connected(cluster.url)
    const work = counting(redis, keys)
    await work.goesOn(5)
    const [primary] = await cluster.primaries()
    await primary?.stop()
    await until(() => !redis.isUp)
    await until(() => redis.isUp)
    await work.goesOn(1)
    await work.end()
    expect(work.failures.length).toBeGreaterThan(0)
    expect(work.failures.every((error) => error instanceof RedisUnavailable)).toBe(true)
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })

  it('the password is for every node, also for those that the URL does not name', async () => {
    const own = await redisCluster({ password: 'wonderland', downAfterMs: 30_000 })
    onTestFinished(() => own.remove())
    const { redis } = await connected(own.url.replace(/,.*/, ''))
    const work = counting(redis, keys)
    await work.goesOn(1)
    await work.end()
    expect(work.failures).toEqual([])

    const wrong = await connected(own.url.replace('wonderland', 'mirror'))
    expect(wrong.redis.isUp).toBe(false)
    expect(wrong.everything()).not.toContain('mirror')
  })
})
