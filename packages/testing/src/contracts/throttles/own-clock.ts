import type { ThrottleDecision } from 'turnpike'
import type { Chapter } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'
import { expectAllowed, expectRefused, type OpenedThrottleStore } from './fixtures.ts'

/** Requests at the same moment. */
export const burst: Chapter<OpenedThrottleStore> = (it) => {
  it('a throttle store lets exactly the limit of a burst through, over all who share the counts', async ({
    store,
    other,
  }) => {
    const second = other ?? store
    const rate = { limit: 50, seconds: 3600 }
    const take = async () => store.take('burst', rate)
    const takeThere = async () => second.take('burst', rate)

    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? take() : takeThere())),
    )

    const passed = decisions.filter(({ allowed }) => allowed).length
    expectSame(passed, 50, 'the number of 200 requests at once that pass')
    await second.giveBack('burst')
    await expectAllowed(take(), 'a request in the place of the one taken back')
    await expectRefused(take(), null, 'one request more')
  })

  it('a throttle store lets exactly the limit of a burst of costs through, in windows and in periods', async ({
    store,
    other,
  }) => {
    const now = Math.floor(Date.now() / 1000)
    const bounds = [now - 7200, now - 3600, now + 3600, now + 7200] as const
    for (const rate of [
      { limit: 200, seconds: 3600 },
      { limit: 200, bounds },
    ]) {
      const decisions = await Promise.all(
        Array.from({ length: 80 }, async (_, index) => {
          const cost = 1 + (index % 9)
          const asked = index % 2 === 0 ? store : (other ?? store)
          return { cost, ...(await asked.take('burst of costs', rate, { cost })) }
        }),
      )

      const passed = decisions.filter(({ allowed }) => allowed)
      const used = passed.reduce((sum, { cost }) => sum + cost, 0)
      const left = await store.peek('burst of costs', rate, 0)
      expectSame(left.allowed && left.remaining, 200 - used, 'what remains after the burst')
      // Each refused one found no room for its cost.
      const cheapest = Math.min(...decisions.flatMap(({ allowed, cost }) => (allowed ? [] : cost)))
      expectThat(
        200 - used < cheapest,
        `No request of ${cheapest} was refused while ${200 - used} remained.`,
      )
    }
  })
}

/** The clock that a store has in production. */
export const ownClock: Chapter<OpenedThrottleStore> = (it) => {
  it('a throttle store has a clock of its own that counts in seconds', async ({ store }) => {
    const take = async (): Promise<ThrottleDecision> => store.take('ann', { limit: 1, seconds: 1 })

    await expectAllowed(take(), 'the first request')
    const decision = await take()
    const wait = decision.allowed ? null : decision.wait
    const isInside = wait !== null && wait > 0 && wait <= 1
    expectThat(isInside, `The second request waits for up to a second, and not ${wait}.`)

    await new Promise((resolve) => setTimeout(resolve, 1050))
    await expectAllowed(take(), 'a request after a second')
  })
}
