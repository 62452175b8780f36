import { memoizeByIdentity } from '../caching/memoize.ts'
import { Throttled } from '../errors/exceptions.ts'
import type { Client } from '../http/client.ts'
import type { CredentialBudget } from '../http/credential-budget.ts'
import { decidedBy } from './counts/decision.ts'
import { Gate } from './gate.ts'
import { parseRate, type Rate } from './rate.ts'
import { rateLimitFields } from './rate-limit-fields.ts'
import { addressKey } from './sender-key.ts'
import type { QuotaPolicy, ThrottleStore } from './throttle-store.ts'

/** How many failures are allowed; null means any number. */
export interface CredentialRates {
  /** From one address. */
  readonly address: string | null
  /** For one username from one address, so that nobody can lock other users out. */
  readonly username: string | null
}

/**
 * A budget that counts failures by address, and by username and address. Successful attempts cost
 * nothing.
 *
 * A failed or denied attempt makes at most three calls to the store, and none when it is denied
 * because too many attempts are already running or waiting.
 *
 * @param isShown whether refusals say what remains (`RATE_LIMIT_HEADERS`): nothing, for a while.
 *   Default false. A refusal of the crowd knows no count and says nothing.
 * @throws ConfigurationError when a rate is invalid.
 */
export function credentialBudget(
  { address, username }: CredentialRates,
  store: ThrottleStore,
  isShown = false,
): CredentialBudget {
  const addressRate = address === null ? null : parseRate(address)
  const usernameRate = username === null ? null : parseRate(username)
  const gates = gatesOf(store)

  const countOf = (key: string, name: string, rate: Rate): Count => {
    const gate = gates.get(key) ?? new Gate()
    gates.set(key, gate)
    return { key, rate, gate, policy: isShown ? { name, ...rate } : null }
  }

  /** The narrow count first, so that its denials take no place from the other. */
  const countsOf = (client: Client, name: string | null): Count[] => {
    const from = addressKey(client)
    return [
      ...(usernameRate && name !== null
        ? // Keeps keys short; longer names share a count.
          [
            countOf(
              `credentials:${from}:${name.slice(0, 150)}`,
              'credentials-username',
              usernameRate,
            ),
          ]
        : []),
      ...(addressRate ? [countOf(`credentials:${from}`, 'credentials-address', addressRate)] : []),
    ]
  }

  return {
    async attempt(client, name, check) {
      const counts = countsOf(client, name)
      for (const { gate } of counts) gate.arrive()
      try {
        // There is room after a few hashes, long before failures leave the count.
        if (counts.some(({ gate, rate }) => gate.isCrowded(rate.limit))) throw new Throttled(1)

        await takeAll(counts, store)
        return await checkAndSettle(check, counts, store)
      } finally {
        for (const { key, gate } of counts) if (gate.depart()) gates.delete(key)
      }
    },
  }
}

interface Count {
  readonly key: string
  readonly rate: Rate
  readonly gate: Gate
  /** The rate and its name for clients. Null if they do not see it. */
  readonly policy: QuotaPolicy | null
}

/** Takes a place in each count, or in none. */
async function takeAll(counts: readonly Count[], store: ThrottleStore): Promise<void> {
  const [count, ...broader] = counts
  if (count === undefined) return

  await take(count, store)
  try {
    await takeAll(broader, store)
  } catch (error) {
    try {
      await store.giveBack(count.key)
    } finally {
      if (error instanceof Throttled) count.gate.leaveRefused(error)
      else count.gate.leave()
    }
    throw error
  }
}

/** Takes a place in the count; its refusals say what remains if clients may see it. */
async function take(count: Count, store: ThrottleStore): Promise<void> {
  try {
    await takeInTurn(count, store)
  } catch (error) {
    throw error instanceof Throttled && count.policy !== null
      ? withFields(error, count.policy)
      : error
  }
}

function withFields({ wait }: Throttled, policy: QuotaPolicy): Throttled {
  const headers = rateLimitFields([{ allowed: false, wait, policy }])
  return new Throttled(wait, undefined, undefined, { headers })
}

/** Waits while running attempts may still give their place back. */
async function takeInTurn({ key, rate, gate }: Count, store: ThrottleStore): Promise<void> {
  await gate.enter(rate.limit)
  for (;;) {
    const decision = await askThrough(gate, async () =>
      decidedBy('take', await store.take(key, rate)),
    )
    if (decision.allowed) return
    await gate.stepBack(decision.wait)
  }
}

/** Asks the store. If it fails, another attempt may ask, so that none waits forever. */
async function askThrough<Answer>(
  gate: Gate,
  ask: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    gate.leave()
    throw error
  }
}

/**
 * Runs the check. Only wrong credentials keep the places: a check that threw has decided nothing.
 */
async function checkAndSettle<Result>(
  check: () => Promise<Result | null>,
  counts: readonly Count[],
  store: ThrottleStore,
): Promise<Result | null> {
  let isWrong = false
  try {
    const result = await check()
    isWrong = result === null
    return result
  } finally {
    if (isWrong) for (const { gate } of counts) gate.leaveSpent()
    else await giveBackAll(counts, store)
  }
}

/**
 * Those waiting for these places must be released even if the store fails, and one place that
 * cannot be given back must not keep the others.
 */
async function giveBackAll(counts: readonly Count[], store: ThrottleStore): Promise<void> {
  const given = await Promise.allSettled(counts.map(async ({ key }) => store.giveBack(key)))
  for (const { gate } of counts) gate.leave()
  for (const result of given) if (result.status === 'rejected') throw result.reason
}

/** The gates in use. Views that share a store share its counts, and so the gates. */
const gatesOf = memoizeByIdentity((_store: ThrottleStore) => new Map<string, Gate>())
