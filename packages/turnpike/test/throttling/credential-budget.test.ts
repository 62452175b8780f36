import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../test/faults/random.ts'
import type { Client } from '../../src/http/client.ts'
import { ServiceUnavailable, Throttled } from '../../src/index.ts'
import { credentialBudget } from '../../src/throttling/credential-budget.ts'
import { memoryThrottleStore, type ThrottleStore } from '../../src/throttling/index.ts'

const rates = { address: '100/15m', username: '10/15m' }
const client: Client = { address: '192.0.2.1', scheme: 'http', host: 'a' }

/** Some turns of the event loop, as a store or a hash takes them. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** A store in memory that takes a turn for each call, and counts them. */
function countingStore() {
  const counts = memoryThrottleStore()
  const calls = { take: 0, giveBack: 0, total: () => calls.take + calls.giveBack }
  const store: ThrottleStore = {
    async take(key, rate) {
      calls.take++
      await turns(1)
      return counts.take(key, rate)
    },
    peek: counts.peek,
    async giveBack(key) {
      calls.giveBack++
      await turns(1)
      await counts.giveBack(key)
    },
  }
  return { store, calls }
}

const names = {
  'one name': () => 'ann',
  'a name each': (index: number) => `user ${index}`,
  'no name, as tokens have': () => null,
}
type Kind = keyof typeof names
const kinds = Object.keys(names) as Kind[]

it('a place that cannot be given back does not keep the others', async () => {
  const counts = memoryThrottleStore()
  const givenBack: string[] = []
  const store: ThrottleStore = {
    take: counts.take,
    peek: counts.peek,
    async giveBack(key) {
      givenBack.push(key)
      if (givenBack.length === 1) throw new Error('The store is away.')
      await counts.giveBack(key)
    },
  }
  const budget = credentialBudget(rates, store)

  const outcome = budget.attempt(client, 'ann', async () => 'right')

  await expect(outcome).rejects.toThrow('The store is away.')
  expect(givenBack).toHaveLength(2)
})

describe('many wrong credentials at once from one address', () => {
  it.each(kinds.flatMap((kind) => [50, 300, 800].map((attempts) => [kind, attempts] as const)))(
    'wrong credentials at once take three calls of the store each at most: %s, %i',
    async (kind, attempts) => {
      const { store, calls } = countingStore()
      const budget = credentialBudget(rates, store)
      let checks = 0
      const attempt = (index: number) =>
        budget.attempt(client, names[kind](index), async () => {
          checks++
          await turns(3)
          return null
        })

      const outcomes = await Promise.allSettled(
        Array.from({ length: attempts }, (_, i) => attempt(i)),
      )

      const refused = outcomes.filter(({ status }) => status === 'rejected')
      expect(calls.total()).toBeLessThanOrEqual(3 * attempts)
      expect(checks).toBe(Math.min(attempts, kind === 'one name' ? 10 : 100))
      expect(refused).toHaveLength(attempts - checks)
      for (const outcome of refused)
        expect(outcome).toMatchObject({ reason: expect.any(Throttled) })
    },
  )

  it.each(kinds)(
    'wrong credentials at once take no more calls, the more of them there are: %s',
    async (kind) => {
      const callsFor = async (attempts: number) => {
        const { store, calls } = countingStore()
        const budget = credentialBudget(rates, store)
        const attempt = (index: number) =>
          budget.attempt(client, names[kind](index), async () => null)
        await Promise.allSettled(Array.from({ length: attempts }, (_, index) => attempt(index)))
        return calls.total()
      }

      expect(await callsFor(800)).toBe(await callsFor(300))
    },
  )

  it('wrong credentials at once take three calls each at most when all failures are spent already', async () => {
    const { store, calls } = countingStore()
    const budget = credentialBudget(rates, store)
    const flood = (nameOf: (index: number) => string | null) =>
      Promise.allSettled(
        Array.from({ length: 300 }, (_, index) =>
          budget.attempt(client, nameOf(index), async () => null),
        ),
      )
    for (const nameOf of Object.values(names)) {
      await flood(nameOf)
      const before = calls.total()
      await flood(nameOf)

      expect(calls.total() - before).toBeLessThanOrEqual(900)
    }
  })
})

describe('attempts at once', () => {
  it('attempts at once are refused beyond the limit and 100 that wait, for a second', async () => {
    const { store } = countingStore()
    const budget = credentialBudget(rates, store)
    const attempts = Array.from({ length: 300 }, () =>
      budget.attempt(client, 'ann', async () => 'right'),
    )

    const outcomes = await Promise.allSettled(attempts)

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(110)
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { wait: 1 } })
  })

  it('attempts at once run in the order of their arrival', async () => {
    const { store } = countingStore()
    const budget = credentialBudget({ address: null, username: '1/m' }, store)
    const order: number[] = []
    const attempts = [0, 1, 2, 3].map((index) =>
      budget.attempt(client, 'ann', async () => order.push(index)),
    )
    await Promise.all(attempts)

    expect(order).toEqual([0, 1, 2, 3])
  })

  it('attempts at once are refused by a limit of 0', async () => {
    const { store } = countingStore()
    const budget = credentialBudget({ address: null, username: '0/m' }, store)
    const attempts = [1, 2].map(() => budget.attempt(client, 'ann', async () => 'right'))

    for (const outcome of await Promise.allSettled(attempts))
      expect(outcome.status).toBe('rejected')
  })

  it('attempts at once never pass a limit, are refused only by failures, and leave none waiting', async () => {
    for (let seed = 1; seed <= 60; seed++) await tryMixture(seededRandom(seed).below, seed)
  })
})

/**
 * Right, wrong and broken attempts at small limits, over a store that another process uses, too, and that
 * breaks at times.
 */
async function tryMixture(next: (below: number) => number, seed: number): Promise<void> {
  const counts = memoryThrottleStore()
  const isSound = seed % 3 > 0
  const breaks = () => {
    if (!isSound && next(12) === 0) throw new ServiceUnavailable()
  }
  const store: ThrottleStore = {
    async take(key, rate) {
      await turns(next(3))
      breaks()
      return counts.take(key, rate)
    },
    peek: counts.peek,
    async giveBack(key) {
      await turns(next(3))
      breaks()
      await counts.giveBack(key)
    },
  }
  const budget = credentialBudget({ address: '6/m', username: '3/m' }, store)
  const wrong = new Map<string, number>()

  const attempt = async () => {
    await turns(next(20))
    const name = `user ${next(4)}`
    const kind = next(3)
    return budget.attempt(client, name, async () => {
      await turns(next(6))
      if (kind === 0) throw new ServiceUnavailable()
      if (kind === 1) return 'right'
      wrong.set(name, (wrong.get(name) ?? 0) + 1)
      return null
    })
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, attempt))

  const failures = [...wrong.values()]
  expect(Math.max(0, ...failures), `seed ${seed}`).toBeLessThanOrEqual(3)
  const total = failures.reduce((sum, count) => sum + count, 0)
  expect(total, `seed ${seed}`).toBeLessThanOrEqual(6)
  const isRefused = outcomes.some(
    (outcome) => outcome.status === 'rejected' && outcome.reason instanceof Throttled,
  )
  if (isSound && isRefused)
    expect(Math.max(total / 6, ...failures.map((count) => count / 3))).toBe(1)
}
