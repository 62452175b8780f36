import { redisSessions } from '@turnpike/redis'
import { type AnyDatabase, kyselyAccounts, kyselySessions } from '@turnpike/sql'
import {
  type OpenedSessionDirectory,
  type OpenedSessions,
  sessionDirectoryContract,
  sessionStoreContract,
} from '@turnpike/testing'
import { type Account, memoryAccounts, memorySessions } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { quick } from '../support/accounts.ts'
import { keeps } from '../support/contract.ts'
import { migratedPostgres } from '../support/migrated-postgres.ts'
import { postgresMissing } from '../support/postgres.ts'
import { connectedRedis, redisMissing } from '../support/redis.ts'
import { secrets } from '../support/secrets.ts'
import { openInFile, openInMemory } from '../support/sqlite.ts'

interface OpenDatabase {
  db: AnyDatabase
  close(): Promise<void>
}

const overKysely = ({ db, close }: OpenDatabase, now: () => Date) => {
  const { users } = kyselyAccounts(db, { secrets, passwords: quick })
  return {
    sessions: kyselySessions(db, { now }),
    users,
    async setActive({ pk }: Account, isActive: boolean) {
      await db
        .updateTable('turnpike_user')
        .set(({ lit }) => ({ is_active: lit(isActive) }))
        .where('id', '=', pk)
        .execute()
    },
    close,
  }
}

testDirectory('memory', async (now) => {
  const { users } = memoryAccounts({ passwords: quick })
  const { setActive } = users
  return { sessions: memorySessions({ users, now }), users, setActive, close: async () => {} }
})
testDirectory('Kysely on SQLite in memory', async (now) => overKysely(await openInMemory(), now))
testDirectory('Kysely on a SQLite file', async (now) => overKysely(await openInFile(), now))

describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
  const openMigrated = migratedPostgres()
  testDirectory('Kysely on PostgreSQL', async (now) => overKysely(await openMigrated(), now))
})

describe.skipIf(redisMissing !== null)('sessions in Redis', () => {
  testSessions('Redis with users in memory', async (now) => {
    const { users } = memoryAccounts({ passwords: quick })
    const sessions = redisSessions({ redis: await connectedRedis(), users, now })
    return { sessions, users, setActive: users.setActive, close: async () => {} }
  })
  testSessions('Redis with users on SQLite', async (now) => {
    const opened = overKysely(await openInMemory(), now)
    const { users } = opened
    return { ...opened, sessions: redisSessions({ redis: await connectedRedis(), users, now }) }
  })
})

function testDirectory(
  name: string,
  open: (now: () => Date) => Promise<OpenedSessionDirectory<Account>>,
): void {
  keeps(`${name}, as a directory`, sessionDirectoryContract(open))
  testSessions(name, open)
}

type OpenSessions = (now: () => Date) => Promise<OpenedSessions<Account>>

function testSessions(name: string, open: OpenSessions): void {
  keeps(name, sessionStoreContract(open))

  describe(`${name}, beyond the contract`, () => {
    async function opening() {
      let seconds = 0
      const { sessions, users, close } = await open(() => new Date(seconds * 1000))
      onTestFinished(async () => void (await close?.()))
      const ann = await users.create({ username: 'ann', password: 'wonderland' })
      const at = (moment: number) => {
        seconds = moment
      }
      return { sessions, ann, at }
    }

    it('the id of a session has 256 random bits, in each of its 43 characters', async () => {
      const { sessions, ann } = await opening()

      const created = await Promise.all(Array.from({ length: 20 }, () => sessions.create(ann)))

      for (const { id } of created) expect(id).toMatch(/^[\w-]{43}$/)
      for (let place = 0; place < 43; place++) {
        const characters = new Set(created.map(({ id }) => id.charAt(place)))
        expect(characters.size, `character ${place}`).toBeGreaterThan(4)
      }
    })

    it('a use within a minute of the one before is not recorded', async () => {
      const { sessions, ann, at } = await opening()
      const { id } = await sessions.create(ann, { idleSeconds: 600 })

      at(59)
      await sessions.find(id)
      at(600)
      expect(await sessions.find(id)).toBeNull()
    })

    it('a session that cannot be so says what its lifetime may be', async () => {
      const { sessions, ann } = await opening()

      await expect(sessions.create(ann, { ageSeconds: 1.5 })).rejects.toThrow('at least 1')
      await expect(sessions.create(ann, { idleSeconds: -1 })).rejects.toThrow('at least 1')
      await expect(sessions.create(ann, { perUser: 0 })).rejects.toThrow(
        'perUser must be a whole number of at least 1, or null',
      )
    })
  })
}
