import {
  ownRedisServer,
  redisServer,
  redisServerMissing,
  until,
  withClient,
} from '@turnpike/test-support/redis.ts'
import { ConfigurationError } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type OpenRedisOptions,
  openRedis,
  RedisUnavailable,
  redisThrottleStore,
} from '../src/index.ts'
import { block } from './block.ts'
import { keptLog } from './log.ts'

const increment = `return redis.call('INCR', KEYS[1])`

function open(url: string, options: OpenRedisOptions = {}) {
  const { logger, lines, everything } = keptLog()
  // A test machine is slow at times, and only tests of a hanging Redis wait for this long.
  const redis = openRedis(url, { logger, timeoutMs: 3000, ...options })
  onTestFinished(() => redis.close())
  return { redis, lines, everything, run: () => redis.run(increment, 'count', []) }
}

/** How long something takes, in milliseconds, whatever comes of it. */
async function duration(promise: Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await promise.catch(() => {})
  return performance.now() - begin
}

describe.skipIf(redisServerMissing !== null)('a connection to Redis', () => {
  it('a connection is opened without Redis, fails at once, and works as soon as there is one', async () => {
    const server = await redisServer()
    onTestFinished(() => server.remove())
    const { redis, lines, run } = open(server.url)

    await redis.attempted
    expect(redis.isUp).toBe(false)
    await expect(run()).rejects.toThrow(RedisUnavailable)
    // Far below the 3,000 that it waits for a Redis that hangs.
    expect(await duration(run())).toBeLessThan(1000)

    await server.start()
    await until(() => redis.isUp)
    expect(await run()).toBe(1)
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })

  it('a restart of Redis is logged in two lines, however many requests meet it, and scripts are reloaded', async () => {
    const server = await ownRedisServer()
    const { redis, lines, run } = open(server.url)
    await redis.attempted
    expect(await run()).toBe(1)

    await server.stop()
    for (let request = 0; request < 50; request++) {
      await expect(run()).rejects.toThrow(RedisUnavailable)
    }
    await server.start()
    await until(() => redis.isUp)

    expect(await run()).toBe(1)
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })

  it('waits once for a Redis that hangs, and not again before it answers', async () => {
    const server = await ownRedisServer()
    const { redis, lines, run } = open(server.url, { timeoutMs: 400 })
    await redis.attempted
    await run()

    server.hang()
    const atOnce = await Promise.all([1, 2, 3].map(() => duration(run())))
    for (const ms of atOnce) expect(ms).toBeLessThan(1500)
    const later: number[] = []
    for (let request = 0; request < 30; request++) later.push(await duration(run()))
    later.sort((one, other) => one - other)
    expect(later[15]).toBeLessThan(5)

    server.goOn()
    await until(() => redis.isUp)
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })

  it('reads an answer that came while the process was held up', async () => {
    const server = await ownRedisServer()
    const { redis, lines, run } = open(server.url, { timeoutMs: 500 })
    await redis.attempted
    await run()

    const answer = run()
    // The library sends at the end of this turn of the event loop, and nothing is read before the next.
    await new Promise((resolve) => setImmediate(resolve))
    block(600)

    expect(await answer).toBe(2)
    expect(lines).toEqual([])
  })

  it('sends no command again that a hanging Redis has been sent', async () => {
    const server = await ownRedisServer()
    const { redis, run } = open(server.url, { timeoutMs: 400 })
    await redis.attempted
    await run()

    server.hang()
    await Promise.allSettled([run(), run(), run()])
    server.goOn()
    await until(() => redis.isUp)
    await new Promise((resolve) => setTimeout(resolve, 200))

    // Redis may have read the three before it saw the closed connection, but each at most once.
    const count = await withClient(server.url, (client) => client.get('turnpike:count'))
    expect(Number(count)).toBeLessThanOrEqual(4)
  })

  it('a replica of Redis is refused for counting', async () => {
    const server = await ownRedisServer()
    const { redis, lines, run } = open(server.url)
    await redis.attempted
    await run()

    await withClient(server.url, (client) => client.sendCommand(['REPLICAOF', '127.0.0.1', '1']))
    await expect(run()).rejects.toThrow(RedisUnavailable)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(redis.isUp).toBe(false)

    await withClient(server.url, (client) => client.sendCommand(['REPLICAOF', 'NO', 'ONE']))
    await until(() => redis.isUp)
    expect(lines).toEqual(['warn Redis does not answer.', 'info Redis answers again.'])
  })

  it('hands on what a command has done wrong, and stays', async () => {
    const server = await ownRedisServer()
    const { redis, lines, run } = open(server.url)
    await redis.attempted
    await withClient(server.url, (client) => client.hSet('turnpike:count', 'a', 'b'))

    await expect(run()).rejects.toThrow('WRONGTYPE')
    expect(redis.isUp).toBe(true)
    expect(lines).toEqual([])
  })

  it('a Redis connection shows no password, and signs in with the right one', async () => {
    const server = await ownRedisServer('--requirepass', 'right-secret')
    const urlWith = (password: string) => server.url.replace('//', `//:${password}@`)
    const wrong = open(urlWith('wrong-secret'))
    const right = open(urlWith('right-secret'))
    await Promise.all([wrong.redis.attempted, right.redis.attempted])

    expect(wrong.redis.isUp).toBe(false)
    expect(wrong.everything()).toContain('WRONGPASS')
    expect(wrong.everything()).toContain(`redis://…@127.0.0.1:${server.port}`)
    expect(wrong.everything()).not.toContain('wrong-secret')
    expect(await right.run()).toBe(1)
    expect(right.lines).toEqual([])
  })

  it('reaches a unix socket', async () => {
    const path = `/tmp/turnpike-${crypto.randomUUID()}.sock`
    await ownRedisServer('--unixsocket', path)
    const { redis, run } = open(`unix://${path}`)
    await redis.attempted

    expect(await run()).toBe(1)
  })

  it('takes a client of one’s own, such as one of a cluster', async () => {
    const server = await ownRedisServer('--cluster-enabled', 'yes')
    await withClient(server.url, async (client) => {
      await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
      await until(async () => (await client.clusterInfo()).includes('cluster_state:ok'))
    })
    const { createCluster } = await import('redis')
    const { redis } = open('', {
      createClient: () => createCluster({ rootNodes: [{ url: server.url }] }),
    })
    await redis.attempted

    const store = redisThrottleStore(redis)
    for (const key of ['ann', 'bob', '{x}y']) {
      expect(await store.take(key, { limit: 1, seconds: 60 })).toEqual({ allowed: true })
      expect(await store.take(key, { limit: 1, seconds: 60 })).toMatchObject({ allowed: false })
    }
    expect(redis.isUp).toBe(true)
  })

  it('fails at once when it has been closed, and closes twice', async () => {
    const server = await ownRedisServer()
    const { redis, run, lines } = open(server.url)
    await redis.attempted

    redis.close()
    redis.close()

    await expect(run()).rejects.toThrow(RedisUnavailable)
    expect(lines).toEqual([])
  })
})

describe('a createClient that throws', () => {
  it('a createClient that throws is logged once, and called again', async () => {
    let calls = 0
    const { redis, lines, everything, run } = open('redis://localhost:6379', {
      createClient() {
        calls++
        throw new Error('The certificate cannot be read.')
      },
    })

    await redis.attempted
    expect(redis.isUp).toBe(false)
    await expect(run()).rejects.toThrow(RedisUnavailable)
    await until(() => calls > 1)
    expect(lines).toEqual(['warn Redis does not answer.'])
    expect(everything()).toContain('The certificate cannot be read.')
  })
})

describe('the URL of a Redis', () => {
  it.each([
    'http://:secret@localhost:6379',
    'localhost:6379',
    'redis://ada:secret@/0',
    'redis://ada:secret@localhost/notes',
    'unix://ada:secret@run/redis.sock',
    'redis://ada:sec@ret@localhost:port',
    'redis://ada:sec%ret@localhost',
    'redis:ada:secret@localhost',
    'redis:/ada:secret@localhost',
    'redis://ada:secret/0',
    '',
  ])('the URL of Redis cannot be %s, and the password stays secret', (url) => {
    const open = () => openRedis(url)

    expect(open).toThrow(ConfigurationError)
    expect(open).toThrow(/^(?!.*sec).* is not a valid Redis URL: write redis:\/\/localhost:6379/)
  })

  it('openRedis() refuses a timeout that is longer than a timer can be', () => {
    expect(() => openRedis('redis://localhost:6379', { timeoutMs: 3_000_000_000 })).toThrow(
      'timeoutMs of openRedis() must be a number of milliseconds from 1 to 2147483647',
    )
  })

  it('the URL of Redis can be combined with options', () => {
    const misspelt = { timeoutMS: 5 } as OpenRedisOptions
    expect(() => openRedis('redis://localhost:6379', misspelt)).toThrow('Did you mean timeoutMs?')
  })
})
