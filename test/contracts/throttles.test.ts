import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { redisThrottleStore } from '@turnpike/redis'
import { type AnyDatabase, kyselyThrottleStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { type OpenedThrottleStore, throttleStoreContract } from '@turnpike/testing'
import fc from 'fast-check'
import { memoryThrottleStore } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keeps } from '../support/contract.ts'
import { migratedPostgres } from '../support/migrated-postgres.ts'
import { postgresMissing } from '../support/postgres.ts'
import { connectedRedis, ownPrefix, redisMissing, redisUrl } from '../support/redis.ts'
import { openInFile } from '../support/sqlite.ts'

testThrottles('memory', async (now) => ({
  store: memoryThrottleStore(now ? { now } : {}),
  other: null,
  close: async () => {},
}))

testThrottles('Kysely on a SQLite file', async (now) => {
  const first = await openInFile()
  const second = openDatabase(first.url)
  return over(first.db, second.db, now, async () => {
    await second.close()
    await first.close()
  })
})

describe.skipIf(postgresMissing !== null)('on PostgreSQL', () => {
  const openMigrated = migratedPostgres()
  it('80 requests over four processes count exactly on PostgreSQL', async () => {
    const { url, close } = await openMigrated()
    onTestFinished(close)
    await expectExact(['database', url, ''])
  }, 600_000)

  testThrottles('Kysely on PostgreSQL', async (now) => {
    const { db, close } = await openMigrated()
    // Its pool has several connections, which a burst uses as several processes would.
    return over(db, db, now, close)
  })
})

it('80 requests over four processes count exactly in a SQLite file', async () => {
  const { url, close } = await openInFile()
  onTestFinished(close)
  await expectExact(['database', url, ''])
}, 600_000)

describe.skipIf(redisMissing !== null)('on Redis', () => {
  it('80 requests over four processes count exactly in Redis', async () => {
    await expectExact(['redis', redisUrl, ownPrefix()])
  }, 600_000)

  testThrottles('Redis', async (now) => {
    const options = now ? { now } : {}
    const prefix = ownPrefix()
    const first = await connectedRedis(redisUrl, prefix)
    const second = await connectedRedis(redisUrl, prefix)
    return {
      store: redisThrottleStore(first, options),
      other: redisThrottleStore(second, options),
      close: async () => {},
    }
  })
})

interface Report {
  readonly allowed: { readonly hourly: number; readonly monthly: number }
  readonly refused: number
  readonly usage: object
}

/** 80 requests at each of two limits at once: 120 an hour at 3 each, and 60 a month at 2 each. */
async function expectExact(store: readonly string[]): Promise<void> {
  const worker = join(import.meta.dirname, 'throttle-worker.ts')
  const workers = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, ['--conditions=source', worker, ...store], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const outputs = workers.map(({ stdout }) => stdout[Symbol.asyncIterator]())
  for (const output of outputs) expect(String((await output.next()).value)).toBe('ready\n')
  for (const { stdin } of workers) stdin.write('go')
  const reports = await Promise.all(
    outputs.map(async (output) => {
      const { allowed, refused, usage } = JSON.parse(String((await output.next()).value))
      return { allowed, refused, usage } as Report
    }),
  )
  const sum = (numberOf: (report: Report) => number) =>
    reports.reduce((total, report) => total + numberOf(report), 0)
  expect(sum(({ allowed }) => allowed.hourly)).toBe(40)
  expect(sum(({ allowed }) => allowed.monthly)).toBe(30)
  expect(sum(({ refused }) => refused)).toBe(90)
  expect(reports.map(({ usage }) => usage)).toContainEqual([
    expect.objectContaining({ name: 'hourly', remaining: 0 }),
    expect.objectContaining({ name: 'monthly', remaining: 0 }),
  ])
}

function over(
  db: AnyDatabase,
  otherDb: AnyDatabase,
  now: (() => number) | undefined,
  close: () => Promise<void>,
): OpenedThrottleStore {
  const options = now ? { now } : {}
  return {
    store: kyselyThrottleStore(db, options),
    other: kyselyThrottleStore(otherDb, options),
    close,
  }
}

type OpenThrottleStore = (now?: () => number) => Promise<OpenedThrottleStore>

function testThrottles(name: string, open: OpenThrottleStore): void {
  keeps(name, throttleStoreContract(open))

  it(`a throttle store knows what remains, whatever the times: ${name}`, async () => {
    let now = 1_790_000_000
    const { store, close } = await open(() => now)
    onTestFinished(async () => void (await close?.()))
    const gaps = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 })
    const limits = fc.integer({ min: 1, max: 5 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(gaps, limits, limits, async (steps, limit, otherLimit) => {
        const key = `shown ${run++}`
        // Stores keep moments for the longest period that has counted one.
        await store.take(key, { limit: 5, seconds: 25 })
        const counted = [now]
        for (const [index, step] of steps.entries()) {
          now += step
          // Another view shares the count at another rate.
          const rate = index % 3 === 2 ? { limit: otherLimit, seconds: 25 } : { limit, seconds: 10 }
          const inside = counted.filter((moment) => moment > now - rate.seconds)
          const decision = await store.take(key, rate, { isShown: true })
          expect(decision.allowed).toBe(inside.length < rate.limit)
          if (!decision.allowed) continue
          counted.push(now)
          expect(decision).toEqual({
            allowed: true,
            remaining: rate.limit - inside.length - 1,
            reset: expect.closeTo((inside[0] ?? now) + rate.seconds - now, 3),
          })
        }
      }),
      { numRuns: 30 },
    )
  })

  it(`a throttle store knows what remains by its own clock: ${name}`, async () => {
    const { store, close } = await open()
    onTestFinished(async () => void (await close?.()))
    const rate = { limit: 2, seconds: 60 }
    for (const remaining of [1, 0]) {
      const decision = await store.take('own clock', rate, { isShown: true })
      expect(decision).toEqual({ allowed: true, remaining, reset: expect.any(Number) })
      const { reset = 0 } = decision.allowed ? decision : {}
      expect(reset).toBeGreaterThan(50)
      expect(reset).toBeLessThanOrEqual(60)
    }
  })

  it(`a throttle store agrees with a naive window, whatever the times: ${name}`, async () => {
    let now = 1_790_000_000
    const { store, close } = await open(() => now)
    onTestFinished(async () => void (await close?.()))
    const gaps = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
        const key = `run ${run++}`
        const counted: number[] = []
        for (const step of steps) {
          now += step
          const inside = counted.filter((moment) => moment > now - 10)
          const hasRoom = inside.length < limit
          const wait = expect.closeTo((inside[0] ?? 0) + 10 - now, 3)
          expect(await store.take(key, { limit, seconds: 10 })).toEqual(
            hasRoom ? { allowed: true } : { allowed: false, wait },
          )
          if (hasRoom) counted.push(now)
        }
      }),
      { numRuns: 30 },
    )
  })
}
