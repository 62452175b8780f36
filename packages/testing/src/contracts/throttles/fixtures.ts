import type { ThrottleDecision, ThrottleStore } from 'turnpike'
import type { PeriodRate, Rate } from 'turnpike/kit'
import type { Opened } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'

/** A throttle store under test. */
export interface OpenedThrottleStore extends Opened {
  store: ThrottleStore
  /** Another one over the same counts, as a second process has it. Default: there is none. */
  other?: ThrottleStore | null
}

/** Any moment: the clock of a store may start anywhere. */
export const start = 1_790_000_000

/** Decides at so many seconds after the start. The key is `ann` by default, and the cost 1. */
type At = (
  moment: number,
  rate: Rate | PeriodRate,
  key?: string,
  cost?: number,
) => Promise<ThrottleDecision>

/** A throttle store with a clock that stands still until it is set. */
export interface ThrottleStoreWithClock {
  store: ThrottleStore
  /** Counts a request; `at.ask` only asks about it. */
  at: At & { readonly ask: At }
}

export async function expectAllowed(decision: Promise<ThrottleDecision>, about: string) {
  const { allowed } = await decision
  expectSame(allowed, true, `whether ${about} is allowed`)
}

/** Requires a refusal. The wait in seconds may differ by half a millisecond; null means any. */
export async function expectRefused(
  decision: Promise<ThrottleDecision>,
  wait: number | null,
  about: string,
): Promise<void> {
  const decided = await decision
  expectSame(decided.allowed, false, `whether ${about} is allowed`)
  if (decided.allowed || wait === null) return
  const isClose = decided.wait !== null && Math.abs(decided.wait - wait) < 0.0005
  expectThat(isClose, `The wait of ${about} is ${wait} seconds, and not ${decided.wait}.`)
}
