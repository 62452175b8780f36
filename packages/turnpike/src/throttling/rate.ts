import { ConfigurationError } from '../errors/configuration-error.ts'
import { textWhere } from '../rules/text.ts'

/** A number of requests in a number of seconds. */
export interface Rate {
  readonly limit: number
  readonly seconds: number
}

/**
 * Parses a rate: `100/day`, `5/15m`, `0/s`. A period is a number (default 1) and a unit: seconds,
 * minutes, hours or days, whole or abbreviated.
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

/** The rule of texts that are rates. */
export const rate = textWhere('a rate such as 100/day', (text) => readRate(text) !== null)

/** Null if the text is not a rate. */
function readRate(text: string): Rate | null {
  const [, limit, periods, unit = ''] = /^(\d{1,9})\/(\d{0,9})\s?([a-z]+)$/.exec(text) ?? []
  const seconds = units.find(({ names }) => names.includes(unit))?.seconds
  if (limit === undefined || seconds === undefined || Number(periods || 1) === 0) return null
  return { limit: Number(limit), seconds: seconds * Number(periods || 1) }
}

const units = [
  { seconds: 1, names: ['s', 'sec', 'secs', 'second', 'seconds'] },
  { seconds: 60, names: ['m', 'min', 'mins', 'minute', 'minutes'] },
  { seconds: 3600, names: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { seconds: 86_400, names: ['d', 'day', 'days'] },
]
