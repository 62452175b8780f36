import { type ContractCase, contract } from '../contract.ts'
import { costs } from './costs.ts'
import { type OpenedThrottleStore, start, type ThrottleStoreWithClock } from './fixtures.ts'
import { giveBack } from './give-back.ts'
import { burst, ownClock } from './own-clock.ts'
import { periods } from './periods.ts'
import { keys, window } from './window.ts'

/**
 * The contract of every `ThrottleStore`.
 *
 * @param open opens an empty store. Its time, in seconds, is that of `now`; absent: its own.
 */
export function throttleStoreContract(
  open: (now?: () => number) => OpenedThrottleStore | Promise<OpenedThrottleStore>,
): ContractCase[] {
  const openWithClock = async () => {
    let now = start
    const opened = await open(() => now)
    const { store } = opened
    const at: ThrottleStoreWithClock['at'] = Object.assign(
      async (
        ...[moment, rate, key = 'ann', cost = 1]: Parameters<ThrottleStoreWithClock['at']>
      ) => {
        now = start + moment
        return store.take(key, rate, cost === 1 ? {} : { cost })
      },
      {
        async ask(
          ...[moment, rate, key = 'ann', cost = 1]: Parameters<ThrottleStoreWithClock['at']>
        ) {
          now = start + moment
          return store.peek(key, rate, cost)
        },
      },
    )
    const withClock: ThrottleStoreWithClock = { store, at }
    return { ...withClock, close: () => opened.close?.() }
  }

  return [
    ...contract(openWithClock, window, keys, costs, periods, giveBack),
    ...contract(() => open(), burst, ownClock),
  ]
}
