import { isoText, withMicroseconds } from 'turnpike/kit'
import { type Decoder, type DrizzleColumn, isArray } from '../entities.ts'

type Read = (value: unknown) => unknown

/**
 * Reads a value of PostgreSQL with the decoder of a field. Where `pg` has made a `Date`, the
 * decoder gets the text of the server, as from Drizzle's driver. A field that is a `Date` has the
 * microseconds, too.
 *
 * @param column null: the field is an expression.
 */
export function postgresReader(column: DrizzleColumn | null, decoder: Decoder): Read {
  const decode: Read = (value) => decoder.mapFromDriverValue(value)
  if (column === null || isArray(column)) return decode
  const type = column.getSQLType()
  if (type === 'date') return (value) => decode(value instanceof Date ? dayText(value) : value)
  if (column.columnType !== 'PgTimestamp') return decode

  // Without a time zone `pg` has read the text as local time, and Drizzle reads it as UTC.
  const ownDate = /with time zone/.test(type) ? (date: Date) => date : inUtc
  return (value) => {
    if (value instanceof Date) return ownDate(value)
    const date = decode(typeof value === 'number' ? infinityText(value) : value)
    const digits = /\.\d{3}(\d{1,3})/.exec(String(value))?.[1]
    return digits !== undefined && date instanceof Date
      ? withMicroseconds(date, digits.padEnd(3, '0'))
      : date
  }
}

/** Whether the decoder of a column is not enough: `pg` reads its values otherwise than Drizzle. */
export const hasOtherForm = (column: DrizzleColumn): boolean =>
  /^(timestamp|date)/.test(column.getSQLType())

const dayText = (date: Date): string => isoText(inUtc(date)).slice(0, 10)

/** `pg` reads the ends of time as numbers. */
const infinityText = (end: number): string => (end < 0 ? '-infinity' : 'infinity')

/** The moment whose time in UTC is that of the date here. */
function inUtc(date: Date): Date {
  const moment = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return withMicroseconds(moment, isoText(date).slice(23, -1).padEnd(3, '0'))
}
