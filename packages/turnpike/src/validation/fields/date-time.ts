import * as z from 'zod'
import { isoText } from '../../items/moment.ts'
import { messages } from '../messages.ts'
import { readDateTime } from './iso-8601.ts'
import { reading } from './reading.ts'

/**
 * A moment in one of the ISO 8601 formats of `readDateTime`. Without a time zone it is in UTC.
 *
 * The output is ISO 8601 in UTC, with six fractional digits if it has a fraction:
 * `2024-05-01T10:00:00Z`, `2024-05-01T10:20:30.000123Z`. Further digits are cut off. A `Date` would
 * lose the microseconds.
 */
export const dateTimeField = (): z.ZodString =>
  reading(z.ZodString, { type: 'string' }, { read: readMoment, readStored: readStoredMoment })
    .min(1)
    .meta({ format: 'date-time' })

function readMoment(value: unknown): unknown {
  const written = typeof value === 'string' ? readDateTime(value) : null
  if (written === null) return messages.notADateTime

  const moment = new Date(written.local.getTime() - written.offset)
  // Years after 9999 and before 1 have another notation.
  const year = moment.getUTCFullYear()
  if (year < 1 || year > 9999) return messages.dateTimeOverflow
  return `${moment.toISOString().slice(0, 19)}${microseconds(written.fraction)}Z`
}

/** PostgreSQL's drivers read a moment as a `Date`. */
const readStoredMoment = (value: unknown): unknown =>
  readMoment(value instanceof Date && !Number.isNaN(value.getTime()) ? isoText(value) : value)

/** `5` → `.500000`; nothing for a fraction of zeros. */
function microseconds(fraction: string): string {
  const digits = fraction.slice(0, 6).padEnd(6, '0')
  return Number(digits) === 0 ? '' : `.${digits}`
}
