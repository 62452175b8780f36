import { openRecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Random, seededRandom } from '../../../../../test/faults/random.ts'
import {
  type AnyDatabase,
  type KyselyAccounts,
  kyselyAccounts,
  migrate,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

const accountsOf = (db: AnyDatabase) => kyselyAccounts(db, { secrets: ['x'.repeat(32)] })

/** What may happen to users and tokens, by the process that caches or by another. */
const changes: ((by: KyselyAccounts, name: string, db: AnyDatabase) => Promise<unknown>)[] = [
  async ({ users, tokens }, name) => tokens.regenerate(await userOf(users, name)),
  async ({ users, tokens }, name) => tokens.revoke(await userOf(users, name)),
  (_, name, db) =>
    sql`update turnpike_user set is_active = not is_active where username = ${name}`.execute(db),
  (_, name, db) =>
    sql`update turnpike_user set is_staff = not is_staff where username = ${name}`.execute(db),
  async () => {},
]

const userOf = async (users: KyselyAccounts['users'], name: string) => {
  const user = await users.find(name)
  if (user === null) throw new Error(`There is no user ${name}.`)
  return user
}

describe.each([true, false])('cached rows of tokens, with readers apart: %s', (apart) => {
  it.each([1, 2])(
    'cached rows equal those of an uncached look-up, after every change (seed %i)',
    async (seed) => {
      const { db, file, close } = openRecordedSqlite('', { apart })
      const uncached: AnyDatabase = new Kysely({
        dialect: sqliteDialect(new Sqlite(file), { cache: false }),
      })
      onTestFinished(async () => {
        await uncached.destroy()
        await close()
      })
      await migrate(db)
      const [own, other] = [accountsOf(db), accountsOf(uncached)]
      const names = ['ann', 'bob', 'eve']
      const keys: string[] = []
      for (const username of names) {
        const user = await own.users.create({ username, email: '', password: null })
        keys.push((await own.tokens.regenerate(user)).key)
      }
      const random: Random = seededRandom(seed)

      for (let step = 0; step < 100; step++) {
        const [by, on] = random.below(2) === 0 ? ([own, db] as const) : ([other, uncached] as const)
        const made = await random.pick(changes)(by, random.pick(names), on)
        if (typeof made === 'object' && made !== null && 'key' in made) keys.push(`${made.key}`)
        for (const key of keys.slice(-6)) {
          const expected = await other.tokens.find(key)
          expect(await own.tokens.find(key)).toEqual(expected)
          expect(await own.tokens.find(key)).toEqual(expected)
        }
      }
    },
  )
})
