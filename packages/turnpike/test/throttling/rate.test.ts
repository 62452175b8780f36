import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import { parseRate } from '../../src/kit/index.ts'

describe('a rate', () => {
  it.each([
    ['100/day', 100, 86_400],
    ['0/s', 0, 1],
    ['1/second', 1, 1],
    ['5/15m', 5, 900],
    ['5/15 minutes', 5, 900],
    ['10/ min', 10, 60],
    ['999999999/2h', 999_999_999, 7200],
    ['7/999999999s', 7, 999_999_999],
  ])('%j is so many requests in so many seconds', (text, limit, seconds) => {
    expect(parseRate(text)).toEqual({ limit, seconds })
  })

  it.each([
    [1, ['s', 'sec', 'secs', 'second', 'seconds']],
    [60, ['m', 'min', 'mins', 'minute', 'minutes']],
    [3600, ['h', 'hr', 'hrs', 'hour', 'hours']],
    [86_400, ['d', 'day', 'days']],
  ])('a rate has a unit of %d seconds by each of its names', (seconds, names) => {
    for (const name of names) {
      expect(parseRate(`1/${name}`)).toEqual({ limit: 1, seconds })
      expect(parseRate(`1/2${name}`)).toEqual({ limit: 1, seconds: 2 * seconds })
    }
  })

  it.each([
    '',
    '10',
    '10/',
    '/day',
    'ten/day',
    '10/week',
    '10/month',
    '10/D',
    '10/dayz',
    '-1/day',
    '1.5/day',
    '10/1.5h',
    '10 /day',
    ' 10/day',
    '10/day ',
    '10/  day',
    '10/0s',
    '10/00m',
    '10/00m',
    '1000000000/s',
    '1/1000000000s',
    '10/day/2',
    '١/day',
  ])('%j is not a rate, and the error shows what one looks like', (text) => {
    expect(() => parseRate(text)).toThrow(
      new ConfigurationError(
        `${JSON.stringify(text)} is not a valid rate: write 100/day, 10/min or 5/15m.`,
      ),
    )
  })
})
