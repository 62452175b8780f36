import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ownRedisServer,
  redisServerMissing,
  until,
  withClient,
} from '@turnpike/test-support/redis.ts'
import {
  type GroupOptions,
  sentinelGroup,
  startedSentinel,
} from '@turnpike/test-support/redis-groups.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RedisUnavailable } from '../../src/index.ts'
import { connected } from '../connected.ts'
import { counting, countOf } from '../counting.ts'

describe.skipIf(redisServerMissing !== null)('Redis behind sentinels', () => {
  it('sentinels that do not answer are passed over, and a name that none knows is logged', async () => {
    const { url } = await ownGroup()
    const [first = '', , last = ''] = url.split(',')
    const { redis } = await connected(`${first.replace(/\d+$/, '1')},${last}`)
    expect(redis.isUp).toBe(true)

    const other = await connected(url.replace('mymaster', 'other'))
    expect(other.redis.isUp).toBe(false)
    expect(other.everything()).toContain('No sentinel knows the primary other.')
    const away = await connected('redis+sentinel://ann:secret@127.0.0.1:1?name=mymaster')
    expect(away.everything()).toContain('ECONNREFUSED')
    expect(away.everything()).not.toContain('secret')
  })

  it('the password is for the primary, and the sentinels are asked without it', async () => {
    const { url } = await ownGroup({ password: 'wonderland' })
    const { redis } = await connected(url)
    expect(redis.isUp).toBe(true)

    const wrong = await connected(url.replace('wonderland', 'mirror'))
    expect(wrong.redis.isUp).toBe(false)
    expect(wrong.everything()).toContain('WRONGPASS')
    expect(wrong.everything()).not.toContain('mirror')
  })

  it('sentinels with a password of their own are asked with it, and their names are logged without', async () => {
    const { url } = await ownGroup({ password: 'wonderland', sentinelPassword: 'look&ing' })
    const { redis } = await connected(url.replace('look&ing', 'look%26ing'))
    expect(redis.isUp).toBe(true)

    const wrong = await connected(url.replace('look&ing', 'mirror'))
    expect(wrong.redis.isUp).toBe(false)
    expect(wrong.everything()).toMatch(/redis:\/\/…@127\.0\.0\.1:\d+: WRONGPASS/)
    expect(wrong.everything()).not.toContain('mirror')
    const without = await connected(url.replace(/&sentinel_password=.*/, ''))
    expect(without.everything()).toContain('NOAUTH')
  })

  it('a sentinel that disagrees with most others leads nobody to another server', async () => {
    const { url, primary } = await ownGroup()
    const other = await ownRedisServer()
    const folder = await mkdtemp(join(tmpdir(), 'turnpike-sentinels-'))
    const cutOff = await startedSentinel(join(folder, 'other.conf'), other)
    onTestFinished(async () => {
      await cutOff.remove()
      await rm(folder, { recursive: true })
    })

    const { redis } = await connected(url.replace('//', `//127.0.0.1:${cutOff.port},`))
    await redis.run(`return redis.call('SET', KEYS[1], 'here')`, 'place', [])
    const placeAt = (server: { url: string }) =>
      withClient(server.url, (client) => client.get('turnpike:place'))
    expect(await placeAt(primary)).toBe('here')
    expect(await placeAt(other)).toBeNull()
  })

  it('the primary is kept while no sentinel answers', async () => {
    const { url, sentinels } = await ownGroup()
    const { redis, lines } = await connected(url)
    for (const sentinel of sentinels) await sentinel.stop()
    await sleep(2500)
    expect(redis.isUp).toBe(true)
    expect(lines).toEqual([])
  })

  it('a primary that is killed is replaced: RedisUnavailable meanwhile, and nothing else', async () => {
    const group = await ownGroup()
    const { redis, lines } = await connected(group.url)
    const work = counting(redis, ['a', 'b', 'c'])
    await work.goesOn(20)
    // Replication is asynchronous: what the replica has now is kept.
    await withClient(group.primary.url, (client) => client.wait(1, 1000))
    const before = new Map(work.acknowledged)

    await group.primary.stop()
    await until(() => group.isPromoted())
    await until(() => redis.isUp)
    await work.goesOn(1)
    await work.end()

    expect(work.failures.length).toBeGreaterThan(0)
    expect(work.failures.every((error) => error instanceof RedisUnavailable)).toBe(true)
    for (const [key, count] of before) {
      expect(await countOf(redis, key)).toBeGreaterThanOrEqual(count)
    }
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })

  it('a primary that hangs while it is replaced is not used again when it goes on', async () => {
    const { url, primary, isPromoted } = await ownGroup()
    // It sends nothing meanwhile, so it does not notice that the primary hangs.
    const { redis, everything } = await connected(url)
    primary.hang()
    await until(isPromoted)
    await until(() => everything().includes('The sentinels name another primary'))
    await until(() => redis.isUp)
    primary.goOn()

    // The sentinels make it a replica some seconds later: until then it would accept the write.
    await redis.run(`return redis.call('SET', KEYS[1], 'here')`, 'place', [])
    expect(await withClient(primary.url, (client) => client.get('turnpike:place'))).toBeNull()
  })
})

/** A group that ends with the test. */
async function ownGroup(options?: GroupOptions) {
  const group = await sentinelGroup(options)
  onTestFinished(() => group.remove())
  return group
}
