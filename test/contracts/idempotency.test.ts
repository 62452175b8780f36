import { redisIdempotencyStore } from '@turnpike/redis'
import { kyselyIdempotencyStore, kyselyTransactions, migrate } from '@turnpike/sql'
import { type Database, openDatabase } from '@turnpike/sql/node'
import { idempotencyStoreContract } from '@turnpike/testing'
import { memoryIdempotencyStore } from 'turnpike'
import { describe } from 'vitest'
import { keeps } from '../support/contract.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { connectedRedis, ownPrefix, redisMissing, redisUrl } from '../support/redis.ts'
import { openInFile } from '../support/sqlite.ts'

const sideOf = ({ db }: Pick<Database, 'db'>) => ({
  store: kyselyIdempotencyStore(db),
  transactions: kyselyTransactions(db),
})

keeps(
  'idempotency keys in memory',
  idempotencyStoreContract(() => ({ store: memoryIdempotencyStore() })),
)

keeps(
  'idempotency keys in a SQLite file',
  idempotencyStoreContract(async () => {
    const first = await openInFile()
    const second = openDatabase(first.url)
    return {
      ...sideOf(first),
      other: sideOf(second),
      close: async () => {
        await second.close()
        await first.close()
      },
    }
  }),
)

describe.skipIf(postgresMissing !== null)('idempotency keys on PostgreSQL', () => {
  keeps(
    'idempotency keys in PostgreSQL',
    idempotencyStoreContract(async () => {
      const { db, close } = await openPostgres()
      await migrate(db)
      return { ...sideOf({ db }), other: sideOf({ db }), close }
    }),
  )

  keeps(
    'idempotency keys in PostgreSQL, serializable',
    idempotencyStoreContract(async () => {
      const { db, close } = await openPostgres()
      await migrate(db)
      const transactions = kyselyTransactions(db, { isolationLevel: 'serializable' })
      return { store: kyselyIdempotencyStore(db), transactions, close }
    }),
  )
})

describe.skipIf(redisMissing !== null)('idempotency keys on Redis', () => {
  keeps(
    'idempotency keys in Redis',
    idempotencyStoreContract(async () => {
      const prefix = ownPrefix()
      return {
        store: redisIdempotencyStore(await connectedRedis(redisUrl, prefix)),
        other: { store: redisIdempotencyStore(await connectedRedis(redisUrl, prefix)) },
      }
    }),
  )
})
