import { memoize } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { TextRule } from '../rules/rule.ts'
import { textWhere } from '../rules/text.ts'
import { type CalendarPeriod, type CalendarRate, timeZoneNamed } from './calendar-rate.ts'

/** A number of requests in a number of seconds. */
export interface Rate {
  readonly limit: number
  readonly seconds: number
}

/**
 * Parses a rate whose window slides: `100/day`, `5/15m`, `0/s`. A period is a number (default 1)
 * and a unit: seconds, minutes, hours or days, whole or abbreviated.
 *
 * @throws ConfigurationError when the rate is invalid.
 */
export function parseRate(text: string): Rate {
  const read = readRate(text)
  if (read !== null) return read
  throw new ConfigurationError(
    `${JSON.stringify(text)} is not a valid rate: write 100/day, 10/min or 5/15m.`,
  )
}

/** The rule of texts that are rates whose window slides. */
export const rate = textWhere('a rate such as 100/day', (text) => readRate(text) !== null)

/**
 * The rule of texts that are rates, with a sliding window or by the calendar:
 * `100000/calendar-month Europe/Berlin`.
 */
export const throttleRate: TextRule<string> = {
  ...textWhere(
    'a rate such as 100/day or 100000/calendar-month Europe/Berlin',
    (text) => readThrottleRate(text) !== null,
  ),
  advise: (value) => (typeof value === 'string' ? adviceOn(value) : null),
}

/** Null if the text is not a rate. Cached: plans are read with each request. */
export const readThrottleRate = memoize(
  (text): Rate | CalendarRate | null => readRate(text) ?? readCalendarRate(text),
  1000,
)

/** Null if the text is not a rate. */
function readRate(text: string): Rate | null {
  const [, limit, periods, unit = ''] = /^(\d{1,9})\/(\d{0,9})\s?([a-z]+)$/.exec(text) ?? []
  const seconds = units.find(({ names }) => names.includes(unit))?.seconds
  if (limit === undefined || seconds === undefined || Number(periods || 1) === 0) return null
  return { limit: Number(limit), seconds: seconds * Number(periods || 1) }
}

const calendarText = /^(\d{1,9})\/calendar-(day|week|month|year)(?: (\S+))?$/

/** Null if the text is not a rate by the calendar. The time zone is UTC by default. */
function readCalendarRate(text: string): CalendarRate | null {
  const [, limit, period, zone = 'UTC'] = calendarText.exec(text) ?? []
  const timeZone = limit === undefined ? null : timeZoneNamed(zone)
  if (timeZone === null) return null
  return { limit: Number(limit), period: period as CalendarPeriod, timeZone }
}

function adviceOn(text: string): string | null {
  const [, , , zone] = calendarText.exec(text) ?? []
  if (zone !== undefined) return `${zone} is not the name of a time zone, such as Europe/Berlin.`
  const [, limit, period] = /^(\d{1,9})\/(week|month|year)$/.exec(text) ?? []
  return limit === undefined ? null : `Did you mean ${limit}/calendar-${period}?`
}

const units = [
  { seconds: 1, names: ['s', 'sec', 'secs', 'second', 'seconds'] },
  { seconds: 60, names: ['m', 'min', 'mins', 'minute', 'minutes'] },
  { seconds: 3600, names: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { seconds: 86_400, names: ['d', 'day', 'days'] },
]
