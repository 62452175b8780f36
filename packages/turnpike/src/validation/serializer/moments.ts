import { isoText } from '../../items/moment.ts'
import { readDateTime } from '../fields/iso-8601.ts'

export interface MomentOptions {
  /** Digits after the point of the seconds; -1: no seconds. Default 3, or 6 if it has more. */
  readonly precision?: number | null | undefined
  /** Whether a text without a zone stays one. Default false: it is in UTC. */
  readonly local?: boolean | undefined
}

/** The moment in UTC in the one form that is sent, `2026-01-02T03:04:05.123Z`, or null. */
export function momentText(value: unknown, { precision, local }: MomentOptions): string | null {
  if (value instanceof Date) return textOfDate(value, precision)
  const written = typeof value === 'string' ? readDateTime(value) : null
  if (written === null) return null

  const isLocal = local === true && !hasZone.test(value as string)
  const text = textOfDate(new Date(written.local.getTime() - written.offset), precision, written)
  return isLocal && text !== null ? text.slice(0, -1) : text
}

/** Matches what `momentText` writes by default. Days from the 29th on are parsed instead. */
export const usualMoment =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(?:(?!000)\d{3})?Z$/

/** After the time of day, so that `-02` of a date does not count. */
const hasZone = /[Tt ].*(?:Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)$/

function textOfDate(
  date: Date,
  precision: number | null | undefined,
  { fraction }: { fraction?: string } = {},
): string | null {
  const year = date.getUTCFullYear()
  // Other years are written in another way, and the year of an invalid date is NaN.
  if (!(year >= 1 && year <= 9999)) return null
  const iso = isoText(date)
  if (precision === -1) return `${iso.slice(0, 16)}Z`
  return `${iso.slice(0, 19)}${fractionText(fraction ?? iso.slice(20, -1), precision)}Z`
}

/** `5` → `.500`, `123456` → `.123456`; further digits are cut off. */
function fractionText(digits: string, precision: number | null | undefined): string {
  const micro = digits.slice(0, 6).padEnd(6, '0')
  const shown = precision ?? (micro.endsWith('000') ? 3 : 6)
  return shown === 0 ? '' : `.${digits.slice(0, shown).padEnd(shown, '0')}`
}

/**
 * The day as `2026-01-02`, or null. A moment must be midnight: in UTC, or in the time zone of the
 * process, in which drivers read days as a `Date`.
 */
export function dayText(value: unknown): string | null {
  if (value instanceof Date) {
    const utc = momentText(value, { precision: 6 })
    if (utc === null) return null
    if (isMidnight(utc)) return utc.slice(0, 10)
    const shift = value.getTimezoneOffset() * 60_000
    const local = momentText(new Date(value.getTime() - shift), { precision: 6 })
    return local !== null && isMidnight(local) ? local.slice(0, 10) : null
  }
  const written = typeof value === 'string' ? readDateTime(value) : null
  if (written === null || /[1-9]/.test(written.fraction)) return null
  const text = written.local.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : null
}

const isMidnight = (moment: string) => moment.endsWith('T00:00:00.000000Z')

/** The time of day as `03:04:05`, with six digits of fraction where it has one, or null. */
export function timeText(value: unknown, { precision }: MomentOptions): string | null {
  const match = typeof value === 'string' ? timeOfDay.exec(value) : null
  if (match === null) return null
  const [, minutes = '', seconds = '00', fraction = ''] = match
  if (precision === -1) return minutes
  const shown = precision ?? (/[1-9]/.test(fraction.slice(0, 6)) ? 6 : 0)
  return `${minutes}:${seconds}${fractionText(fraction, shown)}`
}

const timeOfDay = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?$/
