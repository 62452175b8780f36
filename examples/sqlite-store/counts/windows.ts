/** Counts in sliding windows: a row for each request, or each part of its cost. */
import type { DatabaseSync } from 'node:sqlite'
import type { Rate } from 'turnpike/kit'
import { allRows, run, sql } from '../sql.ts'

/** What is counted of a client. Times are in seconds. */
export interface Used {
  readonly used: number
  /** Until some of it no longer counts. */
  readonly reset: number
  /** Until there is room. */
  readonly wait: number
}

export function usedInWindow(
  database: DatabaseSync,
  key: string,
  { limit, seconds }: Rate,
  cost: number,
  moment: number,
): Used {
  run(database, sql('delete from counted_request where ends <= ?', moment))
  const counted = allRows<{ at: number }>(
    database,
    sql(
      'select at from counted_request where key = ? and at + ? > ? order by at',
      ...[key, seconds, moment],
    ),
  )
  const untilLeft = (index: number) => (counted[index]?.at ?? moment) + seconds - moment
  return {
    used: counted.length,
    reset: counted.length === 0 ? 0 : untilLeft(0),
    wait: untilLeft(counted.length - 1 - (limit - cost)),
  }
}

export function countInWindow(
  database: DatabaseSync,
  key: string,
  { seconds }: Rate,
  cost: number,
  moment: number,
): void {
  const insert = sql('insert into counted_request values (?, ?, ?)', key, moment, moment + seconds)
  for (let part = 0; part < cost; part++) run(database, insert)
}
