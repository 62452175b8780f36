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
