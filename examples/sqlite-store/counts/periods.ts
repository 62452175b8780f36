/** Counts in periods of the calendar: a row for each client. */
import type { DatabaseSync } from 'node:sqlite'
import { type PeriodRate, periodAt } from 'turnpike/kit'
import { firstRow, run, sql } from '../sql.ts'
import type { Used } from './windows.ts'

interface Counted {
  readonly start: number
  readonly used: number
}

const countedOf = (database: DatabaseSync, key: string) =>
  firstRow<Counted>(database, sql('select start, used from counted_period where key = ?', key))

export function usedInPeriod(
  database: DatabaseSync,
  key: string,
  rate: PeriodRate,
  moment: number,
): Used {
  const counted = countedOf(database, key)
  const { start, end } = periodAt(rate, moment, counted?.start)
  const left = Math.max(0, end - moment)
  return { used: counted?.start === start ? counted.used : 0, reset: left, wait: left }
}

export function countInPeriod(
  database: DatabaseSync,
  key: string,
  rate: PeriodRate,
  cost: number,
  moment: number,
): void {
  run(database, sql('delete from counted_period where ends < ?', moment - 1))
  const { start, end } = periodAt(rate, moment, countedOf(database, key)?.start)
  const statement = `insert into counted_period values (?, ?, ?, ?) on conflict (key) do update set
    used = excluded.used + iif(start = excluded.start, used, 0), start = excluded.start, ends = excluded.ends`
  run(database, sql(statement, key, start, end, cost))
}
