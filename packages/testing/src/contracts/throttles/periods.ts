import type { PeriodRate } from 'turnpike/kit'
import type { Chapter } from '../contract.ts'
import { expectSame } from '../expect.ts'
import { expectAllowed, expectRefused, start, type ThrottleStoreWithClock } from './fixtures.ts'

/** Periods of 100 seconds: the current one began 50 seconds before the start. */
const rateOf = (limit: number, shift = 0): PeriodRate => ({
  limit,
  bounds: [start - 150 + shift, start - 50 + shift, start + 50 + shift, start + 150 + shift],
})

/** Requests that count until a period of the calendar ends. */
export const periods: Chapter<ThrottleStoreWithClock> = (it) => {
  it('a throttle store counts in a period until it ends, and then from nothing', async ({ at }) => {
    await expectAllowed(at(0, rateOf(2)), 'the first request')
    await expectAllowed(at(49.5, rateOf(2)), 'the second request')
    await expectRefused(at(49.75, rateOf(2)), 0.25, 'the third request')

    await expectAllowed(at(50, rateOf(2)), 'the first request of the next period')
    await expectAllowed(at(51, rateOf(2)), 'the second request of the next period')
    await expectRefused(at(52, rateOf(2)), 98, 'the third request of the next period')
  })

  it('a throttle store decides by its own clock which period it is', async ({ at }) => {
    await expectAllowed(at(0, rateOf(1)), 'the first request')

    // The clock of another process is a period behind, and that of a third one ahead.
    await expectRefused(at(1, rateOf(1, -100)), 49, 'one from a process that is behind')
    await expectRefused(at(1, rateOf(1, 100)), 49, 'one from a process that is ahead')
    await expectAllowed(at(60, rateOf(1)), 'one in the next period, which is unknown to a process')
    await expectRefused(at(61, rateOf(1, 100)), 89, 'one more in the next period')
  })

  it('a throttle store does not return to the last period when its clock is set back by a second', async ({
    at,
  }) => {
    await at(49, rateOf(1))
    await expectAllowed(at(50.2, rateOf(1)), 'the first request of the next period')
    await expectRefused(at(49.6, rateOf(1)), 100.4, 'one before the border, by the clock')
    await expectRefused(at(50.3, rateOf(1)), 99.7, 'one more in the next period')
  })

  it('a throttle store counts costs in a period, and says what remains', async ({ at, store }) => {
    const rate = rateOf(1_000_000)
    await expectAllowed(at(0, rate, 'ann', 900_000), 'a cost of 900,000 of 1,000,000')
    await expectRefused(at(10, rate, 'ann', 100_001), 40, 'a cost of 100,001')
    const asked = await store.peek('ann', rate, 100_000)
    expectSame(asked, { allowed: true, remaining: 0, reset: 40 }, 'the answer to 100,000')
    const left = await store.peek('ann', rate, 0)
    expectSame(left, { allowed: true, remaining: 100_000, reset: 40 }, 'what remains')
    await expectAllowed(at(10, rate, 'ann', 100_000), 'a cost of 100,000')
    await expectRefused(at.ask(10, rate), 40, 'one more')
    const never = { allowed: false, wait: null } as const
    expectSame(
      await at(10, rate, 'ann', 1_000_001),
      never,
      'the decision on a cost above the limit',
    )
    expectSame(await at(10, rateOf(0)), never, 'the decision at the limit 0')
  })

  it('a throttle store counts on in the period when the limit is changed', async ({
    at,
    store,
  }) => {
    await at(0, rateOf(10), 'ann', 8)
    await expectRefused(at(1, rateOf(5)), 49, 'a request at the limit 5')
    const lowered = await store.peek('ann', rateOf(5), 0)
    expectSame(lowered.allowed && lowered.remaining, 0, 'what remains of 5')
    await expectAllowed(at(1, rateOf(20), 'ann', 12), 'a cost of 12 at the limit 20')
    await expectRefused(at(1, rateOf(20)), 49, 'one more')
  })

  it('a throttle store keeps what sliding windows and periods count apart', async ({
    at,
    store,
  }) => {
    const sliding = { limit: 1, seconds: 60 }
    await expectAllowed(at(0, rateOf(1)), 'a request in the period')
    await expectAllowed(at(0, sliding), 'a request in the window')
    await store.giveBack('ann')
    await expectAllowed(at(0, sliding), 'a request in the place of the one taken back')
    await expectRefused(at(0, rateOf(1)), 50, 'one more in the period')
  })

  it('a throttle store says what a client without a count has in a period', async ({ store }) => {
    const left = await store.peek('bob', rateOf(3), 0)
    expectSame(left, { allowed: true, remaining: 3, reset: 50 }, 'what remains')
  })
}
