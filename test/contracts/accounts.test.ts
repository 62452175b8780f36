import Sqlite from 'better-sqlite3'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import { describe } from 'vitest'
import { memoryAccounts } from '../../src/index.ts'
import { type KyselyAccounts, kyselyAccounts, migrate } from '../../src/kysely/index.ts'
import { testTokenStore } from '../../src/testing/contracts/tokens/token-store.ts'
import { type OpenAccounts, testUserStore } from '../../src/testing/contracts/users/user-store.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { secrets } from '../support/secrets.ts'
import { openInFile, openInMemory } from '../support/sqlite.ts'

const stores: Record<string, OpenAccounts> = {
  memory: async (options) => ({ accounts: memoryAccounts(options), close: async () => {} }),

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
  const open: OpenAccounts = async (options) => {
    const { db, close } = await openPostgres()
    await migrate(db)
    return opened(kyselyAccounts(db, { ...options, secrets }), close)
  }
  testUserStore('Kysely on PostgreSQL', open)
  testTokenStore('Kysely on PostgreSQL', open)
})

for (const [name, open] of Object.entries(stores)) {
  testUserStore(name, open)
  testTokenStore(name, open)
}

const opened = (accounts: KyselyAccounts, close: () => Promise<void>) => ({
  accounts,
  async close() {
    await accounts.flush()
    await close()
  },
})
