/** A date and a time of day as written, with every part in range. */
export interface WrittenDateTime {
  /** The moment if the text were in UTC, to the second. Years 1 to 9999. */
  readonly local: Date
  /** Fractional digits of the seconds, as many as were written: `5`. Empty for none. */
  readonly fraction: string
  /** Milliseconds ahead of UTC; 0 when the text names no zone. */
  readonly offset: number
}

/**
 * Parses a date and a time of day in the ISO 8601 formats that programs write; null for anything
 * else:
 *
 * - `2024-05-01T10:20:30.5+02:00`, with `t` or a space for the T, a comma for the point, the offset
 *   as `+02`, `+0200` or `+02:00:15`;
 * - `20240501T102030Z`, without separators;
 * - `2024-W18-3T10:20`, a week date; `2024-W18` is its Monday;
 * - `2024-5-1 9:05 +02:00`, without leading zeros, with spaces before the offset and a line end;
 * - `2024-05-01T10`, the hour alone, and `2024-05-01`, midnight.
 *
 * Django reads the same formats, except for two that it misreads: `T10.5` is half past ten in ISO
 * 8601 but half a second past ten in Django, and it takes the offset of `2024-05-01+02:00` for the
 * time.
 */
export function readDateTime(text: string): WrittenDateTime | null {
  const [, date = '', time = '00'] = dateAndTime.exec(tidied(text)) ?? []
  const day = isWeekDate(date) ? dayOfWeekDate(date) : date.replace(basicDate, '$1-$2-$3')
  const clockMatch = timeOfDay.exec(time)
  const zoneMatch = zone.exec(time.slice(clockMatch?.[0].length))
  if (day === null || clockMatch === null || zoneMatch === null) return null

  const { hour, minute = '00', second = '00', fraction = '' } = clockMatch.groups ?? {}
  const clock = `${day}T${hour}:${minute}:${second}`
  const local = new Date(`${clock}Z`)
  // Dates that do not exist are invalid or overflow, as 30 February does. There is no year 0.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(clock)) return null
  if (local.getUTCFullYear() === 0) return null
  return { local, fraction, offset: offsetOf(zoneMatch.groups ?? {}) }
}

const dateAndTime =
  /^(\d{4}-\d\d-\d\d|\d{8}|\d{4}-W\d\d(?:-[1-7])?|\d{4}W\d\d[1-7]?)(?:[Tt ](.+))?$/s

/** Either all parts have separators or none has. The zone follows. */
const timeOfDay =
  /^(?<hour>\d\d)(?:(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?)?/

/** `Z`, `+02`, `+0200`, `+02:00`, `+02:00:15`, or nothing; a space may come first. */
const zone =
  /^(?: ?(?:Z|(?<sign>[+-])(?<hours>[01]\d|2[0-3])(?:(?<colon>:?)(?<minutes>[0-5]\d)(?:\k<colon>(?<seconds>[0-5]\d))?)?))?$/

const basicDate = /^(\d{4})(\d\d)(\d\d)$/

/** `2024-5-1 9:05 +02` → `2024-05-01T09:05+02`. Other strings are unchanged. */
function tidied(text: string): string {
  const match = relaxed.exec(text)
  if (match === null) return text
  const [, year, month = '', day = '', hour = '', minute = '', second, fraction = '', offset = ''] =
    match
  const seconds = second === undefined ? '' : `:${twoDigits(second)}${fraction}`
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}${seconds}`
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${clock}${offset}`
}

const relaxed =
  /^(\d{4})-(\d\d?)-(\d\d?)[T ](\d\d?):(\d\d?)(?::(\d\d?)([.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?\n?$/

const twoDigits = (part: string) => part.padStart(2, '0')

const isWeekDate = (date: string) => date.charAt(4) === 'W' || date.charAt(5) === 'W'

/** `2024-W18-3` → `2024-05-01`, or null when the year has no such week. */
function dayOfWeekDate(date: string): string | null {
  const [, year = '', week = '', day = '1'] = /^(\d{4})-?W(\d\d)-?(\d?)$/.exec(date) ?? []
  // The first week of a year is the one with 4 January (ISO 8601).
  const january4 = new Date(`${year}-01-04T00:00:00Z`)
  const daysFromMonday = (Number(week) - 1) * 7 - ((january4.getUTCDay() + 6) % 7)
  const monday = january4.getTime() + daysFromMonday * dayLength
  // Weeks belong to the year of their Thursday.
  const thursday = new Date(monday + 3 * dayLength)
  if (thursday.getUTCFullYear() !== Number(year)) return null

  const named = new Date(monday + (Number(day || '1') - 1) * dayLength).toISOString()
  return /^\d{4}-\d\d-\d\d/.exec(named)?.[0] ?? null
}

const dayLength = 86_400_000

function offsetOf(parts: Record<string, string | undefined>): number {
  const { sign, hours = '0', minutes = '0', seconds = '0' } = parts
  const milliseconds = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -milliseconds : milliseconds
}
