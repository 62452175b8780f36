import { withoutTrailingZeros } from './json/numbers.ts'

/** A time with its full precision. */
export interface Instant {
  readonly seconds: number
  /** Digits of the second, without zeros at the end: `000456`, or empty. */
  readonly fraction: string
}

/**
 * The instant that a text names, in ISO 8601 with an offset, or as in header fields. Null for
 * others: a time without an offset names none.
 */
export function instantOf(text: string): Instant | null {
  if (text.length > 60) return null
  if (httpDate.test(text)) {
    const milliseconds = Date.parse(text)
    return Number.isNaN(milliseconds) ? null : { seconds: milliseconds / 1000, fraction: '' }
  }
  const [, date, time, second = '00', fraction = '', offset] = isoTime.exec(text) ?? []
  if (date === undefined || offset === undefined) return null
  const local = `${date}T${time}:${second}Z`
  const milliseconds = Date.parse(local)
  // `Date.parse` moves the 30th of February to March.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(date))
    return null
  const seconds = milliseconds / 1000 - offsetSeconds(offset)
  return { seconds, fraction: withoutTrailingZeros(fraction) }
}

const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
const isoTime =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(Z|z|[-+]\d\d(?::?\d\d)?)$/

function offsetSeconds(offset: string): number {
  if (/z/i.test(offset)) return 0
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60
}

export const isSameInstant = (one: Instant, other: Instant): boolean =>
  one.seconds === other.seconds && one.fraction === other.fraction

/** Whether one has digits that the other lacks: the same second, and the same digits as far. */
export const isSameButLessPrecise = (one: Instant, other: Instant): boolean =>
  one.seconds === other.seconds &&
  (one.fraction.startsWith(other.fraction) || other.fraction.startsWith(one.fraction))
