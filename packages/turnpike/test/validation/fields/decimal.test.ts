import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { fieldOfSchema } from '../../../src/validation/fields/reading.ts'
import { decimalField } from '../../../src/validation/index.ts'
import { accept, acceptField, refuseField } from '../checking.ts'

const price = decimalField({ maxDigits: 5, decimalPlaces: 2 })

describe('a decimal', () => {
  it.each([
    ['12.5', '12.50'],
    [7, '7.00'],
    [0.1, '0.10'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['-0.00', '0.00'],
    ['-1.5', '-1.50'],
    ['.5', '0.50'],
    ['-.5', '-0.50'],
    ['2.', '2.00'],
    ['2.e1', '20.00'],
    ['007', '7.00'],
    ['1e2', '100.00'],
    ['1E+2', '100.00'],
    ['125e-2', '1.25'],
    ['999.99', '999.99'],
  ])('%j is %j, with exactly two places', async (value, output) => {
    expect(await acceptField(price, value)).toBe(output)
  })

  it.each([
    'cheap',
    '',
    'NaN',
    'Infinity',
    ' 1',
    '+1',
    '1_0',
    '٢',
    '.',
    '-',
    '.e1',
    '1e',
    `1e${'9'.repeat(900)}`,
    true,
    [],
    {},
  ])('a decimal refuses %j', async (value) => {
    expect(await refuseField(price, value)).toEqual(['invalid: A valid number is required.'])
  })

  it.each([null, '', ' ', '\t\x85'])(
    'a decimal takes %j as null when that is allowed',
    async (value) => {
      expect(await acceptField(price.nullable(), value)).toBeNull()
      expect(await acceptField(price.optional().nullable(), value)).toBeNull()
      expect(await acceptField(price.nullish().default('1.00'), value)).toBeNull()
      expect(await acceptField(price.transform(Number).nullable(), value)).toBeNull()
      expect(await acceptField(z.array(price.nullable()), [value])).toEqual([null])
      expect(
        await accept(z.object({ price: price.nullable() }), { price: value }, { partial: true }),
      ).toEqual({ price: null })
    },
  )

  it('a decimal takes no word for null', async () => {
    expect(await refuseField(price.nullable(), 'null')).toEqual([
      'invalid: A valid number is required.',
    ])
  })

  it.each([
    ['123456', 'max_digits: Ensure that there are no more than 5 digits in total.'],
    ['1e5', 'max_digits: Ensure that there are no more than 5 digits in total.'],
    ['1e-6', 'max_digits: Ensure that there are no more than 5 digits in total.'],
    ['1.234', 'max_decimal_places: Ensure that there are no more than 2 decimal places.'],
    ['1.500', 'max_decimal_places: Ensure that there are no more than 2 decimal places.'],
    [
      '1234.5',
      'max_whole_digits: Ensure that there are no more than 3 digits before the decimal point.',
    ],
    [
      '1e3',
      'max_whole_digits: Ensure that there are no more than 3 digits before the decimal point.',
    ],
  ])(
    'a decimal has too many digits in %s: the first limit it breaks is reported',
    async (value, told) => {
      expect(await refuseField(price, value)).toEqual([told])
    },
  )

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['a text of 1,001 digits', '1'.repeat(1001), 'max_string_length: String value too large.'],
  ])('a decimal is refused: %s', async (_name, value, told) => {
    expect(await refuseField(price, value)).toEqual([told])
  })

  it('a decimal is never a float: texts of any length stay exact', async () => {
    const exact = decimalField({ maxDigits: 40, decimalPlaces: 20 })

    expect(await acceptField(exact, '12345678901234567890.12345678901234567891')).toBe(
      '12345678901234567890.12345678901234567891',
    )
    expect(await acceptField(decimalField({ maxDigits: 3, decimalPlaces: 0 }), '12')).toBe('12')
  })

  it('refuses numbers that JavaScript may have rounded', async () => {
    const long = decimalField({ maxDigits: 50, decimalPlaces: 20 })

    expect(await acceptField(long, 123456.789)).toBe('123456.78900000000000000000')
    expect(await acceptField(long, Number.MAX_SAFE_INTEGER)).toMatch(/^9007199254740991\.0+$/)
    for (const value of [0.1 + 0.2, 2 ** 53, 1e21, Number.POSITIVE_INFINITY]) {
      expect(await refuseField(long, value)).toEqual(['invalid: A valid number is required.'])
    }
  })

  it('a decimal is a text, documented as a decimal', () => {
    expectTypeOf<z.output<typeof price>>().toEqualTypeOf<string>()
    expect(z.toJSONSchema(price, { io: 'output' })).toMatchObject({
      type: 'string',
      format: 'decimal',
    })
  })

  describe('with limits', () => {
    const rate = decimalField({ maxDigits: 20, decimalPlaces: 4, minValue: '-0.01', maxValue: 100 })

    it.each(['-0.01', '-0.0100', '-1e-2', '0', '-0', '100', '1e2', '99.9999'])(
      'a decimal with limits accepts %j',
      async (value) => {
        expect(await refuseField(rate, value).catch(() => 'accepted')).toBe('accepted')
      },
    )

    it.each(['100.0001', '101', '1e3', '9999999999999999'])(
      'a decimal with limits refuses %j as too large',
      async (value) => {
        expect(await refuseField(rate, value)).toEqual([
          'max_value: Ensure this value is less than or equal to 100.',
        ])
      },
    )

    it.each(['-0.0101', '-1', '-1e9', -5])(
      'a decimal with limits refuses %j as too small',
      async (value) => {
        expect(await refuseField(rate, value)).toEqual([
          'min_value: Ensure this value is greater than or equal to -0.01.',
        ])
      },
    )

    it('the limits of a decimal are not those of what is stored', () => {
      const price = decimalField({ maxDigits: 5, decimalPlaces: 2, minValue: 0 })
      expect(fieldOfSchema(price)?.readStored?.('-1.5')).toBe('-1.50')
    })

    it.each(['cheap', Number.NaN, '', null, '1e9999'])(
      '%j is no limit of a decimal',
      (minValue) => {
        const options = { maxDigits: 5, decimalPlaces: 2, minValue: minValue as never }
        expect(() => decimalField(options)).toThrow(
          'minValue of decimalField() must be a decimal number, such as 0 or',
        )
      },
    )
  })
})
