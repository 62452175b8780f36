import { isoText, withMicroseconds } from '../items/moment.ts'
import type { Decoder, DrizzleColumn } from './entities.ts'

type Read = (value: unknown) => unknown

/**
 * Reads a value of PostgreSQL with the decoder of a field. It gets what Drizzle's driver would give
 * it: a moment as the text of the server, not as the `Date` of `pg`. Fields that are a `Date` keep
 * that one, which has the microseconds, too.
 *
 * @param column null: the field is an expression.
 */
export function postgresReader(column: DrizzleColumn | null, decoder: Decoder): Read {
  const type = column?.getSQLType() ?? ''
  const textOf = textOfMoment(type)
  const decode: Read = (value) => decoder.mapFromDriverValue(textOf(value))
  if (column?.columnType === 'PgTimestamp') {
    const ownDate = isZoned.test(type) ? (date: Date) => date : inUtc
    return (value) => (value instanceof Date ? ownDate(value) : decode(value))
  }
  if (column?.columnType !== 'PgArray') return decode

  const { baseColumn } = column as DrizzleColumn & { readonly baseColumn: DrizzleColumn }
  const readOne = postgresReader(baseColumn, baseColumn)
  return (value) =>
    Array.isArray(value) ? value.map((one) => (one === null ? null : readOne(one))) : decode(value)
}

/** Whether `pg` reads the values of a column otherwise than Drizzle. */
export const hasOtherForm = (column: DrizzleColumn): boolean =>
  /^(timestamp|date|interval)/.test(column.getSQLType())

const isZoned = /with time zone|^timestamptz/

/** Without a time zone `pg` has read the text as local time. */
function textOfMoment(type: string): Read {
  const isLocal = type === 'date' || (type.startsWith('timestamp') && !isZoned.test(type))
  return (value) => {
    if (value === Infinity) return 'infinity'
    if (value === -Infinity) return '-infinity'
    if (!(value instanceof Date)) return value
    if (!isLocal) return `${written(value)}+00`
    const text = written(inUtc(value))
    return type === 'date' ? text.slice(0, 10) : text
  }
}

/** `2026-01-02 03:04:05.123456`: as PostgreSQL, without zeros at the end of the fraction. */
const written = (date: Date): string =>
  isoText(date)
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '')

/** The moment whose time in UTC is that of the date here. */
function inUtc(date: Date): Date {
  const moment = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return withMicroseconds(moment, isoText(date).slice(23, -1).padEnd(3, '0'))
}
