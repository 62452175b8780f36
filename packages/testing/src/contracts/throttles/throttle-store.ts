import type { Rate } from 'turnpike/kit'
import { type ContractCase, contract } from '../contract.ts'
import type { OpenedThrottleStore, ThrottleStoreWithClock } from './fixtures.ts'
import { giveBack } from './give-back.ts'
import { burst, ownClock } from './own-clock.ts'
import { keys, window } from './window.ts'

/** Any moment: the clock of a store may start anywhere. */
const start = 1_790_000_000

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
    const withClock: ThrottleStoreWithClock = {
      store,
      async at(moment: number, rate: Rate, key = 'ann') {
        now = start + moment
        return store.take(key, rate)
      },
    }
    return { ...withClock, close: () => opened.close?.() }
  }

  return [
    ...contract(openWithClock, window, keys, giveBack),
    ...contract(() => open(), burst, ownClock),
  ]
}
