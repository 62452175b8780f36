import { z } from 'zod'
import { messages } from '../messages.ts'
import { reading } from './reading.ts'

/**
 * A moment: `YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]`, or with a blank for the T. Without a
 * zone it is UTC.
 *
 * The output is its ISO 8601 text in UTC, with six digits of fraction where it has one:
 * `2024-05-01T10:00:00Z`, `2024-05-01T10:20:30.000123Z`. A `Date` would lose the microseconds.
 */
export const dateTimeField = (): z.ZodString =>
  reading(z.ZodString, { type: 'string' }, readDateTime).min(1).meta({ format: 'date-time' })

function readDateTime(value: unknown): unknown {
  const parts = typeof value === 'string' ? dateTimeText.exec(value)?.groups : undefined
  if (parts === undefined) return messages.notADateTime

  const { date, minutes, seconds = ':00', fraction = '', zone = 'Z' } = parts
  const clock = `${date}T${minutes}${seconds}`
  const local = new Date(`${clock}Z`)
  if (!shows(local, clock)) return messages.notADateTime

  const moment = new Date(local.getTime() - offsetOf(zone))
  if (!isFourDigitYear(local) || !isFourDigitYear(moment)) return messages.notADateTime
  return `${moment.toISOString().slice(0, 19)}${microseconds(fraction)}Z`
}

const dateTimeText = new RegExp(
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<minutes>\d\d:\d\d)/.source +
    /(?:(?<seconds>:\d\d)(?:\.(?<fraction>\d{1,6}))?)?/.source +
    /(?<zone>Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/.source,
)

/** Dates that do not exist carry over, as 30 February does, or are none. */
const shows = (moment: Date, clock: string): boolean =>
  !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(clock)

/** Milliseconds that `+02:00` is ahead of UTC. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** There is no year 0, and years beyond 9999 are written in another way. */
const isFourDigitYear = (moment: Date): boolean =>
  moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999

/** `5` → `.500000`; nothing for a fraction of zeros. */
const microseconds = (fraction: string): string =>
  Number(fraction) === 0 ? '' : `.${fraction.padEnd(6, '0')}`
