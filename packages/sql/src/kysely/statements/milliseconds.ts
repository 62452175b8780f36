import { type RawBuilder, sql } from 'kysely'

/** The times of a table that has them in whole milliseconds since 1970, which are exact. */
export interface Milliseconds {
  readonly present: () => RawBuilder<unknown>
  /** The time after so many seconds: at least a millisecond later. */
  readonly after: (seconds: number) => RawBuilder<unknown>
}

/** @param now the time in seconds since 1970. Undefined: the database's clock. */
export function milliseconds(sqlite: boolean, now: (() => number) | undefined): Milliseconds {
  /** SQLite drivers bind larger integers as floating-point numbers. */
  const whole = (value: number): RawBuilder<unknown> =>
    sqlite ? sql`cast(${value} as integer)` : sql`${value}::bigint`

  const present = (): RawBuilder<unknown> => {
    if (now !== undefined) return whole(Math.round(now() * 1000))
    return sqlite
      ? sql`cast(unixepoch('subsec') * 1000 as integer)`
      : sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  }

  return {
    present,
    after: (seconds) => sql`${present()} + ${whole(Math.max(1, Math.ceil(seconds * 1000)))}`,
  }
}
