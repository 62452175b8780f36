import type { CredentialBudget } from '../accounts/credential-budget.ts'
import { Throttled } from '../errors/exceptions.ts'
import { addressKey } from './address-key.ts'
import { parseRate, type Rate } from './rate.ts'
import type { ThrottleStore } from './throttle-store.ts'

/** How many failures are let through; null: any number. */
export interface CredentialRates {
  /** From one address. */
  readonly address: string | null
  /** For one username from one address, so that nobody can lock others out by their names. */
  readonly username: string | null
}

/**
 * A budget that counts failures by address, and by username and address. Attempts that succeed cost
 * nothing.
 *
 * @throws Error when a rate cannot be read.
 */
export function credentialBudget(
  { address, username }: CredentialRates,
  store: ThrottleStore,
): CredentialBudget {
  const addressRate = address === null ? null : parseRate(address)
  const usernameRate = username === null ? null : parseRate(username)

  return {
    async spend(client, name) {
      const from = addressKey(client)
      const places: [key: string, rate: Rate][] = []
      if (addressRate) places.push([`credentials:${from}`, addressRate])
      // The length keeps keys small; longer names share a count.
      if (usernameRate && name !== null) {
        places.push([`credentials:${from}:${name.slice(0, 150)}`, usernameRate])
      }
      return takeAll(places, store)
    },
  }
}

async function takeAll(
  places: readonly [key: string, rate: Rate][],
  store: ThrottleStore,
): Promise<() => Promise<void>> {
  const taken: string[] = []
  const giveBack = async () => {
    for (const key of taken) await store.giveBack(key)
  }
  for (const [key, rate] of places) {
    const decision = await store.take(key, rate)
    if (!decision.allowed) {
      await giveBack()
      throw new Throttled(decision.wait)
    }
    taken.push(key)
  }
  return giveBack
}
