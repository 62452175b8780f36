import { InvalidArgumentError } from 'commander'

const day = /^\d{4}-\d\d-\d\d$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** `2027-01-31`, which is its first moment in UTC, or a time. */
export function readTime(text: string): Date {
  const date = new Date(day.test(text) || time.test(text) ? text : Number.NaN)
  // JavaScript reads the 30th of February as a day of March.
  const exists = new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10))
  if (Number.isNaN(date.getTime()) || !exists) {
    throw new InvalidArgumentError('Write it as 2027-01-31 or 2027-01-31T12:00:00Z.')
  }
  return date
}

/** A lifetime in days. */
export function readDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 36_500) throw new InvalidArgumentError('Write a number from 1 to 36500.')
  return days
}
