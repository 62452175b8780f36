import type { ThrottleDecision } from 'turnpike'
import type { Rate } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { expiredRows } from '../statements/expired-rows.ts'
import { standingWrite } from '../transactions/standing-write.ts'
import { type Counter, inMicroseconds, type Time } from './counter.ts'
import {
  type Counting,
  type Looked,
  postgresNow,
  postgresThrottle,
  sqliteNow,
  sqliteThrottle,
  type Taken,
} from './sql.ts'

/** Counts in sliding windows, in the table `turnpike_throttle`. */
export function slidingWindows(
  db: AnyDatabase,
  time: Time,
): Counter<Rate> & { giveBack(key: string): Promise<void> } {
  const statements = isSqlite(db) ? sqliteThrottle : postgresThrottle
  const nowOf = isSqlite(db) ? sqliteNow : postgresNow
  const deleteExpired = expiredRows(db, {
    name: 'turnpike_throttle',
    key: 'key',
    now: () => nowOf(time()),
  })

  const countingOf = (
    key: string,
    { limit, seconds }: Rate,
    cost: number,
    isShown: boolean,
  ): Counting => ({ key, limit, cost, period: inMicroseconds(seconds), now: time(), isShown })

  return {
    async take(key, rate, { cost, isShown }) {
      await deleteExpired()
      const counting = countingOf(key, rate, cost, isShown)
      return standingWrite(db, async (db) => {
        const taken = await statements.take(counting).execute(db)
        const [row] = taken.rows
        if (row !== undefined) return allowedBy(row, rate.seconds)

        const { rows } = await statements.look(counting).execute(db)
        return refusedBy(rows[0])
      })
    },

    async peek(key, rate, cost) {
      const { rows } = await statements.look(countingOf(key, rate, cost, true)).execute(db)
      const used = rows[0]?.used ?? 0
      if (cost > 0 && used + cost > rate.limit) return refusedBy(rows[0])
      const remaining = Math.max(0, rate.limit - used - cost)
      return allowedBy({ remaining, reset: rows[0]?.reset ?? 0 }, rate.seconds)
    },

    async giveBack(key) {
      await standingWrite(db, (db) => statements.giveBack(key).execute(db))
    },
  }
}

/** A clock that was set back a little must not make the window longer than the period. */
const allowedBy = ({ remaining, reset }: Taken, seconds: number): ThrottleDecision =>
  remaining === undefined || reset === undefined
    ? { allowed: true }
    : { allowed: true, remaining, reset: Math.min(reset, seconds) }

const refusedBy = (row: Looked | undefined): ThrottleDecision => ({
  allowed: false,
  wait: Math.max(0, row?.wait ?? 0),
})
