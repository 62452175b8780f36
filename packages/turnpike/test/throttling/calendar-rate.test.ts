import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boundsAround,
  type CalendarPeriod,
  timeZoneNamed,
} from '../../src/throttling/calendar-rate.ts'
import { readThrottleRate } from '../../src/throttling/rate.ts'

/** When the periods around a moment begin and end, as texts. */
const boundsOf = (period: CalendarPeriod, timeZone: string, now: string) =>
  boundsAround({ period, timeZone }, Date.parse(now) / 1000).map((moment) =>
    new Date(moment * 1000).toISOString().replace(':00.000', ''),
  )

describe('a rate by the calendar', () => {
  it.each([
    ['100000/calendar-month Europe/Berlin', 100_000, 'month', 'Europe/Berlin'],
    ['5/calendar-day', 5, 'day', 'UTC'],
    ['0/calendar-week asia/TOKYO', 0, 'week', 'Asia/Tokyo'],
    ['999999999/calendar-year Etc/GMT+5', 999_999_999, 'year', 'Etc/GMT+5'],
  ])('%j is so many requests in a period of a time zone', (text, limit, period, timeZone) => {
    expect(readThrottleRate(text)).toEqual({ limit, period, timeZone })
  })

  it.each([
    '5/month',
    '5/calendar-month ',
    '5/calendar-month  UTC',
    '5/calendar-month Europe/Atlantis',
    '5/calendar-hour',
    '5/2calendar-days',
    '5/calendar-month UTC UTC',
    '-5/calendar-day',
    '5/calendar-day __proto__',
    '5.5/calendar-day',
  ])('%j is not a rate', (text) => {
    expect(readThrottleRate(text)).toBeNull()
  })

  it('a time zone has its canonical name', () => {
    expect(timeZoneNamed('europe/berlin')).toBe('Europe/Berlin')
    expect(timeZoneNamed('nowhere')).toBeNull()
  })
})

describe('periods of the calendar', () => {
  it('a month begins at midnight of the time zone, also when the clocks are set in it', () => {
    expect(boundsOf('month', 'Europe/Berlin', '2026-03-15T12:00Z')).toEqual([
      '2026-01-31T23:00Z',
      '2026-02-28T23:00Z',
      '2026-03-31T22:00Z',
      '2026-04-30T22:00Z',
    ])
  })

  it('a period begins in its first second and has ended in the first of the next one', () => {
    expect(boundsOf('month', 'UTC', '2026-12-31T23:59:59.999Z')[2]).toBe('2027-01-01T00:00Z')
    expect(boundsOf('month', 'UTC', '2027-01-01T00:00:00.000Z')[1]).toBe('2027-01-01T00:00Z')
  })

  it('February has 29 days in a leap year', () => {
    expect(boundsOf('month', 'UTC', '2028-02-29T23:00Z').slice(1, 3)).toEqual([
      '2028-02-01T00:00Z',
      '2028-03-01T00:00Z',
    ])
  })

  it('a day has 23 or 25 hours when the clocks are set', () => {
    expect(boundsOf('day', 'Europe/Berlin', '2026-03-29T12:00Z').slice(1, 3)).toEqual([
      '2026-03-28T23:00Z',
      '2026-03-29T22:00Z',
    ])
    expect(boundsOf('day', 'Europe/Berlin', '2026-10-25T12:00Z').slice(1, 3)).toEqual([
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
    ])
  })

  it('a day without a midnight begins when its first hour does', () => {
    // On 24 April 2026 clocks in Cairo go from 00:00 to 01:00.
    expect(boundsOf('day', 'Africa/Cairo', '2026-04-24T12:00Z').slice(1, 3)).toEqual([
      '2026-04-23T22:00Z',
      '2026-04-24T21:00Z',
    ])
  })

  it('a day that a time zone leaves out has no length', () => {
    // Samoa crossed the date line: 30 December 2011 did not happen there.
    expect(boundsOf('day', 'Pacific/Apia', '2011-12-29T20:00Z').slice(1)).toEqual([
      '2011-12-29T10:00Z',
      '2011-12-30T10:00Z',
      '2011-12-30T10:00Z',
    ])
  })

  it('a week begins on Monday, also across the end of the year', () => {
    expect(boundsOf('week', 'UTC', '2026-01-04T23:59Z').slice(1, 3)).toEqual([
      '2025-12-29T00:00Z',
      '2026-01-05T00:00Z',
    ])
    expect(boundsOf('week', 'UTC', '2026-01-05T00:00Z')[1]).toBe('2026-01-05T00:00Z')
  })

  it('a year begins on the first of January of the time zone', () => {
    expect(boundsOf('year', 'Pacific/Auckland', '2026-12-31T11:30Z').slice(1, 3)).toEqual([
      '2026-12-31T11:00Z',
      '2027-12-31T11:00Z',
    ])
  })

  it('every moment is in the current period, and periods follow each other without a gap', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Africa/Cairo']
    const periods = ['day', 'week', 'month', 'year'] as const
    fc.assert(
      fc.property(
        fc.integer({ min: 1_700_000_000, max: 2_200_000_000 }),
        fc.constantFrom(...zones),
        fc.constantFrom(...periods),
        (now, timeZone, period) => {
          const [previous, current, next, end] = boundsAround({ period, timeZone }, now)
          expect([previous < current, current <= now, now < next, next < end]).not.toContain(false)
          expect(boundsAround({ period, timeZone }, next)[1]).toBe(next)
          expect(boundsAround({ period, timeZone }, current - 1)[1]).toBe(previous)
        },
      ),
      { numRuns: 100 },
    )
  })
})
