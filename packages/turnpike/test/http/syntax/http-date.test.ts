import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { httpDate, readHttpDate } from '../../../src/http/syntax/http-date.ts'

describe('dates in header fields', () => {
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('%s is read, as RFC 9110 writes it', (field) => {
    expect(readHttpDate(field)?.toISOString()).toBe('1994-11-06T08:49:37.000Z')
  })

  it.each([
    '',
    'yesterday',
    '0',
    '784111777',
    '1994-11-06T08:49:37Z',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0200',
    'Sun, 06 nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  ])('%j is not one', (field) => {
    expect(readHttpDate(field)).toBeNull()
  })

  it('a year of two digits is at most 50 years in the future', () => {
    const now = new Date().getUTCFullYear()
    const yearOf = (year: number) =>
      readHttpDate(`Sunday, 06-Nov-${`${year % 100}`.padStart(2, '0')} 08:49:37 GMT`)
    for (let year = now - 49; year <= now + 50; year++) {
      expect(yearOf(year)?.getUTCFullYear()).toBe(year)
    }
  })

  it('every moment is read as it is written, in whole seconds', () => {
    const moments = fc.date({
      min: new Date('0100-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moments, (date) => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000
        expect(readHttpDate(httpDate(date))?.getTime()).toBe(seconds)
      }),
    )
  })
})
