import { describe } from 'vitest'
import { memoryAccounts, memorySessions } from '../../src/index.ts'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselySessions,
  migrate,
} from '../../src/kysely/index.ts'
import { type Redis, redisSessions } from '../../src/redis/index.ts'
import {
  type OpenedSessions,
  testSessionStore,
} from '../../src/testing/contracts/sessions/session-store.ts'
import { quick } from '../support/accounts.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { connectedRedis, redisMissing } from '../support/redis.ts'
import { secrets } from '../support/secrets.ts'
import { openInFile, openInMemory } from '../support/sqlite.ts'

const overKysely = (
  { db, close }: { db: AnyDatabase; close(): Promise<void> },
  now: () => Date,
  redis: Redis | null = null,
): OpenedSessions => {
  const { users } = kyselyAccounts(db, { secrets, passwords: quick })
  return {
    sessions: redis ? redisSessions({ redis, users, now }) : kyselySessions(db, { now }),
    users,
    async setActive({ pk }, isActive) {
      await db
        .updateTable('turnpike_user')
        .set(({ lit }) => ({ is_active: lit(isActive) }))
        .where('id', '=', pk)
        .execute()
    },
    close,
  }
}

testSessionStore('memory', async (now) => {
  const { users } = memoryAccounts({ passwords: quick })
  const { setActive } = users
  return { sessions: memorySessions({ users, now }), users, setActive, close: async () => {} }
})
testSessionStore('Kysely on SQLite in memory', async (now) => overKysely(await openInMemory(), now))
testSessionStore('Kysely on a SQLite file', async (now) => overKysely(await openInFile(), now))

describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
  testSessionStore('Kysely on PostgreSQL', async (now) => {
    const database = await openPostgres()
    await migrate(database.db).catch(async (error) => {
      await database.close()
      throw error
    })
    return overKysely(database, now)
  })
})

describe.skipIf(redisMissing !== null)('sessions in Redis', () => {
  testSessionStore('Redis with users in memory', async (now) => {
    const { users } = memoryAccounts({ passwords: quick })
    const sessions = redisSessions({ redis: await connectedRedis(), users, now })
    return { sessions, users, setActive: users.setActive, close: async () => {} }
  })
  testSessionStore('Redis with users on SQLite', async (now) =>
    overKysely(await openInMemory(), now, await connectedRedis()),
  )
})
