import type { CredentialBudget } from '../accounts/credential-budget.ts'
import type { Client } from '../client.ts'
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
  const underWay = checksOf(store)

  const countsOf = (client: Client, name: string | null): Count[] => {
    const from = addressKey(client)
    return [
      ...(addressRate ? [{ key: `credentials:${from}`, rate: addressRate }] : []),
      // The length keeps keys small; longer names share a count.
      ...(usernameRate && name !== null
        ? [{ key: `credentials:${from}:${name.slice(0, 150)}`, rate: usernameRate }]
        : []),
    ]
  }

  return {
    async attempt(client, name, check) {
      const counts = countsOf(client, name)
      await takeAll(counts, store, underWay)
      let isWrong = false
      try {
        const result = await check()
        isWrong = result === null
        return result
      } finally {
        // A check that broke has found nothing wrong.
        if (isWrong) endAll(counts, underWay)
        else await giveBack(counts, store, underWay)
      }
    },
  }
}

interface Count {
  readonly key: string
  readonly rate: Rate
}

/** Takes a place of each count, or none of them. */
async function takeAll(
  counts: readonly Count[],
  store: ThrottleStore,
  underWay: ChecksUnderWay,
): Promise<void> {
  for (;;) {
    const refused = await takeUntilRefused(counts, store, underWay)
    if (refused === null) return

    const ended = underWay.nextEnd(refused.key)
    if (ended === null) throw new Throttled(refused.wait)
    await ended
  }
}

/** Takes a place of each count and returns null, or takes none and returns which one refused. */
async function takeUntilRefused(
  counts: readonly Count[],
  store: ThrottleStore,
  underWay: ChecksUnderWay,
): Promise<{ key: string; wait: number | null } | null> {
  const taken: Count[] = []
  let hasAll = false
  try {
    for (const count of counts) {
      const decision = await store.take(count.key, count.rate)
      if (!decision.allowed) return { key: count.key, wait: decision.wait }
      underWay.begin(count.key)
      taken.push(count)
    }
    hasAll = true
    return null
  } finally {
    // Also when the store broke: what it keeps then leaves the count with time.
    if (!hasAll) await giveBack(taken, store, underWay)
  }
}

async function giveBack(
  counts: readonly Count[],
  store: ThrottleStore,
  underWay: ChecksUnderWay,
): Promise<void> {
  try {
    for (const { key } of counts) await store.giveBack(key)
  } finally {
    endAll(counts, underWay)
  }
}

/** Whoever waits for these checks must hear of their end, whatever became of the store. */
function endAll(counts: readonly Count[], underWay: ChecksUnderWay): void {
  for (const { key } of counts) underWay.end(key)
}

/** The checks of this process that have taken a place and may give it back. */
class ChecksUnderWay {
  readonly #byKey = new Map<string, { count: number; waiting: (() => void)[] }>()

  begin(key: string): void {
    const checks = this.#byKey.get(key) ?? { count: 0, waiting: [] }
    checks.count++
    this.#byKey.set(key, checks)
  }

  end(key: string): void {
    const checks = this.#byKey.get(key)
    if (checks === undefined) return
    checks.count--
    if (checks.count === 0) this.#byKey.delete(key)
    const { waiting } = checks
    checks.waiting = []
    for (const goOn of waiting) goOn()
  }

  /** Settles when one of the key's checks ends; null when there is none. */
  nextEnd(key: string): Promise<void> | null {
    const checks = this.#byKey.get(key)
    return checks === undefined ? null : new Promise((goOn) => checks.waiting.push(goOn))
  }
}

const checksByStore = new WeakMap<ThrottleStore, ChecksUnderWay>()

/** Views that share a store share the counts, and so the checks. */
function checksOf(store: ThrottleStore): ChecksUnderWay {
  const checks = checksByStore.get(store) ?? new ChecksUnderWay()
  checksByStore.set(store, checks)
  return checks
}
