import { type RawBuilder, sql } from 'kysely'
import type { PeriodRate } from 'turnpike/kit'
import { postgresNow, skew, sqliteNow, type Taken } from './sql.ts'

/** A request to count in a period of the calendar. Times are in microseconds. */
export interface PeriodCounting {
  readonly key: string
  readonly limit: number
  /** From 1 up to the limit. */
  readonly cost: number
  readonly bounds: PeriodRate['bounds']
  /** Null means the database's clock, which all processes share. */
  readonly now: number | null
}

/** The statements that count by the calendar: one row for each key, with the latest period. */
export interface PeriodSql {
  /** Counts the request and returns a row, or no row when there is no room. Atomic. */
  take(counting: PeriodCounting): RawBuilder<Required<Taken>>
  /** `used` in the current period, and the seconds until it ends. */
  look(counting: Omit<PeriodCounting, 'limit' | 'cost'>): RawBuilder<{
    readonly used: number
    readonly reset: number
  }>
  /** The time up to which periods have ended, also for a clock that is set back a little. */
  ended(now: number | null): RawBuilder<unknown>
}

export const postgresPeriods = periodSql(postgresNow)
export const sqlitePeriods = periodSql(sqliteNow)

/**
 * PostgreSQL reads its clock again for each mention, and while the row is locked. The new row is
 * therefore made from one reading, so that a count never moves into the next period.
 */
function periodSql(nowOf: (given: number | null) => RawBuilder<unknown>): PeriodSql {
  return {
    take({ key, limit, cost, bounds, now: given }) {
      const now = nowOf(given)
      const price = whole(cost)
      const used = (start: RawBuilder<unknown>) =>
        sql`case when counted.start = ${start} then counted.used else 0 end + ${price}`
      return sql`
        insert into turnpike_period_count as counted (key, start, used, expires)
        values (${key}, ${startOf(bounds, now)}, ${price}, ${endOf(bounds, now)})
        on conflict (key) do update set (start, used, expires) = (
          select ${startOf(bounds, sql`moment`)}, ${used(startOf(bounds, sql`moment`))},
            ${endOf(bounds, sql`moment`)}
          from (select ${notBefore(sql`counted.start`, now)} as moment) as clock)
        where ${used(startOf(bounds, notBefore(sql`counted.start`, now)))} <= ${whole(limit)}
        returning cast(${whole(limit)} - used as integer) as remaining,
          ${inSeconds(sql`expires - ${now}`)} as reset`
    },

    look({ key, bounds, now: given }) {
      const now = nowOf(given)
      const moment = notBefore(sql`start`, now)
      return sql`
        select
          cast(case when start = ${startOf(bounds, moment)} then used else 0 end as integer) as used,
          ${inSeconds(sql`${endOf(bounds, moment)} - ${now}`)} as reset
        from (select 1 as one) as always left join turnpike_period_count on key = ${key}`
    },

    ended: (now) => sql`${nowOf(now)} - ${skew}`,
  }
}

/** A clock that is set back by up to a second does not return to the period before. */
const notBefore = (start: RawBuilder<unknown>, now: RawBuilder<unknown>) => sql`
  case when ${start} > ${now} and ${start} <= ${now} + ${skew} then ${start} else ${now} end`

const startOf = (
  [previous, current, next]: PeriodRate['bounds'],
  moment: RawBuilder<unknown>,
) => sql`
  case when ${moment} < ${whole(current)} then ${whole(previous)}
    when ${moment} < ${whole(next)} then ${whole(current)} else ${whole(next)} end`

const endOf = ([, current, next, end]: PeriodRate['bounds'], moment: RawBuilder<unknown>) => sql`
  case when ${moment} < ${whole(current)} then ${whole(current)}
    when ${moment} < ${whole(next)} then ${whole(next)} else ${whole(end)} end`

/** SQLite drivers bind larger integers as floating-point numbers. */
const whole = (value: number) => sql`cast(${value} as bigint)`

const inSeconds = (microseconds: RawBuilder<unknown>) =>
  sql`cast(${microseconds} as double precision) / 1000000`
