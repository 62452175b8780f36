/** Counts of requests, for all processes that share the file. */
import type { DatabaseSync } from 'node:sqlite'
import type { ThrottleDecision, ThrottleStore } from 'turnpike'
import { neverFits, type PeriodRate, type Rate, sha256Base64Url } from 'turnpike/kit'
import { atomically, run, sql } from '../sql.ts'
import { countInPeriod, usedInPeriod } from './periods.ts'
import { countInWindow, usedInWindow } from './windows.ts'

export interface SqliteThrottleStoreOptions {
  /** The time in seconds since 1970, the same for all processes. Default the clock. */
  now?: () => number
}

export function sqliteThrottleStore(
  database: DatabaseSync,
  { now = () => Date.now() / 1000 }: SqliteThrottleStoreOptions = {},
): ThrottleStore {
  function decide(
    name: string,
    rate: Rate | PeriodRate,
    cost: number,
    isCounted: boolean,
  ): ThrottleDecision {
    const refusal = neverFits(rate, cost)
    if (refusal !== null) return refusal
    const key = sha256Base64Url(name)

    // What is read must still hold when it is written, or bursts get through.
    return atomically(database, () => {
      const moment = now()
      const { used, reset, wait } =
        'seconds' in rate
          ? usedInWindow(database, key, rate, cost, moment)
          : usedInPeriod(database, key, rate, moment)
      if (cost > 0 && used + cost > rate.limit) return { allowed: false, wait }

      if (isCounted) {
        if ('seconds' in rate) countInWindow(database, key, rate, cost, moment)
        else countInPeriod(database, key, rate, cost, moment)
      }
      // The window of the first request begins now.
      const isFirst = isCounted && used === 0 && 'seconds' in rate
      const remaining = Math.max(0, rate.limit - used - cost)
      return { allowed: true, remaining, reset: isFirst ? rate.seconds : reset }
    })
  }

  return {
    async take(name, rate, { cost = 1, isShown = false } = {}) {
      const decision = decide(name, rate, cost, true)
      return isShown || !decision.allowed ? decision : { allowed: true }
    },

    peek: async (name, rate, cost = 1) => decide(name, rate, cost, false),

    async giveBack(name) {
      const latest = 'select rowid from counted_request where key = ? order by at desc limit 1'
      const remove = `delete from counted_request where rowid = (${latest})`
      run(database, sql(remove, sha256Base64Url(name)))
    },
  }
}
