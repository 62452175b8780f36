import { memoryRefreshTokens, memorySigningKeys } from '@turnpike/jwt'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselyRefreshTokens,
  kyselySigningKeys,
} from '@turnpike/sql'
import { refreshTokenStoreContract, signingKeyStoreContract } from '@turnpike/testing'
import { memoryAccounts } from 'turnpike'
import { describe } from 'vitest'
import { quick } from '../support/accounts.ts'
import { keeps } from '../support/contract.ts'
import { migratedPostgres } from '../support/migrated-postgres.ts'
import { postgresMissing } from '../support/postgres.ts'
import { secrets } from '../support/secrets.ts'
import { openInFile, openInMemory } from '../support/sqlite.ts'

interface Opened {
  db: AnyDatabase
  close(): Promise<void>
}

const overKysely = (open: () => Promise<Opened>) =>
  refreshTokenStoreContract(async () => {
    const { db, close } = await open()
    const { users } = kyselyAccounts(db, { secrets, passwords: quick })
    return {
      refreshTokens: kyselyRefreshTokens(db),
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
  })

const keysOverKysely = (open: () => Promise<Opened>) =>
  signingKeyStoreContract(async () => {
    const { db, close } = await open()
    return { signingKeys: kyselySigningKeys(db, { secrets }), close }
  })

const inMemory = refreshTokenStoreContract(() => {
  const { users } = memoryAccounts({ passwords: quick })
  return { refreshTokens: memoryRefreshTokens({ users }), users }
})
const keysInMemory = signingKeyStoreContract(() => ({ signingKeys: memorySigningKeys() }))

keeps('token pairs in memory', inMemory, keysInMemory)
keeps('token pairs on SQLite in memory', overKysely(openInMemory), keysOverKysely(openInMemory))
keeps('token pairs in a SQLite file', overKysely(openInFile), keysOverKysely(openInFile))

describe.skipIf(postgresMissing !== null)('token pairs on PostgreSQL', () => {
  const openMigrated = migratedPostgres()
  keeps('stores', overKysely(openMigrated), keysOverKysely(openMigrated))
})
