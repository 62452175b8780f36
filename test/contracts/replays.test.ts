import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { redisReplayStore } from '@turnpike/redis'
import { kyselyReplayStore, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { replayStoreContract } from '@turnpike/testing'
import { memoryReplayStore } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keeps } from '../support/contract.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { connectedRedis, ownPrefix, redisMissing, redisUrl } from '../support/redis.ts'
import { openInFile } from '../support/sqlite.ts'

keeps(
  'replays in memory',
  replayStoreContract(() => ({ store: memoryReplayStore() })),
)

keeps(
  'replays in a SQLite file',
  replayStoreContract(async () => {
    const first = await openInFile()
    const second = openDatabase(first.url)
    return {
      store: kyselyReplayStore(first.db),
      other: kyselyReplayStore(second.db),
      close: async () => {
        await second.close()
        await first.close()
      },
    }
  }),
)

describe.skipIf(postgresMissing !== null)('replays on PostgreSQL', () => {
  keeps(
    'replays in PostgreSQL',
    replayStoreContract(async () => {
      const { db, close } = await openPostgres()
      await migrate(db)
      return { store: kyselyReplayStore(db), other: kyselyReplayStore(db), close }
    }),
  )
})

describe.skipIf(redisMissing !== null)('replays on Redis', () => {
  keeps(
    'replays in Redis',
    replayStoreContract(async () => {
      const prefix = ownPrefix()
      return {
        store: redisReplayStore(await connectedRedis(redisUrl, prefix)),
        other: redisReplayStore(await connectedRedis(redisUrl, prefix)),
      }
    }),
  )

  it('one of four processes that see an id in Redis at once finds it new', async () => {
    expect(await usesIn(['redis', redisUrl, ownPrefix()])).toBe(20)
  })
})

it('one of four processes that see an id in a database at once finds it new', async () => {
  const { url, close } = await openInFile()
  onTestFinished(close)
  expect(await usesIn(['database', url, ''])).toBe(20)
})

/** How many of 20 ids, each seen by four processes at once, were found new, all together. */
async function usesIn(store: readonly string[]): Promise<number> {
  const start = String(Date.now() + 3000)
  const worker = join(import.meta.dirname, 'replay-worker.ts')
  const uses = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const command = ['--conditions=source', worker, ...store, start]
      const { stdout } = await promisify(execFile)(process.execPath, command)
      return Number(stdout)
    }),
  )
  return uses.reduce((sum, count) => sum + count, 0)
}
