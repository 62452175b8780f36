import type { Chapter } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'
import { expectAllowed, expectRefused, type ThrottleStoreWithClock } from './fixtures.ts'

const rate = { limit: 10, seconds: 60 }

/** Requests that count more than once, and questions that count nothing. */
export const costs: Chapter<ThrottleStoreWithClock> = (it) => {
  it('a throttle store counts a request as often as it costs, and no part of a refused one', async ({
    at,
  }) => {
    await expectAllowed(at(0, rate, 'ann', 6), 'a request that costs 6 of 10')
    await expectRefused(at(10, rate, 'ann', 5), 50, 'one that costs 5 of the 4 that remain')
    await expectAllowed(at(10, rate, 'ann', 4), 'one that costs the 4 that remain')
    await expectRefused(at(20, rate), 40, 'one more')
    await expectAllowed(at(60, rate, 'ann', 6), 'one that costs 6, when the first has left')
    await expectRefused(at(60, rate), 10, 'one more when the second has not left')
  })

  it('a throttle store waits until there is room for the whole cost', async ({ at }) => {
    for (let moment = 0; moment < 10; moment++) await at(moment, rate)

    await expectRefused(at(20, rate, 'ann', 1), 40, 'a request that costs 1')
    await expectRefused(at(20, rate, 'ann', 4), 43, 'a request that costs 4')
    await expectRefused(at(20, rate, 'ann', 10), 49, 'a request that costs 10')
    await expectAllowed(at(63, rate, 'ann', 4), 'a request that costs 4 after its wait')
  })

  it('a throttle store refuses a cost above the limit, without a time to wait for', async ({
    at,
    store,
  }) => {
    const decision = await at(0, rate, 'ann', 11)
    expectSame(decision, { allowed: false, wait: null }, 'the decision on a cost of 11 of 10')
    const asked = await store.peek('ann', rate, 11)
    expectSame(asked, { allowed: false, wait: null }, 'the answer to a cost of 11 of 10')
    await expectAllowed(at(0, rate, 'ann', 10), 'a cost of 10 of 10')
  })

  it('a throttle store counts a cost of thousands', async ({ at, store }) => {
    const large = { limit: 10_000, seconds: 60 }
    await expectAllowed(at(0, large, 'ann', 9000), 'a cost of 9,000 of 10,000')
    await expectRefused(at(1, large, 'ann', 1001), 59, 'a cost of 1,001 of the 1,000 that remain')
    await expectAllowed(at(1, large, 'ann', 1000), 'a cost of 1,000')
    const left = await store.peek('ann', large, 0)
    expectSame(left.allowed && left.remaining, 0, 'what remains')
    await expectAllowed(at(60, large, 'ann', 9000), 'a cost of 9,000 when the first has left')
  })

  it('a throttle store says what take would decide, and counts nothing', async ({ at, store }) => {
    const empty = await store.peek('ann', rate, 0)
    expectSame(empty, { allowed: true, remaining: 10, reset: 0 }, 'what an unknown client has')
    await at(0, rate, 'ann', 7)
    await at(20, rate)

    for (let time = 0; time < 20; time++) await store.peek('ann', rate)
    const left = await store.peek('ann', rate, 0)
    expectSame(left.allowed && left.remaining, 2, 'what remains')
    const reset = left.allowed ? (left.reset ?? 0) : 0
    expectThat(Math.abs(reset - 40) < 0.0005, `The reset is 40 seconds, and not ${reset}.`)
    expectSame((await store.peek('ann', rate, 2)).allowed, true, 'whether a cost of 2 has room')
    await expectRefused(at.ask(20, rate, 'ann', 3), 40, 'a cost of 3')
    await expectAllowed(at(20, rate, 'ann', 2), 'the cost of 2')
  })

  it('a throttle store says that nothing remains after the limit was lowered', async ({
    at,
    store,
  }) => {
    await at(0, rate, 'ann', 8)
    const left = await store.peek('ann', { limit: 5, seconds: 60 }, 0)
    expectSame(left.allowed && left.remaining, 0, 'what remains of 5 when 8 are used')
    const more = await store.peek('ann', { limit: 20, seconds: 60 }, 0)
    expectSame(more.allowed && more.remaining, 12, 'what remains of 20 when 8 are used')
  })
}
