import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryThrottleStore, type ThrottleStore } from '../../src/index.ts'
import type { Rate } from '../../src/kit/index.ts'

/** A store with a clock that stands still until it is set. */
function storeAt(maxKeys?: number) {
  let now = 0
  const store = memoryThrottleStore({
    now: () => now,
    ...(maxKeys !== undefined && { maxKeys }),
  })
  return {
    at(moment: number, rate: Rate, key = 'ann') {
      now = moment
      return store.take(key, rate)
    },
    giveBack: (key = 'ann') => store.giveBack(key),
  }
}

const allowed = { allowed: true }
const refused = (wait: number) => ({ allowed: false, wait })

describe('the sliding window', () => {
  const rate = { limit: 2, seconds: 10 }

  it('the sliding window lets exactly the limit through, and reports when there is room again', () => {
    const { at } = storeAt()

    expect(at(0, rate)).toEqual(allowed)
    expect(at(4, rate)).toEqual(allowed)
    expect(at(5, rate)).toEqual(refused(5))
    expect(at(9, rate)).toEqual(refused(1))
  })

  it('counts a request for exactly the period: at its end no longer', () => {
    const { at } = storeAt()
    at(0, rate)
    at(4, rate)

    expect(at(9.999, rate)).toEqual({ allowed: false, wait: expect.closeTo(0.001) })
    expect(at(10, rate)).toEqual(allowed)
    expect(at(13.999, rate)).toMatchObject({ allowed: false })
    expect(at(14, rate)).toEqual(allowed)
  })

  it('the sliding window does not count a refused request', () => {
    const { at } = storeAt()
    at(0, rate)
    at(0, rate)
    for (let moment = 1; moment < 10; moment++)
      expect(at(moment, rate)).toMatchObject({ allowed: false })

    expect(at(10, rate)).toEqual(allowed)
    expect(at(10, rate)).toEqual(allowed)
    expect(at(10, rate)).toEqual(refused(10))
  })

  it('refuses everything when the limit is 0', () => {
    const { at } = storeAt()
    expect(at(0, { limit: 0, seconds: 60 })).toEqual(refused(60))
    expect(at(1000, { limit: 0, seconds: 60 })).toEqual(refused(60))
  })

  it('the sliding window waits until all but the last ones have left after the limit was lowered', () => {
    const { at } = storeAt()
    for (const moment of [0, 1, 2, 3]) at(moment, { limit: 4, seconds: 10 })

    expect(at(4, { limit: 1, seconds: 10 })).toEqual(refused(9))
    expect(at(4, { limit: 2, seconds: 10 })).toEqual(refused(8))
    expect(at(4, { limit: 4, seconds: 10 })).toEqual(refused(6))
  })

  it('counts each key by itself', () => {
    const { at } = storeAt()
    const once = { limit: 1, seconds: 10 }

    expect(at(0, once, 'ann')).toEqual(allowed)
    expect(at(0, once, 'bob')).toEqual(allowed)
    expect(at(0, once, 'ann')).toEqual(refused(10))
  })

  it('takes back the latest request that was counted, when there is one', () => {
    const { at, giveBack } = storeAt()
    giveBack()
    at(0, rate)
    at(4, rate)
    giveBack()
    giveBack('bob')

    expect(at(5, rate)).toEqual(allowed)
    expect(at(6, rate)).toEqual(refused(4))
    expect(at(15, rate)).toEqual(allowed)
  })

  it('takes back no request that has left the window', () => {
    const { at, giveBack } = storeAt()
    const once = { limit: 1, seconds: 10 }
    at(0, once)
    giveBack()
    giveBack()

    expect(at(1, once)).toEqual(allowed)
    expect(at(2, once)).toEqual(refused(9))
  })

  it('agrees with a window that is counted naively, whatever the times', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 80 })
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        const { at } = storeAt()
        const counted: number[] = []
        let now = 0
        for (const step of steps) {
          now += step
          const inside = counted.filter((moment) => moment > now - 10)
          const hasRoom = inside.length < limit
          expect(at(now, { limit, seconds: 10 })).toEqual(
            hasRoom ? allowed : refused((inside[0] ?? 0) + 10 - now),
          )
          if (hasRoom) counted.push(now)
        }
      }),
    )
  })
})

describe('the memory of the store', () => {
  const once = { limit: 1, seconds: 1000 }

  it('forgets the client that was quiet for longest beyond the greatest number of keys', () => {
    const { at } = storeAt(2)
    at(0, once, 'ann')
    at(1, once, 'bob')
    at(2, once, 'ann')
    at(3, once, 'eve')

    expect(at(4, once, 'ann')).toMatchObject({ allowed: false })
    expect(at(5, once, 'eve')).toMatchObject({ allowed: false })
    expect(at(6, once, 'bob')).toMatchObject({ allowed: true })
  })

  it('the memory store keeps as many clients as configured', () => {
    const { at } = storeAt(2)
    at(0, once, 'ann')
    at(0, once, 'bob')

    expect(at(1, once, 'ann')).toMatchObject({ allowed: false })
    expect(at(1, once, 'bob')).toMatchObject({ allowed: false })
  })

  it('holds 100,000 clients by default', () => {
    const store: ThrottleStore = memoryThrottleStore({ now: () => 0 })
    for (let client = 0; client < 100_000; client++) store.take(`client ${client}`, once)
    expect(store.take('client 0', once)).toMatchObject({ allowed: false })

    store.take('one more', once)
    expect(store.take('client 1', once)).toEqual(allowed)
  })
})

it('the memory store has a clock of its own that counts in seconds', async () => {
  const store = memoryThrottleStore()
  const waitNow = async () => {
    const decision = await store.take('ann', { limit: 1, seconds: 60 })
    return decision.allowed ? null : (decision.wait ?? null)
  }

  expect(await waitNow()).toBeNull()
  const first = (await waitNow()) ?? 0
  await new Promise((resolve) => setTimeout(resolve, 50))
  const second = (await waitNow()) ?? 0

  expect(first).toBeLessThanOrEqual(60)
  expect(first).toBeGreaterThan(50)
  expect(first - second).toBeGreaterThan(0.04)
  expect(first - second).toBeLessThan(10)
})

it('keeps what a longer rate of the same key still counts', async () => {
  let now = 0
  const store = memoryThrottleStore({ now: () => now })
  const long = { limit: 5, seconds: 3600 }
  for (let count = 0; count < 5; count++) await store.take('k', long)

  now = 2
  expect(await store.take('k', { limit: 100, seconds: 1 })).toEqual({ allowed: true })
  expect(await store.take('k', long)).toMatchObject({ allowed: false })
})
