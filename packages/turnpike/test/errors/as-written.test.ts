import { describe, expect, it } from 'vitest'
import { asWritten } from '../../src/errors/configuration-error.ts'

const cyclic: unknown[] = []
cyclic.push(cyclic)

describe('a value in a message', () => {
  it.each<[unknown, string]>([
    ['20', '"20"'],
    [20, '20'],
    [Number.NaN, 'NaN'],
    [null, 'null'],
    [undefined, 'undefined'],
    [10n, '10'],
    [Symbol('x'), 'Symbol(x)'],
    [[], '[]'],
    [['a', 1, [true]], '["a", 1, [true]]'],
    [{}, '{}'],
    [{ anon: '1/s', user: null }, '{ anon: "1/s", user: null }'],
    [Object.create(null), '{}'],
    [asWritten, 'asWritten'],
    [() => {}, 'a function'],
    [cyclic, '[[[…]]]'],
  ])('%o is written as in code', (value, text) => {
    expect(asWritten(value)).toBe(text)
  })

  it('a long value is cut off', () => {
    expect(asWritten('x'.repeat(1000))).toBe(`"${'x'.repeat(119)}…`)
    expect(asWritten(Array.from({ length: 1000 }, () => 'x'))).toHaveLength(121)
  })
})
