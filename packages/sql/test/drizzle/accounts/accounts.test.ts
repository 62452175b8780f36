import { quick } from '@turnpike/test-support/accounts.ts'
import { keeps } from '@turnpike/test-support/contract.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import {
  passwordHashingContract,
  signInContract,
  testClient,
  tokenOptionsContract,
  tokenStoreContract,
  userStoreContract,
} from '@turnpike/testing'
import { drizzle as pgDrizzle } from 'drizzle-orm/node-postgres'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { drizzle as nextPgDrizzle } from 'drizzle-orm-next/node-postgres'
import * as nextPg from 'drizzle-orm-next/pg-core'
import * as nextSqlite from 'drizzle-orm-next/sqlite-core'
import { drizzle as nextDrizzle } from 'drizzle-orm-next/sqlite-proxy'
import { drizzle as oldestPgDrizzle } from 'drizzle-orm-oldest/node-postgres'
import { drizzle as oldestDrizzle } from 'drizzle-orm-oldest/sqlite-proxy'
import { sql } from 'kysely'
import { Pool } from 'pg'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  type PasswordHasher,
  routes,
  type TokenOptions,
  tokenAuthentication,
} from 'turnpike'
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type DrizzleProxy, drizzleAccounts, drizzleSqlite } from '../../../src/drizzle/index.ts'
import { type AnyDatabase, kyselyTransactions, postgresPool } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { makeTables, onPostgres, onSqlite } from './schemas.ts'

type Orm = ReturnType<typeof drizzleSqlite>
type Schema = ReturnType<typeof onSqlite>

interface Options {
  passwords?: PasswordHasher
  tokens?: TokenOptions
}

const accountsOf = (orm: Orm, { people, tokens }: Schema, options: Options = {}) =>
  drizzleAccounts(orm, {
    users: { table: people, username: 'login', password: 'passwordHash' },
    tokens: { table: tokens, userId: 'personId' },
    secrets,
    passwords: options.passwords ?? quick,
    newUser: () => ({ team: 'none' }),
    ...(options.tokens && { tokenOptions: options.tokens }),
  })

interface Opened {
  orm: Orm
  db: AnyDatabase
  close(): Promise<void>
}

const onSqliteWith = (drizzle: DrizzleProxy) => async (): Promise<Opened> => {
  const { db, close } = await openInFile()
  return { db, close, orm: drizzleSqlite(db, drizzle) }
}

const onPostgresWith = (drizzle: typeof pgDrizzle) => async (): Promise<Opened> => {
  const { url, close } = await openPostgres()
  const { db, close: end } = openDatabase(url)
  const orm = drizzle({ client: postgresPool(db, Pool) }) as unknown as Orm
  return {
    db,
    orm,
    async close() {
      await end()
      await close()
    },
  }
}

const sqlite = onSqlite()
const postgres = onPostgres() as unknown as Schema

const cases: [string, Schema, () => Promise<Opened>, boolean][] = [
  ['SQLite', sqlite, onSqliteWith(drizzle), false],
  ['SQLite by the oldest', sqlite, onSqliteWith(oldestDrizzle as unknown as DrizzleProxy), false],
  ['PostgreSQL', postgres, onPostgresWith(pgDrizzle), postgresMissing !== null],
  [
    'PostgreSQL by the oldest',
    postgres,
    onPostgresWith(oldestPgDrizzle as unknown as typeof pgDrizzle),
    postgresMissing !== null,
  ],
  [
    'SQLite by the next',
    onSqlite(nextSqlite as never),
    onSqliteWith(nextDrizzle as unknown as DrizzleProxy),
    false,
  ],
  [
    'PostgreSQL by the next',
    onPostgres(nextPg as never) as unknown as Schema,
    onPostgresWith(nextPgDrizzle as unknown as typeof pgDrizzle),
    postgresMissing !== null,
  ],
]

for (const [name, schema, open, isSkipped] of cases) {
  describe.skipIf(isSkipped)(`accounts in tables of Drizzle on ${name}`, () => {
    let opening: Promise<Opened> | undefined
    afterAll(async () => (await opening)?.close())

    /** The same database each time, empty. */
    async function empty(): Promise<Opened> {
      opening ??= open().then(async (opened) => {
        await makeTables(opened.db)
        return opened
      })
      const { db } = await opening
      await db.deleteFrom('access_token').execute()
      await db.deleteFrom('person').execute()
      return opening
    }
    const opened = async (options: Options = {}) => {
      const { orm } = await empty()
      const { users, tokens, flush } = accountsOf(orm, schema, options)
      return { users, tokens, flush, createUser: users.create, close: flush }
    }

    keeps(
      name,
      userStoreContract(() => opened()),
      passwordHashingContract((passwords) => opened({ passwords })),
      tokenStoreContract(() => opened()),
      signInContract(() => opened()),
      tokenOptionsContract((tokens) => opened({ tokens })),
    )

    it('a user has the columns of the application without the password', async () => {
      const { users } = await opened()
      const ada = await users.create({ username: 'ada', password: 'secret', email: 'a@b.c' })
      expectTypeOf(ada.team).toEqualTypeOf<string>()
      expectTypeOf(ada.pk).toEqualTypeOf<number>()
      // @ts-expect-error users have no password
      expect(ada.passwordHash).toBeUndefined()

      expect(ada).toEqual({
        ...{ id: ada.pk, pk: ada.pk, login: 'ada', username: 'ada', email: 'a@b.c' },
        ...{ isActive: true, isStaff: false, isAuthenticated: true, team: 'none' },
      })
    })

    it('a request with a token has the user of the application', async () => {
      const { users, tokens } = await opened()
      const { key } = await tokens.getOrCreate(
        await users.create({ username: 'ada', password: null }),
      )
      const api = createApi({ LOGGER: silentLogger })
      const view = api.view({
        authentication: [tokenAuthentication({ tokens })],
        permissions: [isAuthenticated],
        get: ({ user }) => new ApiResponse({ team: user.team }),
      })

      const client = testClient(routes(api, { '/': view }))
      const response = await client.get('/', { headers: { Authorization: `Token ${key}` } })

      expect(await response.json()).toEqual({ team: 'none' })
    })

    it('the database has no key of a token and no password', async () => {
      const { users, tokens } = await opened()
      const ada = await users.create({ username: 'ada', password: 'clear text' })
      const { key } = await tokens.getOrCreate(ada)
      const { db } = (await opening) as Opened

      const people = await sql`select * from person`.execute(db)
      const stored = JSON.stringify([
        people.rows,
        (await sql`select * from access_token`.execute(db)).rows,
      ])
      expect(stored).toContain('ada')
      expect(stored).not.toContain('clear text')
      expect(stored).not.toContain(key)
    })

    it('an outdated hash is replaced at the sign-in', async () => {
      const { users } = await opened()
      const ada = await users.create({ username: 'ada', password: 'secret' })
      const { orm } = (await opening) as Opened
      const renewing = accountsOf(orm, schema, {
        passwords: { ...quick, needsRehash: () => true },
      })
      const stamp = await users.passwordStamp(ada)

      expect((await renewing.users.verify('ada', 'secret'))?.user).toEqual(ada)
      expect(await users.passwordStamp(ada)).not.toBe(stamp)
      expect((await users.verify('ada', 'secret'))?.user).toEqual(ada)
    })

    it('accounts join the transaction of the current work', async () => {
      const { users } = await opened()
      const { db } = (await opening) as Opened

      const failing = kyselyTransactions(db).run(async () => {
        await users.create({ username: 'ada', password: null })
        expect(await users.find('ada')).not.toBeNull()
        throw new Error('no')
      })

      await expect(failing).rejects.toThrow('no')
      expect(await users.find('ada')).toBeNull()
    })
  })
}

describe('drizzleAccounts', () => {
  const named = sqliteTable('user', { id: integer().primaryKey(), username: text().notNull() })

  it('a table that lacks a field neither compiles nor starts', async () => {
    const { db, close } = await openInFile()
    const orm = drizzleSqlite(db, drizzle)
    const tokens = { table: sqlite.tokens, userId: 'personId' } as const

    // @ts-expect-error it has no password
    expect(() => drizzleAccounts(orm, { users: named, tokens, secrets })).toThrow(
      'The table user has no field password, which users of drizzleAccounts() needs as password: add ' +
        "it, or name another one: users: { table, password: '…' }. Its fields are id, username.",
    )
    const users = { table: sqlite.people, username: 'team', password: 'nothing' } as const
    // @ts-expect-error it has no such field
    expect(() => drizzleAccounts(orm, { users, tokens, secrets })).toThrow('no field nothing')
    const wrong = { table: sqlite.people, username: 'id', password: 'passwordHash' } as const
    // @ts-expect-error the id is no text
    drizzleAccounts(orm, { users: wrong, tokens, secrets })
    const misspelt = { table: sqlite.people, user: 'login' } as never
    expect(() => drizzleAccounts(orm, { users: misspelt, tokens, secrets } as never)).toThrow(
      'Unknown field user in users of drizzleAccounts().',
    )
    expect(() => drizzleAccounts(orm, { users: {}, tokens, secrets } as never)).toThrow(
      'drizzleAccounts() needs a table of a Drizzle schema as users',
    )
    await close()
  })

  it('names that may be taken twice are refused', async () => {
    const { db, close } = await openInFile()
    await makeTables(db)
    const orm = drizzleSqlite(db, drizzle)
    const { users } = drizzleAccounts(orm, {
      users: { table: sqlite.people, username: 'team', password: 'passwordHash' },
      tokens: { table: sqlite.tokens, userId: 'personId' },
      secrets,
    })

    await expect(users.find('ada')).rejects.toThrow(
      'team may be the same in several rows of person: drizzleAccounts() needs a unique constraint on it.',
    )
    await close()
  })
})
