import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accept, refusal, refuse, refuseField } from './checking.ts'

describe('plain zod has the same texts and codes', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['missing', z.string(), undefined, 'required: This field is required.'],
    ['null', z.number(), null, 'null: This field may not be null.'],
    ['missing choice', z.enum(['a']), undefined, 'required: This field is required.'],
    [
      'missing union',
      z.union([z.string(), z.number()]),
      undefined,
      'required: This field is required.',
    ],
    ['string', z.string(), 5, 'invalid: Not a valid string.'],
    ['string.min(1)', z.string().min(1), '', 'blank: This field may not be blank.'],
    ['a list for string.min(1)', z.string().min(1), [], 'invalid: Not a valid string.'],
    [
      'string.min',
      z.string().min(3),
      'ab',
      'min_length: Ensure this field has at least 3 characters.',
    ],
    [
      'string.max',
      z.string().max(5),
      'abcdef',
      'max_length: Ensure this field has no more than 5 characters.',
    ],
    ['string.regex', z.string().regex(/a/), 'b', 'invalid: Enter a valid value.'],
    ['number', z.number(), '5', 'invalid: A valid number is required.'],
    ['Infinity', z.number(), Number.POSITIVE_INFINITY, 'invalid: A valid number is required.'],
    ['number.int of a text', z.number().int(), 'x', 'invalid: A valid integer is required.'],
    ['number.int of a fraction', z.number().int(), 1.5, 'invalid: A valid integer is required.'],
    ['int of a text', z.int(), 'x', 'invalid: A valid integer is required.'],
    ['int beyond 2^53', z.int(), 2 ** 53, 'invalid: A valid integer is required.'],
    ['int below -2^53', z.int(), -(2 ** 53), 'invalid: A valid integer is required.'],
    [
      'number.max',
      z.number().max(5),
      6,
      'max_value: Ensure this value is less than or equal to 5.',
    ],
    [
      'number.min',
      z.number().min(1),
      0,
      'min_value: Ensure this value is greater than or equal to 1.',
    ],
    ['number.lt', z.number().lt(5), 5, 'max_value: Ensure this value is less than 5.'],
    ['number.gt', z.number().gt(5), 5, 'min_value: Ensure this value is greater than 5.'],
    [
      'number.multipleOf',
      z.number().multipleOf(5),
      3,
      'step_size: Ensure this value is a multiple of 5.',
    ],
    ['boolean', z.boolean(), 'true', 'invalid: Must be a valid boolean.'],
    ['email', z.email(), 'x', 'invalid: Enter a valid email address.'],
    ['url', z.url(), 'x', 'invalid: Enter a valid URL.'],
    ['uuid', z.uuid(), 'x', 'invalid: Must be a valid UUID.'],
    ['ipv4', z.ipv4(), 'x', 'invalid: Enter a valid IPv4 address.'],
    [
      'iso.datetime',
      z.iso.datetime(),
      'x',
      'invalid: Datetime has wrong format. Use one of these formats instead: ' +
        'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
    ],
    [
      'iso.date',
      z.iso.date(),
      'x',
      'invalid: Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
    ],
    [
      'date.min',
      z.coerce.date().min(new Date(0)),
      '1960-01-01',
      'min_value: Ensure this value is greater than or equal to 1970-01-01T00:00:00.000Z.',
    ],
    ['enum', z.enum(['s', 'm']), 'xl', 'invalid_choice: "xl" is not a valid choice.'],
    ['literal', z.literal(5), 6, 'invalid_choice: "6" is not a valid choice.'],
    [
      'a surrogate in a choice',
      z.enum(['s']),
      '\udead',
      'surrogate_characters_not_allowed: Surrogate characters are not allowed: U+DEAD.',
    ],
    [
      'array',
      z.array(z.string()),
      'a',
      'not_a_list: Expected a list of items but got type "string".',
    ],
    ['array.nonempty', z.array(z.string()).nonempty(), [], 'empty: This list may not be empty.'],
    [
      'array.min',
      z.array(z.string()).min(2),
      ['a'],
      'min_length: Ensure this field has at least 2 elements.',
    ],
    [
      'array.max',
      z.array(z.string()).max(1),
      ['a', 'b'],
      'max_length: Ensure this field has no more than 1 elements.',
    ],
    ['never', z.never(), 1, 'unknown_field: This field is not expected.'],
    ['refine', z.string().refine(() => false), 'a', 'invalid: Invalid input.'],
    ['refine with a text', z.string().refine(() => false, 'No.'), 'a', 'invalid: No.'],
    [
      'refine with a code',
      z.string().refine(() => false, { message: 'No.', params: { code: 'taken' } }),
      'a',
      'taken: No.',
    ],
    ['custom', z.custom(() => false), 'a', 'invalid: Invalid input.'],
    [
      'custom, missing',
      z.custom((value) => value === 1),
      undefined,
      'required: This field is required.',
    ],
    ['union', z.union([z.string(), z.number()]), true, 'invalid: Invalid input.'],
    [
      'union of literals',
      z.union([z.literal('a'), z.literal('b')]),
      'c',
      'invalid_choice: "c" is not a valid choice.',
    ],
  ])('plain zod has the same texts and codes: %s', async (_name, field, value, told) => {
    expect(await refuseField(field, value)).toEqual([told])
  })
})

describe('the author of a schema', () => {
  it('the author of a schema has the last word on the text, the code stays', async () => {
    const own = z.object({
      name: z.string('A name, please.').max(3, 'Shorter, please.'),
      size: z.enum(['s'], { error: ({ input }) => `No ${input}.` }),
    })

    const error = await refusal(own, { name: 'abcd', size: 'm' })
    expect(error.detail).toEqual({ name: ['Shorter, please.'], size: ['No m.'] })
    expect(error.codes).toEqual({ name: ['max_length'], size: ['invalid_choice'] })
    expect(await refuse(own, { size: 's' })).toEqual({ name: ['A name, please.'] })
  })
})

describe('strict objects', () => {
  it('strict objects report each unknown key', async () => {
    const error = await refusal(z.strictObject({ a: z.string() }), { a: 'x', b: 1, c: 2 })

    expect(error.detail).toEqual({
      b: ['This field is not expected.'],
      c: ['This field is not expected.'],
    })
  })

  it('strict objects keep their checks when another side of an intersection knows the key', async () => {
    const left = z.strictObject({ a: z.string() }).refine(({ a }) => a === 'good', 'No.')
    const both = z.intersection(left, z.strictObject({ b: z.string() }))

    expect(await accept(both, { a: 'good', b: 'y' })).toEqual({ a: 'good', b: 'y' })
    expect(await refuse(both, { a: 'bad', b: 'y' })).toEqual({ non_field_errors: ['No.'] })
  })
})

describe('intersections', () => {
  it('intersections report once what both sides find', async () => {
    const both = z.intersection(z.object({ a: z.string() }), z.object({ a: z.string() }))

    expect(await refuse(both, {})).toEqual({ a: ['This field is required.'] })
  })
})

describe('unions', () => {
  const shape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('circle'), radius: z.number() }),
    z.object({ kind: z.literal('square'), side: z.number() }),
  ])

  it('unions report errors of the option that the discriminator names', async () => {
    expect(await refuse(shape, { kind: 'circle' })).toEqual({ radius: ['This field is required.'] })
    expect(await refuse(shape, { kind: 'line' })).toEqual({
      kind: ['"line" is not a valid choice.'],
    })
    expect(await refuse(shape, {})).toEqual({ kind: ['This field is required.'] })
    expect(await refuse(shape, null)).toEqual({ non_field_errors: ['No data provided'] })
    expect(await refuse(z.object({ shape }), { shape: 5 })).toEqual({
      shape: { non_field_errors: ['Invalid data. Expected a dictionary, but got number.'] },
    })
  })

  it('unions report errors of the option of the right kind', async () => {
    const either = z.object({ to: z.union([z.string(), z.object({ id: z.number() })]) })

    expect(await refuse(either, { to: { id: 'x' } })).toEqual({
      to: { id: ['A valid number is required.'] },
    })
    expect(await refuse(either, { to: 5 })).toEqual({ to: ['Invalid input.'] })
  })

  it('unions report the text of their author when there is one', async () => {
    const either = z.object({ to: z.union([z.string(), z.object({ id: z.number() })], 'To whom?') })

    expect(await refuse(either, { to: { id: 'x' } })).toEqual({ to: ['To whom?'] })
  })
})

describe('records', () => {
  it('records report bad keys and bad values by key', async () => {
    const counts = z.record(z.string().max(3), z.number())

    expect(await refuse(counts, { ab: 'x', abcd: 1 })).toEqual({
      ab: ['A valid number is required.'],
      abcd: ['Ensure this field has no more than 3 characters.'],
    })
  })
})

describe('transforms', () => {
  it('transforms give their output, and report errors of their input', async () => {
    const length = z.object({ name: z.string() }).transform(({ name }) => name.length)

    expect(await accept(length, { name: 'abc' })).toBe(3)
    expect(await refuse(length, {})).toEqual({ name: ['This field is required.'] })
  })
})
