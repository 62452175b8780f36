import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { bigIntegerField } from '../../../src/validation/index.ts'
import { jsonSchemaOf } from '../../../src/validation/json-schema.ts'
import { acceptField, refuseField } from '../checking.ts'

const field = bigIntegerField()
const greatest = '9223372036854775807'
const least = '-9223372036854775808'
const ensure = 'Ensure this value is'

describe('an integer of 64 bits', () => {
  it.each([
    [3, 3],
    ['4.0', 4],
    ['-0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740993.0', '9007199254740993'],
    ['-0009007199254740993', '-9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('%j is read as %j', async (value, output) => {
    expect(await acceptField(field, value)).toBe(output)
  })

  it.each(['', ' 3', '+3', '1e2', '4.5', 1.5, 2 ** 53, true, [], {}])(
    'a 64-bit integer refuses %j',
    async (value) => {
      expect(await refuseField(field, value)).toEqual(['invalid: A valid integer is required.'])
    },
  )

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['too big', '9223372036854775808', `max_value: ${ensure} less than or equal to ${greatest}.`],
    [
      'too small',
      '-9223372036854775809',
      `min_value: ${ensure} greater than or equal to ${least}.`,
    ],
    ['a text of 1,001 digits', '1'.repeat(1001), 'max_string_length: String value too large.'],
  ])('a 64-bit integer is refused: %s', async (_name, value, message) => {
    expect(await refuseField(field, value)).toEqual([message])
  })

  it('a 64-bit integer is a number or a text, in its type and in its documentation', () => {
    const schema = z.object({ field })
    expectTypeOf<z.infer<typeof schema>>().toEqualTypeOf<{ field: number | string }>()
    expect(jsonSchemaOf(schema, 'output')?.properties?.field).toMatchObject({
      anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^-?[1-9][0-9]{15,18}$' }],
    })
  })
})
