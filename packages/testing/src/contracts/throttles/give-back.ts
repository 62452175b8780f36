import type { Chapter } from '../contract.ts'
import { expectAllowed, expectRefused, type ThrottleStoreWithClock } from './fixtures.ts'

/** How counted requests are taken back. */
export const giveBack: Chapter<ThrottleStoreWithClock> = (it) => {
  it('a throttle store takes back the latest request that was counted, when there is one', async ({
    store,
    at,
  }) => {
    const rate = { limit: 2, seconds: 10 }
    await store.giveBack('ann')
    await at(0, rate)
    await at(4, rate)
    await store.giveBack('ann')
    await store.giveBack('bob')

    await expectAllowed(at(5, rate), 'a request in the place of the one taken back')
    await expectRefused(at(6, rate), 4, 'one request more')
    await expectAllowed(at(15, rate), 'a request when both are over')
  })

  it('a throttle store gives no more room than there was, however often requests are taken back', async ({
    store,
    at,
  }) => {
    const once = { limit: 1, seconds: 10 }
    await at(0, once)
    await store.giveBack('ann')
    await store.giveBack('ann')

    await expectAllowed(at(1, once), 'a request in the place of the one taken back')
    await expectRefused(at(2, once), 9, 'one request more')
  })
}
