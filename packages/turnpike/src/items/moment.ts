import { stamp } from '../caching/stamp.ts'

/** The part of a moment that the `Date` read from it cannot hold. */
interface Rest {
  /** The milliseconds of the moment: a `Date` may be changed later. */
  readonly time: number
  /** The fourth to the sixth digit of the fraction. */
  readonly digits: string
}

/** Inside the dates: a page has many, and a `WeakMap` takes eight times as long. */
const rests = stamp<Date, Rest>()

/**
 * The same `Date`, of which `isoText` then knows the microseconds.
 *
 * @param digits the three behind the milliseconds: `456`.
 */
export function withMicroseconds(date: Date, digits: string): Date {
  if (digits !== '000') rests.set(date, { time: date.getTime(), digits })
  return date
}

/**
 * The moment in UTC with all that is known of it: `2026-01-02T03:04:05.123456Z`, or three digits
 * if there are no microseconds.
 *
 * @throws RangeError when the date is invalid.
 */
export function isoText(date: Date): string {
  const rest = rests.get(date)
  const text = date.toISOString()
  return rest?.time === date.getTime() ? `${text.slice(0, -1)}${rest.digits}Z` : text
}

/** The moment so many seconds after this one. */
export const later = (moment: Date, seconds: number): Date =>
  new Date(moment.getTime() + seconds * 1000)
