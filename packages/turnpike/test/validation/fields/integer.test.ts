import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { integerField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const count = integerField({ minValue: 1, maxValue: 5 })
const anyInteger = integerField()

describe('an integer', () => {
  it.each([
    [3, 3],
    ['4', 4],
    ['4.', 4],
    ['-4.', -4],
    ['4.0', 4],
    ['4.000', 4],
    ['-4', -4],
    ['007', 7],
    ['-0', 0],
    [-0, 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%j is read as %j', async (value, output) => {
    expect(await acceptField(anyInteger, value)).toBe(output)
  })

  it.each([
    'several',
    '',
    ' 3',
    '3 ',
    '+3',
    '1_0',
    '٢',
    '1e2',
    '0x10',
    '.',
    '.0',
    '.0',
    '4.5',
    '--1',
    '9007199254740992',
    '9'.repeat(1000),
    1.5,
    2 ** 53,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    true,
    [],
    {},
  ])('an integer refuses %j', async (value) => {
    expect(await refuseField(anyInteger, value)).toEqual(['invalid: A valid integer is required.'])
  })

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['too small', 0, 'min_value: Ensure this value is greater than or equal to 1.'],
    ['too big', '6', 'max_value: Ensure this value is less than or equal to 5.'],
    ['a text of 1,001 digits', '1'.repeat(1001), 'max_string_length: String value too large.'],
  ])('an integer is refused: %s', async (_name, value, told) => {
    expect(await refuseField(count, value)).toEqual([told])
  })

  it('an integer is a number, documented with its limits', () => {
    expectTypeOf<z.output<typeof count>>().toEqualTypeOf<number>()
    expect(z.toJSONSchema(count, { io: 'output' })).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 5,
    })
  })
})
