import type { Chapter } from '../contract.ts'
import { expectAllowed, expectRefused, type ThrottleStoreWithClock } from './fixtures.ts'

const rate = { limit: 2, seconds: 10 }

/** How many requests pass in a period, and when there is room again. */
export const window: Chapter<ThrottleStoreWithClock> = (it) => {
  it('a throttle store lets exactly the limit through, and says when there is room again', async ({
    at,
  }) => {
    await expectAllowed(at(0, rate), 'the first request')
    await expectAllowed(at(4, rate), 'the second request')
    await expectRefused(at(5, rate), 5, 'the third request')
    await expectRefused(at(9, rate), 1, 'the fourth request')
  })

  it('a throttle store counts a request for exactly the period: at its end no longer', async ({
    at,
  }) => {
    await at(0, rate)
    await at(4, rate)

    await expectRefused(at(9.999, rate), 0.001, 'a request before the end of the first one')
    await expectAllowed(at(10, rate), 'a request at the end of the first one')
    await expectRefused(at(13.999, rate), 0.001, 'a request before the end of the second one')
    await expectAllowed(at(14, rate), 'a request at the end of the second one')
  })

  it('a throttle store does not count a refused request', async ({ at }) => {
    await at(0, rate)
    await at(0, rate)
    for (let moment = 1; moment < 10; moment++) {
      await expectRefused(at(moment, rate), null, `a request after ${moment} seconds`)
    }

    await expectAllowed(at(10, rate), 'the first request of the next period')
    await expectAllowed(at(10, rate), 'the second request of the next period')
    await expectRefused(at(10, rate), 10, 'the third request of the next period')
  })

  it('a throttle store refuses everything when the limit is 0', async ({ at }) => {
    await expectRefused(at(0, { limit: 0, seconds: 60 }), 60, 'the first request')
    await expectRefused(at(1000, { limit: 0, seconds: 60 }), 60, 'a later request')
  })

  it('a throttle store waits until all but the last requests have left after the limit was lowered', async ({
    at,
  }) => {
    for (const moment of [0, 1, 2, 3]) await at(moment, { limit: 4, seconds: 10 })

    await expectRefused(at(4, { limit: 1, seconds: 10 }), 9, 'a request at the limit 1')
    await expectRefused(at(4, { limit: 2, seconds: 10 }), 8, 'a request at the limit 2')
    await expectRefused(at(4, { limit: 4, seconds: 10 }), 6, 'a request at the limit 4')
  })

  it('a throttle store keeps what a longer rate of the same key still counts', async ({ at }) => {
    const long = { limit: 5, seconds: 3600 }
    for (let count = 0; count < 5; count++) await at(0, long)

    await expectAllowed(at(2, { limit: 100, seconds: 1 }), 'a request at a short rate')
    await expectRefused(at(2, long), null, 'a request at the long rate')
  })

  it('a throttle store agrees with a window that is counted naively', async ({ at }) => {
    let now = 0
    for (let run = 0; run < 30; run++) {
      const limit = 1 + (run % 5)
      const counted: number[] = []
      for (let step = 0; step < 20; step++) {
        now += (run * step * 7 + step * step) % 8
        const inside = counted.filter((moment) => moment > now - 10)
        const decision = at(now, { limit, seconds: 10 }, `run ${run}`)
        const about = `request ${step} of run ${run}`
        if (inside.length < limit) {
          await expectAllowed(decision, about)
          counted.push(now)
        } else {
          await expectRefused(decision, (inside[0] ?? 0) + 10 - now, about)
        }
      }
    }
  })
}

export const keys: Chapter<ThrottleStoreWithClock> = (it) => {
  it('a throttle store counts each key by itself, whatever its characters and its length', async ({
    at,
  }) => {
    const once = { limit: 1, seconds: 10 }
    const long = 'k'.repeat(9000)

    const all = ['ann', 'Ann', 'ann ', '', 'a\0b', 'a', '🛣', `${long}1`, long]

    for (const key of all) await expectAllowed(at(0, once, key), named('the first', key))
    for (const key of all) await expectRefused(at(1, once, key), 9, named('the second', key))
  })
}

const named = (which: string, key: string) =>
  `${which} request of the key ${JSON.stringify(key.slice(0, 9))}`
