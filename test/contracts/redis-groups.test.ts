import {
  openRedis,
  type Redis,
  redisIdempotencyStore,
  redisPositionStore,
  redisReplayStore,
  redisSessions,
  redisThrottleStore,
} from '@turnpike/redis'
import {
  idempotencyStoreContract,
  replayStoreContract,
  sessionStoreContract,
  throttleStoreContract,
} from '@turnpike/testing'
import { memoryAccounts } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { quick } from '../support/accounts.ts'
import { keeps } from '../support/contract.ts'
import { redisServerMissing, until } from '../support/redis.ts'
import { redisCluster } from '../support/redis-cluster.ts'
import { sentinelGroup } from '../support/redis-groups.ts'

// A busy machine must not look like a failure.
const downAfterMs = 30_000
testStores('Redis behind sentinels', () => sentinelGroup({ downAfterMs }))
testStores('a cluster of Redis', () => redisCluster({ downAfterMs }))

interface Group {
  readonly url: string
  remove(): Promise<void>
}

/** The contracts use many keys, so on a cluster each node has some. */
function testStores(name: string, start: () => Promise<Group>): void {
  describe.skipIf(redisServerMissing !== null)(`stores in ${name}`, () => {
    let group: Group
    beforeAll(async () => {
      if (redisServerMissing === null) group = await start()
    })
    afterAll(() => group?.remove())

    /** Two connections that share keys, and no others do. They are open until the test is over. */
    const pair = async (): Promise<[Redis, Redis]> => {
      const prefix = `${crypto.randomUUID()}:`
      const open = () => openRedis(group.url, { prefix, timeoutMs: 2000 })
      const connections: [Redis, Redis] = [open(), open()]
      for (const redis of connections) {
        onTestFinished(() => redis.close())
        await until(() => redis.isUp)
      }
      return connections
    }

    keeps(
      `sessions in ${name}`,
      sessionStoreContract(async (now) => {
        const { users } = memoryAccounts({ passwords: quick })
        const [redis] = await pair()
        return { sessions: redisSessions({ redis, users, now }), users, setActive: users.setActive }
      }),
    )
    keeps(
      `throttles in ${name}`,
      throttleStoreContract(async (now) => {
        const [one, other] = await pair()
        const options = now ? { now } : {}
        return {
          store: redisThrottleStore(one, options),
          other: redisThrottleStore(other, options),
        }
      }),
    )
    keeps(
      `replays in ${name}`,
      replayStoreContract(async () => {
        const [one, other] = await pair()
        return { store: redisReplayStore(one), other: redisReplayStore(other) }
      }),
    )
    keeps(
      `idempotency keys in ${name}`,
      idempotencyStoreContract(async () => {
        const [one, other] = await pair()
        return { store: redisIdempotencyStore(one), other: { store: redisIdempotencyStore(other) } }
      }),
    )

    it(`positions are kept for all processes in ${name}`, async () => {
      const [one, other] = await pair()
      const clients = Array.from({ length: 20 }, (_, index) => `user:${index}`)
      const [low, high] = ['0000000001000000', '00000000020000ff']
      for (const client of clients) {
        await redisPositionStore(one).raise(client, high, 60)
        await redisPositionStore(other).raise(client, low, 60)
        expect(await redisPositionStore(other).get(client)).toBe(high)
      }
    })
  })
}
