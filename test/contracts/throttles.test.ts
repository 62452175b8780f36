import { describe } from 'vitest'
import { memoryThrottleStore } from '../../src/index.ts'
import { type AnyDatabase, kyselyThrottleStore, migrate } from '../../src/kysely/index.ts'
import { redisThrottleStore } from '../../src/redis/index.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import {
  type OpenedThrottleStore,
  testThrottleStore,
} from '../../src/testing/contracts/throttles/throttle-store.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { connectedRedis, ownPrefix, redisMissing, redisUrl } from '../support/redis.ts'
import { openInFile } from '../support/sqlite.ts'

testThrottleStore('memory', async (now) => ({
  store: memoryThrottleStore(now ? { now } : {}),
  other: null,
  close: async () => {},
}))

testThrottleStore('Kysely on a SQLite file', async (now) => {
  const first = await openInFile()
  const second = openDatabase(first.url)
  return over(first.db, second.db, now, async () => {
    await second.close()
    await first.close()
  })
})

describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
  testThrottleStore('Kysely on PostgreSQL', async (now) => {
    const { db, close } = await openPostgres()
    await migrate(db)
    // Its pool has several connections, which a burst uses as several processes would.
    return over(db, db, now, close)
  })
})

describe.skipIf(redisMissing !== null)('on Redis', () => {
  testThrottleStore('Redis', async (now) => {
    const options = now ? { now } : {}
    const prefix = ownPrefix()
    const first = await connectedRedis(redisUrl, prefix)
    const second = await connectedRedis(redisUrl, prefix)
    return {
      store: redisThrottleStore(first, options),
      other: redisThrottleStore(second, options),
      close: async () => {},
    }
  })
})

function over(
  db: AnyDatabase,
  otherDb: AnyDatabase,
  now: (() => number) | undefined,
  close: () => Promise<void>,
): OpenedThrottleStore {
  const options = now ? { now } : {}
  return {
    store: kyselyThrottleStore(db, options),
    other: kyselyThrottleStore(otherDb, options),
    close,
  }
}
