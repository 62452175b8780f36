import type { ThrottleDecision, ThrottleStore } from 'turnpike'
import type { Rate } from 'turnpike/kit'
import type { Opened } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'

/** A throttle store under test. */
export interface OpenedThrottleStore extends Opened {
  store: ThrottleStore
  /** Another one over the same counts, as a second process has it. Default: there is none. */
  other?: ThrottleStore | null
}

/** A throttle store with a clock that stands still until it is set. */
export interface ThrottleStoreWithClock {
  store: ThrottleStore
  /** Counts a request at so many seconds after the start. The key is `ann` by default. */
  at(moment: number, rate: Rate, key?: string): Promise<ThrottleDecision>
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
