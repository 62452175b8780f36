import type { ThrottleStore } from 'turnpike'
import { digestOf, knownOptions, neverFits } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { inMicroseconds } from './counter.ts'
import { calendarPeriods } from './periods.ts'
import { slidingWindows } from './windows.ts'

export interface KyselyThrottleStoreOptions {
  /**
   * The time in seconds, the same for all processes that share the table. Default the database's
   * clock.
   */
  now?: () => number
}

export const kyselyThrottleStoreOptions = knownOptions<KyselyThrottleStoreOptions>(
  'kyselyThrottleStore()',
  {
    now: 'optional',
  },
)

/**
 * Counts in the tables `turnpike_throttle` (sliding windows) and `turnpike_period_count` (periods
 * of the calendar), which `migrate(db)` creates: exactly, in one statement, for all processes that
 * share the database. Keys are stored as digests, without addresses and names.
 *
 * Each allowed request writes a row, which is an ordinary commit. But on PostgreSQL that of a
 * sliding window does not wait for the disk, and these counts are lost when the server crashes.
 */
export function kyselyThrottleStore(
  db: AnyDatabase,
  options: KyselyThrottleStoreOptions = {},
): ThrottleStore {
  kyselyThrottleStoreOptions.require(options)
  const { now } = options
  const tables = db.withoutPlugins()
  const time = () => (now === undefined ? null : inMicroseconds(now()))
  const windows = slidingWindows(tables, time)
  const periods = calendarPeriods(tables, time)

  return {
    async take(key, rate, { cost = 1, isShown = false } = {}) {
      const refusal = neverFits(rate, cost)
      if (refusal !== null) return refusal
      return 'seconds' in rate
        ? windows.take(digestOf(key), rate, { cost, isShown })
        : periods.take(digestOf(key), rate, { cost, isShown })
    },

    async peek(key, rate, cost = 1) {
      const refusal = neverFits(rate, cost)
      if (refusal !== null) return refusal
      return 'seconds' in rate
        ? windows.peek(digestOf(key), rate, cost)
        : periods.peek(digestOf(key), rate, cost)
    },

    giveBack: (key) => windows.giveBack(digestOf(key)),
  }
}
