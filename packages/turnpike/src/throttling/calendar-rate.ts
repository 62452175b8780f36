import { Lru } from '../caching/lru.ts'

/** The periods of a calendar. A week begins on Monday (ISO 8601). */
export type CalendarPeriod = 'day' | 'week' | 'month' | 'year'

/** When periods begin, and when the last of them ends, in seconds since 1970. */
export type PeriodBounds = readonly [previous: number, current: number, next: number, end: number]

/** A number of requests in each period of the calendar of a time zone. */
export interface CalendarRate {
  readonly limit: number
  readonly period: CalendarPeriod
  /** An IANA name such as `Europe/Berlin`. */
  readonly timeZone: string
}

/**
 * The canonical name of a time zone, so that `europe/berlin` is counted as `Europe/Berlin`. Null if
 * there is no such time zone.
 */
export function timeZoneNamed(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** By period and time zone: those around now. Users may have time zones of their own. */
const latest = new Lru<string, PeriodBounds>({ max: 3000 })

/**
 * When the periods around a moment begin: the one before, the current and the next one, and the end
 * of that.
 *
 * @param now in seconds since 1970, like the results.
 */
export function boundsAround(
  { period, timeZone }: Pick<CalendarRate, 'period' | 'timeZone'>,
  now = Date.now() / 1000,
): PeriodBounds {
  const name = calendarName({ period, timeZone })
  const known = latest.get(name)
  if (known !== undefined && known[1] <= now && now < known[2]) return known

  const dayOf = localDays(timeZone)
  const today = dayOf(now)
  const startOf = (shift: number) => firstSecondOf(beginning(today, period, shift), dayOf)
  const bounds = [startOf(-1), startOf(0), startOf(1), startOf(2)] as const
  latest.set(name, bounds)
  return bounds
}

/** What counts of a calendar are called: `calendar-month Europe/Berlin`. */
export const calendarName = ({
  period,
  timeZone,
}: Pick<CalendarRate, 'period' | 'timeZone'>): string => `calendar-${period} ${timeZone}`

/** The first day of a period, so many periods from that of `day`. Days are counted from 1970. */
function beginning(day: number, period: CalendarPeriod, shift: number): number {
  const date = new Date(day * secondsPerDay * 1000)
  const year = date.getUTCFullYear()
  // 1 January 1970 was a Thursday.
  if (period === 'week') return day - ((day + 3) % 7) + 7 * shift
  if (period === 'month') return daysUntil(year, date.getUTCMonth() + shift)
  return period === 'year' ? daysUntil(year + shift, 0) : day + shift
}

const secondsPerDay = 86_400

const daysUntil = (year: number, month: number): number =>
  Date.UTC(year, month, 1) / 1000 / secondsPerDay

/**
 * The first second of a local day. Days have 23 to 25 hours, some begin at one o'clock, and some
 * are left out; the next one counts then. Clocks are never set by more than a day.
 */
function firstSecondOf(day: number, dayOf: (moment: number) => number): number {
  let before = (day - 2) * secondsPerDay
  let reached = (day + 2) * secondsPerDay
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dayOf(middle) >= day) reached = middle
    else before = middle
  }
  return reached
}

/** The local day of a moment, counted from 1970. */
function localDays(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (moment) => {
    const parts = format.formatToParts(moment * 1000)
    const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    const midnight = Date.UTC(numberOf('year'), numberOf('month') - 1, numberOf('day'))
    return midnight / 1000 / secondsPerDay
  }
}
