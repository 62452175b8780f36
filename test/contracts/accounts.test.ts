import { type KyselyAccounts, kyselyAccounts, migrate } from '@turnpike/sql'
import {
  apiKeyStoreContract,
  passwordHashingContract,
  signInContract,
  tokenOptionsContract,
  tokenStoreContract,
  userDirectoryContract,
  userStoreContract,
} from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import {
  type Account,
  memoryAccounts,
  type PasswordHasher,
  type TokenOptions,
  type UserDirectory,
} from 'turnpike'
import type { Accounts, ApiKeyOptions, ApiKeyStore } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { named, quick } from '../support/accounts.ts'
import { keeps } from '../support/contract.ts'
import { migratedPostgres } from '../support/migrated-postgres.ts'
import { postgresMissing } from '../support/postgres.ts'
import { secrets } from '../support/secrets.ts'
import { openInFile, openInMemory } from '../support/sqlite.ts'

interface OpenOptions {
  passwords?: PasswordHasher
  createTokens?: boolean
  tokens?: TokenOptions
  keys?: ApiKeyOptions
}

/** Accounts that people can look through. Some write down the use of tokens later. */
interface OpenedAccounts extends Accounts<Account> {
  users: UserDirectory<Account>
  keys: ApiKeyStore<Account>
  flush?(): Promise<void>
  close(): Promise<void>
}

/** Opens empty accounts. The test closes them. */
type OpenAccounts = (options: OpenOptions) => Promise<OpenedAccounts>

const stores: Record<string, OpenAccounts> = {
  memory: async (options) => ({ ...memoryAccounts(options), close: async () => {} }),

  'Kysely on SQLite in memory': async (options) => {
    const { db, close } = await openInMemory()
    return opened(kyselyAccounts(db, { ...options, secrets }), close)
  },

  'Kysely on a SQLite file': async (options) => {
    const { db, close } = await openInFile()
    return opened(kyselyAccounts(db, { ...options, secrets }), close)
  },

  "Kysely's own dialect with a plugin for camel case": async (options) => {
    const database = new Sqlite(':memory:')
    database.pragma('foreign_keys = on')
    const dialect = new SqliteDialect({ database })
    const db = new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
    await migrate(db)
    return opened(kyselyAccounts(db, { ...options, secrets }), () => db.destroy())
  },
}

describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
  const openMigrated = migratedPostgres()
  testAccounts('Kysely on PostgreSQL', async (options) => {
    const { db, close } = await openMigrated()
    return opened(kyselyAccounts(db, { ...options, secrets }), close)
  })
})

for (const [name, open] of Object.entries(stores)) testAccounts(name, open)

function testAccounts(name: string, openAccounts: OpenAccounts): void {
  const open = (options: OpenOptions = {}) => openAccounts({ passwords: quick, ...options })
  const openTokens = async (tokens: TokenOptions = {}) => {
    const accounts = await open({ tokens })
    return { ...accounts, createUser: accounts.users.create }
  }

  keeps(
    name,
    userStoreContract(() => open()),
    passwordHashingContract((passwords) => open({ passwords })),
    userDirectoryContract(() => open()),
    tokenStoreContract(() => openTokens()),
    tokenOptionsContract(openTokens),
    signInContract(() => open()),
    apiKeyStoreContract((keys) => open({ keys })),
  )

  describe(`${name}, beyond the contracts`, () => {
    async function opening(options: OpenOptions = {}) {
      const accounts = await open(options)
      onTestFinished(accounts.close)
      return accounts
    }

    it('an account has a number and the time of its creation', async () => {
      const { users } = await opening()
      const before = Date.now()

      const { pk, created } = await users.create(named('ada'))

      expect(pk).toEqual(expect.any(Number))
      expect(created.getTime()).toBeGreaterThanOrEqual(before)
      expect(created.getTime()).toBeLessThanOrEqual(Date.now())
    })

    it('a user finds a token created with them when so configured', async () => {
      const { users, tokens } = await opening({ createTokens: true })
      const before = Date.now()
      const ada = await users.create(named('ada'))

      const token = await tokens.of(ada)

      expect(token?.created.getTime()).toBeGreaterThanOrEqual(before)
      expect(token?.created.getTime()).toBeLessThanOrEqual(Date.now())
      expect(await tokens.find(token?.key ?? '')).toEqual(token)
    })

    it('a token shows the changes to its user', async () => {
      const { users, tokens } = await opening()
      const ada = await users.create(named('ada'))
      const { key } = await tokens.getOrCreate(ada)

      await users.update(ada, { isStaff: true })

      expect((await tokens.find(key))?.user).toEqual({ ...ada, isStaff: true })
    })

    it('users can be ordered by their number', async () => {
      const { users } = await opening()
      for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))

      const ordered = await users.search().orderBy(['-pk']).slice(0, null)

      expect(ordered.map(({ username }) => username)).toEqual(['mia', 'ada', 'zoe'])
    })
  })
}

const opened = (accounts: KyselyAccounts, close: () => Promise<void>) => ({
  ...accounts,
  async close() {
    await accounts.flush()
    await close()
  },
})
