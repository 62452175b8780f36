import { djangoAccounts, djangoPasswords } from '@turnpike/django'
import { type AnyDatabase, kyselyAccounts, migrate, sqliteDialect } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { type PasswordHasher, pbkdf2 } from 'turnpike'
import { argon2id } from 'turnpike/node'
import { describe, expect, it, onTestFinished } from 'vitest'

/** Stored hashes, as a table has them after years. The hasher itself makes cheap ones. */
interface Case {
  readonly passwords: PasswordHasher
  readonly stored: readonly Pick<PasswordHasher, 'hash'>[]
  open(db: AnyDatabase, passwords: PasswordHasher): Promise<Users>
}

interface Users {
  verify(username: string, password: string): Promise<unknown>
  store(username: string, hash: string): Promise<unknown>
}

const dear = argon2id({ memory: 8192, passes: 5 })

const djangoTable: Case = {
  passwords: djangoPasswords({ iterations: 1000 }),
  stored: [
    djangoPasswords({ iterations: 300 }),
    djangoPasswords({ iterations: 100_000 }),
    { hash: async (password) => `argon2${await dear.hash(password)}` },
  ],
  async open(db, passwords) {
    await sql`create table auth_user (id integer primary key, username text unique, password text,
      email text, is_active integer, is_staff integer, is_superuser integer, date_joined text,
      last_login text)`.execute(db)
    return {
      verify: djangoAccounts(db, { passwords }).users.verify,
      store: (username, hash) =>
        sql`insert into auth_user (username, password, is_active)
          values (${username}, ${hash}, 1)`.execute(db),
    }
  },
}

const ownTable: Case = {
  passwords: argon2id({ memory: 64 }),
  stored: [
    argon2id({ memory: 32 }),
    dear,
    pbkdf2({ iterations: 1000 }),
    pbkdf2({ iterations: 100_000 }),
  ],
  async open(db, passwords) {
    await migrate(db)
    const secrets = ['a secret that is the same for all tests']
    const { users } = kyselyAccounts(db, { secrets, passwords })
    return {
      verify: users.verify,
      async store(username, hash) {
        await users.create({ username, password: null })
        await sql`update turnpike_user set password = ${hash}
          where username = ${username}`.execute(db)
      },
    }
  },
}

async function open({ passwords, stored, open }: Case) {
  const work: Record<string, number> = {}
  const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(new Sqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  const users = await open(db, counted(passwords, work))
  const names = stored.map((_, index) => `user${index}`)
  for (const [index, hasher] of stored.entries()) {
    await users.store(`user${index}`, await hasher.hash('the right one'))
  }
  return { users, work, refused: ['nobody', ...names] }
}

/** The hasher, and how much work of each kind it was asked for. */
function counted(hasher: PasswordHasher, work: Record<string, number>): PasswordHasher {
  const workOf = (hash: string | null) => hasher.workOf?.(hash) ?? null
  const add = (hash: string | null, units = workOf(hash)?.units ?? 0) => {
    const kind = workOf(hash)?.kind ?? ''
    work[kind] = (work[kind] ?? 0) + units
  }
  return {
    ...hasher,
    hash(password) {
      add(null)
      return hasher.hash(password)
    },
    verify(password, hash) {
      add(hash)
      return hasher.verify(password, hash)
    },
    workOf(hash) {
      const found = workOf(hash)
      const spend = (units: number) => {
        add(hash, units)
        return found?.spend(units) ?? Promise.resolve()
      }
      return found && { ...found, spend }
    },
  }
}

describe.each([
  ["Django's table of users", djangoTable],
  ["Turnpike's table of users", ownTable],
])('refusals over %s with hashes of several forms', (_, table) => {
  it('a refusal does the same work for an unknown user and for each stored form', async () => {
    const { users, work, refused } = await open(table)
    const works: Record<string, number>[] = []

    for (const username of refused) {
      for (const kind of Object.keys(work)) delete work[kind]
      expect(await users.verify(username, 'wrong')).toBeNull()
      works.push({ ...work })
    }

    expect(Object.keys(works[0] ?? {}).length).toBeGreaterThan(1)
    expect(works).toEqual(Array(refused.length).fill(works[0]))
  })

  // Without the work of the stored forms, an unknown user takes less than a tenth of the time.
  it('the time of a refusal does not tell an unknown user from a known one', async () => {
    const { users, refused } = await open(table)
    const shortest = new Map<string, number>()
    await users.verify('nobody', 'wrong')

    // The processor's time, which other work on the machine hardly changes; in turns, and the
    // shortest of each, because whatever disturbs it makes it longer.
    for (let round = 0; round < 5; round++) {
      for (const username of refused) {
        const start = process.cpuUsage()
        await users.verify(username, 'wrong')
        const { user, system } = process.cpuUsage(start)
        const taken = user + system
        shortest.set(username, Math.min(taken, shortest.get(username) ?? taken))
      }
    }

    const times = [...shortest.values()]
    expect(Math.min(...times) / Math.max(...times)).toBeGreaterThan(0.5)
  })
})
