import { type RawBuilder, sql } from 'kysely'

/** A request to count. Times are in microseconds, because integers are exact. */
export interface Counting {
  readonly key: string
  readonly limit: number
  /** Up to the limit; 0 only to look. */
  readonly cost: number
  readonly period: number
  /** Null means the database's clock, which all processes share. */
  readonly now: number | null
  /** Whether the row of an allowed request has what remains. */
  readonly isShown: boolean
}

/** The row of an allowed request. */
export interface Taken {
  readonly remaining?: number
  /** In seconds. */
  readonly reset?: number
}

/** What is counted now. Times are in seconds. */
export interface Looked {
  readonly used: number
  /** Until the first of it no longer counts; null if there is nothing. */
  readonly reset: number | null
  /** Until there is room for the cost; null if there is. */
  readonly wait: number | null
}

/** The statements of the throttle store in one database's SQL. */
export interface ThrottleSql {
  /** Counts the request and returns a row, or no row when there is no room. Atomic. */
  take(counting: Counting): RawBuilder<Taken>
  /** No row: nothing is counted. */
  look(counting: Counting): RawBuilder<Looked>
  giveBack(key: string): RawBuilder<unknown>
}

/**
 * Moments further in the future are from before the clock was set back and no longer count.
 * Otherwise a client would be denied until the clock had caught up.
 */
export const skew = sql.lit(1_000_000)

/** Rounded up to whole minutes, so that most updates do not change its index. */
const expiry = (end: RawBuilder<unknown>) => sql`(${end} / 60000000 + 1) * 60000000`

/**
 * The moments are sorted, one for each part of a cost. There is room for the cost when the last of
 * those in its way, as many from the end as the limit leaves beside it, has left the period or does
 * not exist. The clock is read while the row is locked, so that time never runs backwards within a
 * row.
 */
export const postgresThrottle: ThrottleSql = {
  take({ key, limit, cost, period, now: given, isShown }) {
    const now = postgresNow(given)
    const parts = (moment: RawBuilder<unknown>) =>
      sql`array_fill(${moment}, array[${cost}::integer])`
    const longest = sql`greatest(counted.longest, excluded.longest)`
    const latest = sql`width_bucket(${now} + ${skew}, counted.moments)`
    const past = sql`width_bucket(${now} - ${period}::bigint, counted.moments)`
    const shown = sql`
      (${limit}::integer - cardinality(counted.moments) + ${past}) as remaining,
      (counted.moments[${past} + 1] + ${period}::bigint - ${now})::double precision / 1000000
        as reset`
    return sql`
      insert into turnpike_throttle as counted (key, moments, longest, expires)
      values (${key}, ${parts(now)}, ${period}, ${expiry(sql`(${now} + ${period}::bigint)`)})
      on conflict (key) do update set
        moments = counted.moments[
            width_bucket(${now} - ${longest}, counted.moments) + 1 : ${latest}
          ] || ${parts(sql`greatest(${now}, counted.moments[${latest}])`)},
        longest = ${longest},
        expires = ${expiry(sql`(${now} + ${longest})`)}
      where coalesce(
        counted.moments[${latest} - ${limit - cost}::integer] <= ${now} - ${period}::bigint, true)
      returning ${isShown ? shown : sql`1`}`
  },

  look({ key, limit, cost, period, now: given }) {
    const now = postgresNow(given)
    const latest = sql`width_bucket(${now} + ${skew}, moments)`
    const past = sql`width_bucket(${now} - ${period}::bigint, moments)`
    const untilLeft = (index: RawBuilder<unknown>) => sql`
      (moments[${index}] + ${period}::bigint - ${now})::double precision / 1000000`
    return sql`
      select ${latest} - ${past} as used,
        ${untilLeft(sql`${past} + 1`)} as reset,
        ${untilLeft(sql`${latest} - ${limit - cost}::integer`)} as wait
      from turnpike_throttle where key = ${key}`
  },

  giveBack: (key) => sql`
    update turnpike_throttle set moments = moments[1 : cardinality(moments) - 1]
    where key = ${key} and moments <> '{}'`,
}

/** The time, or null for the clock of the database. */
export const postgresNow = (given: number | null): RawBuilder<unknown> =>
  given === null
    ? sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
    : sql`${given}::bigint`

/** The same with JSON instead of arrays. SQLite has only one writer at a time. */
export const sqliteThrottle: ThrottleSql = {
  take({ key, limit, cost, period, now: given, isShown }) {
    const now = sqliteNow(given)
    const parts = sql`json_each(${JSON.stringify(Array.from({ length: cost }, () => 0))})`
    const length = whole(period)
    const longest = sql`max(counted.longest, excluded.longest)`
    const inside = sql`from json_each(moments) where value > ${now} - ${length}`
    const shown = sql`
      ${limit} - (select count(*) ${inside}) as remaining,
      ((select min(value) ${inside}) + ${length} - ${now}) / 1000000.0 as reset`
    return sql`
      insert into turnpike_throttle as counted (key, moments, longest, expires)
      values (${key}, (select json_group_array(${now}) from ${parts}), ${length}, ${expiry(sql`(${now} + ${length})`)})
      on conflict (key) do update set
        moments = (
          select json_group_array(moment) from (
            select value as moment from json_each(counted.moments)
            where value > ${now} - ${longest} and value <= ${now} + ${skew}
            union all select ${now} from ${parts} order by moment)),
        longest = ${longest},
        expires = ${expiry(sql`(${now} + ${longest})`)}
      where coalesce(
        ${lastButSome(sql`counted.moments`, limit - cost, now)} <= ${now} - ${length}, true)
      returning ${isShown ? shown : sql`1`}`
  },

  look({ key, limit, cost, period, now: given }) {
    const now = sqliteNow(given)
    const length = whole(period)
    const inside = sql`
      from json_each(moments) where value > ${now} - ${length} and value <= ${now} + ${skew}`
    return sql`
      select (select count(*) ${inside}) as used,
        ((select min(value) ${inside}) + ${length} - ${now}) / 1000000.0 as reset,
        (${lastButSome(sql`moments`, limit - cost, now)} + ${length} - ${now}) / 1000000.0 as wait
      from turnpike_throttle where key = ${key}`
  },

  giveBack: (key) => sql`
    update turnpike_throttle set moments = json_remove(moments, '$[#-1]')
    where key = ${key} and moments <> '[]'`,
}

export const sqliteNow = (given: number | null): RawBuilder<unknown> =>
  given === null ? sql`cast(unixepoch('subsec') * 1000000 as integer)` : whole(given)

/** SQLite drivers bind larger integers as floating-point numbers. */
const whole = (value: number) => sql`cast(${value} as integer)`

const lastButSome = (moments: RawBuilder<unknown>, some: number, now: RawBuilder<unknown>) => sql`(
  select value from json_each(${moments}) where value <= ${now} + ${skew}
  order by value desc limit 1 offset ${some})`
