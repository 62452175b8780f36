import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ThrottleStore } from '../../../index.ts'

export interface OpenedThrottleStore {
  store: ThrottleStore
  /**
   * A second one over the same counts, as another process has it; null: it shares them with
   * none.
   */
  other: ThrottleStore | null
  close(): Promise<void>
}

/**
 * Opens an empty store whose time, in seconds, is that of `now`; absent: its own. The test
 * closes it.
 */
export type OpenThrottleStore = (now?: () => number) => Promise<OpenedThrottleStore>

const allowed = { allowed: true }
const refused = (wait: number) => ({ allowed: false, wait: expect.closeTo(wait, 3) })

/** Any moment: the clock of a store may start anywhere. */
const start = 1_790_000_000

/** What every throttle store does. */
export function testThrottleStore(name: string, openStore: OpenThrottleStore): void {
  /** An empty store with a clock that stands still until it is set. */
  async function open() {
    let now = start
    const { store, other, close } = await openStore(() => now)
    onTestFinished(close)
    return {
      store,
      other,
      at(moment: number, rate: { limit: number; seconds: number }, key = 'ann') {
        now = start + moment
        return store.take(key, rate)
      },
    }
  }

  /** An empty store with the clock that it has in production. */
  async function openWithOwnClock() {
    const { store, other, close } = await openStore()
    onTestFinished(close)
    return { store, other }
  }

  describe(`throttle store: ${name}`, { timeout: 30_000 }, () => {
    const rate = { limit: 2, seconds: 10 }

    it('a throttle store lets exactly the limit through, and reports when there is room again', async () => {
      const { at } = await open()

      expect(await at(0, rate)).toEqual(allowed)
      expect(await at(4, rate)).toEqual(allowed)
      expect(await at(5, rate)).toEqual(refused(5))
      expect(await at(9, rate)).toEqual(refused(1))
    })

    it('counts a request for exactly the period: at its end no longer', async () => {
      const { at } = await open()
      await at(0, rate)
      await at(4, rate)

      expect(await at(9.999, rate)).toEqual(refused(0.001))
      expect(await at(10, rate)).toEqual(allowed)
      expect(await at(13.999, rate)).toEqual(refused(0.001))
      expect(await at(14, rate)).toEqual(allowed)
    })

    it('a throttle store does not count a refused request', async () => {
      const { at } = await open()
      await at(0, rate)
      await at(0, rate)
      for (let moment = 1; moment < 10; moment++)
        expect(await at(moment, rate)).toMatchObject({ allowed: false })

      expect(await at(10, rate)).toEqual(allowed)
      expect(await at(10, rate)).toEqual(allowed)
      expect(await at(10, rate)).toEqual(refused(10))
    })

    it('refuses everything when the limit is 0', async () => {
      const { at } = await open()
      expect(await at(0, { limit: 0, seconds: 60 })).toEqual(refused(60))
      expect(await at(1000, { limit: 0, seconds: 60 })).toEqual(refused(60))
    })

    it('a throttle store waits until all but the last ones have left after the limit was lowered', async () => {
      const { at } = await open()
      for (const moment of [0, 1, 2, 3]) await at(moment, { limit: 4, seconds: 10 })

      expect(await at(4, { limit: 1, seconds: 10 })).toEqual(refused(9))
      expect(await at(4, { limit: 2, seconds: 10 })).toEqual(refused(8))
      expect(await at(4, { limit: 4, seconds: 10 })).toEqual(refused(6))
    })

    it('keeps what a longer rate of the same key still counts', async () => {
      const { at } = await open()
      const long = { limit: 5, seconds: 3600 }
      for (let count = 0; count < 5; count++) await at(0, long)

      expect(await at(2, { limit: 100, seconds: 1 })).toEqual(allowed)
      expect(await at(2, long)).toMatchObject({ allowed: false })
    })

    it('counts each key by itself, whatever its characters and its length', async () => {
      const { at } = await open()
      const once = { limit: 1, seconds: 10 }
      const keys = [
        'ann',
        'Ann',
        'ann ',
        '',
        'a\0b',
        'a',
        '🛣',
        `${'k'.repeat(9000)}1`,
        'k'.repeat(9000),
      ]

      for (const key of keys) expect(await at(0, once, key), key.slice(0, 9)).toEqual(allowed)
      for (const key of keys) expect(await at(1, once, key), key.slice(0, 9)).toEqual(refused(9))
    })

    it('takes back the latest request that was counted, when there is one', async () => {
      const { store, at } = await open()
      await store.giveBack('ann')
      await at(0, rate)
      await at(4, rate)
      await store.giveBack('ann')
      await store.giveBack('bob')

      expect(await at(5, rate)).toEqual(allowed)
      expect(await at(6, rate)).toEqual(refused(4))
      expect(await at(15, rate)).toEqual(allowed)
    })

    it('gives no more room than there was, however often requests are taken back', async () => {
      const { store, at } = await open()
      const once = { limit: 1, seconds: 10 }
      await at(0, once)
      await store.giveBack('ann')
      await store.giveBack('ann')

      expect(await at(1, once)).toEqual(allowed)
      expect(await at(2, once)).toEqual(refused(9))
    })

    it('agrees with a window that is counted naively, whatever the times', async () => {
      const { at } = await open()
      const gaps = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 })
      let run = 0
      let now = 0
      await fc.assert(
        fc.asyncProperty(gaps, fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
          const key = `run ${run++}`
          const counted: number[] = []
          for (const step of steps) {
            now += step
            const inside = counted.filter((moment) => moment > now - 10)
            const hasRoom = inside.length < limit
            expect(await at(now, { limit, seconds: 10 }, key)).toEqual(
              hasRoom ? allowed : refused((inside[0] ?? 0) + 10 - now),
            )
            if (hasRoom) counted.push(now)
          }
        }),
        { numRuns: 30 },
      )
    })

    it('a throttle store lets exactly the limit of a burst through, over all who share the counts', async () => {
      const { store, other } = await openWithOwnClock()
      const stores = [store, other ?? store]
      const burst = { limit: 50, seconds: 3600 }

      const decisions = await Promise.all(
        Array.from({ length: 200 }, (_, index) => stores[index % 2]?.take('burst', burst)),
      )

      expect(decisions.filter((decision) => decision?.allowed)).toHaveLength(50)
      await stores[1]?.giveBack('burst')
      expect(await store.take('burst', burst)).toEqual(allowed)
      expect(await store.take('burst', burst)).toMatchObject({ allowed: false })
    })

    it('a throttle store has a clock of its own that counts in seconds', async () => {
      const { store } = await openWithOwnClock()
      const once = { limit: 1, seconds: 1 }

      expect(await store.take('ann', once)).toEqual(allowed)
      const decision = await store.take('ann', once)
      const wait = decision.allowed ? null : decision.wait
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(1)

      await new Promise((resolve) => setTimeout(resolve, 1050))
      expect(await store.take('ann', once)).toEqual(allowed)
    })
  })
}
