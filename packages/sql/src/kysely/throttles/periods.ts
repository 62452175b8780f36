import type { ThrottleDecision } from 'turnpike'
import type { PeriodRate } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { expiredRows } from '../statements/expired-rows.ts'
import { standingWrite } from '../transactions/standing-write.ts'
import { type Counter, inMicroseconds, type Time } from './counter.ts'
import { type PeriodCounting, postgresPeriods, sqlitePeriods } from './period-sql.ts'

/** Counts by the calendar, in the table `turnpike_period_count`. */
export function calendarPeriods(db: AnyDatabase, time: Time): Counter<PeriodRate> {
  const statements = isSqlite(db) ? sqlitePeriods : postgresPeriods
  const deleteExpired = expiredRows(db, {
    name: 'turnpike_period_count',
    key: 'key',
    now: () => statements.ended(time()),
  })

  const countingOf = (key: string, rate: PeriodRate, cost: number): PeriodCounting => {
    const [previous, current, next, end] = rate.bounds
    const bounds = [
      inMicroseconds(previous),
      inMicroseconds(current),
      inMicroseconds(next),
      inMicroseconds(end),
    ] as const
    return { key, limit: rate.limit, cost, bounds, now: time() }
  }

  return {
    async take(key, rate, { cost }) {
      await deleteExpired()
      const counting = countingOf(key, rate, cost)
      return standingWrite(db, async (db): Promise<ThrottleDecision> => {
        const taken = await statements.take(counting).execute(db)
        const [row] = taken.rows
        if (row !== undefined) return { allowed: true, ...row, reset: Math.max(0, row.reset) }

        const { rows } = await statements.look(counting).execute(db)
        return { allowed: false, wait: Math.max(0, rows[0]?.reset ?? 0) }
      })
    },

    async peek(key, rate, cost) {
      const { rows } = await statements.look(countingOf(key, rate, cost)).execute(db)
      const { used = 0, reset: left = 0 } = rows[0] ?? {}
      const reset = Math.max(0, left)
      if (cost > 0 && used + cost > rate.limit) return { allowed: false, wait: reset }
      return { allowed: true, remaining: Math.max(0, rate.limit - used - cost), reset }
    },
  }
}
