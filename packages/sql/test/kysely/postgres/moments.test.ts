import { types } from 'pg'
import { isoText } from 'turnpike/kit'
import { describe, expect, it } from 'vitest'
import { postgresTypes } from '../../../src/kysely/index.ts'
import { randomNumbers } from '../counted/postgres/counted-note.ts'

const timestamptz = 1184

describe('moments of PostgreSQL', () => {
  const read = postgresTypes(types).getTypeParser(timestamptz)
  const parse = types.getTypeParser(timestamptz)

  it('a moment is read as by pg, whatever its zone and fraction are', () => {
    const { below } = randomNumbers(7)
    const two = (number: number) => `${number}`.padStart(2, '0')
    for (let count = 0; count < 20_000; count++) {
      const year = `${1 + below(9999)}`.padStart(4, '0')
      const day = `${year}-${two(1 + below(12))}-${two(1 + below(28))}`
      const time = `${two(below(24))}:${two(below(60))}:${two(below(60))}`
      const fraction =
        below(4) === 0 ? '' : `.${`${below(1_000_000)}`.padStart(6, '0').slice(0, 1 + below(6))}`
      const zone = `${'+-'[below(2)]}${two(below(15))}${['', ':30', ':45', ':19:32'][below(4)]}`
      const text = `${day} ${time}${fraction}${zone}${below(20) === 0 ? ' BC' : ''}`

      expect(read(text), text).toEqual(parse(text))
    }
  })

  it.each([
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.1+00', '2026-01-02T03:04:05.100Z'],
    ['2026-01-02 03:04:05.123456+00', '2026-01-02T03:04:05.123456Z'],
    ['2026-01-02 03:04:05.12345+00', '2026-01-02T03:04:05.123450Z'],
    ['2026-01-02 03:04:05.000001-12', '2026-01-02T15:04:05.000001Z'],
    ['2026-01-02 03:04:05.123456+05:45', '2026-01-01T21:19:05.123456Z'],
    ['0099-12-31 23:59:59.5+00', '0099-12-31T23:59:59.500Z'],
    ['12026-01-02 03:04:05.123456+00', '+012026-01-02T03:04:05.123456Z'],
  ])('%s is %s', (text, expected) => {
    expect(isoText(read(text) as Date)).toBe(expected)
  })

  it.each(['infinity', '-infinity', 'Fri 02 Jan 03:04:05 2026 CET', '2026-01-02 03:04'])(
    '%s is what pg makes of it',
    (text) => {
      expect(read(text)).toEqual(parse(text))
    },
  )

  it('a parser of the application is asked for each moment', () => {
    const own = postgresTypes({ getTypeParser: (_oid: unknown) => (text: string) => `at ${text}` })
    expect(own.getTypeParser(timestamptz)('2026-01-02 03:04:05+00')).toBe(
      'at 2026-01-02 03:04:05+00',
    )
  })

  it('a date has its microseconds where nobody sees them, until it is changed', () => {
    const date = read('2026-01-02 03:04:05.123456+00') as Date
    expect(date).toEqual(new Date('2026-01-02T03:04:05.123Z'))
    expect(Reflect.ownKeys(date)).toEqual([])
    expect(isoText(new Date(date))).toBe('2026-01-02T03:04:05.123Z')
    date.setUTCFullYear(2027)
    expect(isoText(date)).toBe('2027-01-02T03:04:05.123Z')
  })
})
