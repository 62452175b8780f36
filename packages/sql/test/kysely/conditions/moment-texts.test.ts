import { describe, expect, it } from 'vitest'
import { meets } from '../../../../turnpike/src/items/conditions/meets.ts'
import { asMomentTexts } from '../../../src/kysely/conditions/moment-texts.ts'

const times = [
  '2025-01-30T23:59:59.999',
  '2025-01-31T00:00:00',
  '2025-01-31T10:00:00',
  '2025-01-31T10:00:00.001',
  '2025-01-31T10:00:00.050',
  '2025-01-31T10:00:00.500',
  '2025-01-31T10:00:00.510',
  '2025-01-31T10:00:00.999',
  '2025-01-31T10:00:01',
  '2025-02-01T00:00:00',
]
const moments = times.map((time) => new Date(`${time}Z`))

/** The texts that programs write for a time. */
const formsOf = (time: string): string[] => {
  const [second = '', fraction = ''] = time.split('.')
  const fractions = [fraction.replace(/0+$/, ''), fraction.padEnd(3, '0'), fraction.padEnd(6, '0')]
  const texts = fractions.map((digits) => second + (digits === '' ? '' : `.${digits}`))
  const zoned = texts.flatMap((text) => ['Z', '+00:00', ''].map((zone) => text + zone))
  return [...new Set([...zoned, ...zoned.map((text) => text.replace('T', ' '))])]
}

const operators = {
  '=': (one: number, other: number) => one === other,
  '<': (one: number, other: number) => one < other,
  '<=': (one: number, other: number) => one <= other,
  '>': (one: number, other: number) => one > other,
  '>=': (one: number, other: number) => one >= other,
} as const

describe('moments that are kept as texts', () => {
  it.each(Object.keys(operators) as (keyof typeof operators)[])(
    'texts are compared by %s as the moments that they are',
    (operator) => {
      for (const value of moments) {
        const condition = asMomentTexts({ field: 'at', operator, value })
        if (condition === null) throw new Error('The condition has a moment.')
        for (const time of times) {
          const expected = operators[operator](Date.parse(`${time}Z`), value.getTime())
          for (const at of formsOf(time)) {
            expect(meets({ at }, condition), `${at} ${operator} ${value.toISOString()}`).toBe(
              expected,
            )
          }
        }
        expect(meets({ at: null }, condition)).toBe(false)
      }
    },
  )

  it('a list of moments and texts has every form of the moments', () => {
    const value = [new Date('2025-01-31T10:00:00Z'), 'never'] as const
    const condition = asMomentTexts({ field: 'at', operator: 'in', value })
    if (condition === null) throw new Error('The condition has a moment.')

    expect(meets({ at: '2025-01-31 10:00:00' }, condition)).toBe(true)
    expect(meets({ at: '2025-01-31T10:00:00.000Z' }, condition)).toBe(true)
    expect(meets({ at: 'never' }, condition)).toBe(true)
    expect(meets({ at: '2025-01-31T10:00:01Z' }, condition)).toBe(false)
  })

  it('a condition without moments stays as it is', () => {
    expect(asMomentTexts({ field: 'at', operator: '<', value: '2025' })).toBe(null)
    expect(asMomentTexts({ field: 'at', operator: 'in', value: ['2025'] })).toBe(null)
    expect(asMomentTexts({ field: 'at', operator: 'null' })).toBe(null)
    expect(asMomentTexts({ field: 'at', operator: '=', value: new Date(Number.NaN) })).toBe(null)
  })
})
