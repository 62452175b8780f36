import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  bigIntegerField,
  booleanField,
  charField,
  choiceField,
  dateTimeField,
  decimalField,
  emailField,
  integerField,
} from '../../../src/index.ts'
import { serializer } from '../../../src/validation/serializer/serializer.ts'

const refusal = (schema: z.ZodType, value: unknown): string => {
  try {
    return `no refusal: ${JSON.stringify(serializer(schema)(value))}`
  } catch (error) {
    return (error as Error).message.replace('The serializer cannot send the value: ', '')
  }
}

type Row = readonly [what: string, schema: z.ZodType, value: unknown, sent: unknown]

describe('values of a database', () => {
  it.each<Row>([
    ['a string', z.string(), 'x', 'x'],
    ['a number for a string that is coerced', z.coerce.string(), 5, '5'],
    ['1 for a boolean', z.boolean(), 1, true],
    ['0 for a boolean', z.boolean(), 0, false],
    ['a BigInt for a boolean', z.boolean(), 1n, true],
    ['a boolean', z.boolean(), false, false],
    ['a number', z.number(), 1.5, 1.5],
    ['a decimal text for a number', z.number(), '12.50', 12.5],
    ['more digits than a number holds', z.number(), '3.3333333333333333', 10 / 3],
    ['a BigInt for a number', z.int(), 7n, 7],
    ['an integer text for a number', z.int(), '7', 7],
    ['a small BigInt', z.bigint(), 7n, 7],
    ['a great BigInt', z.bigint(), 2n ** 60n, '1152921504606846976'],
    ['a great integer as text', z.bigint(), '9007199254740993', '9007199254740993'],
    ['a small integer for a bigint', z.bigint(), 7, 7],
    ['a choice', z.enum(['a', 'b']), 'b', 'b'],
    ['a literal', z.literal(5), 5, 5],
    ['a BigInt for a literal', z.literal(5), 5n, 5],
    ['1 for the literal true', z.literal(true), 1, true],
    ['null', z.null(), null, null],
    ['anything', z.any(), { a: [1] }, { a: [1] }],
    ['something unknown', z.unknown(), null, null],
    ['a template', z.templateLiteral(['v', z.number()]), 'v1', 'v1'],
    ['a branded value', z.string().brand('Name'), 'x', 'x'],
    ['what a check of a class lets through', z.custom<string>((value) => value === 'x'), 'x', 'x'],
    ['a value of a checked format', z.email(), 'a@example.com', 'a@example.com'],
    ['a text that is trimmed', z.string().trim(), ' x ', 'x'],
  ])('%s has one form', (_, schema, value, sent) => {
    expect(serializer(schema)(value)).toEqual(sent)
  })

  it.each<Row>([
    ['decimalField', decimalField({ maxDigits: 5, decimalPlaces: 2 }), '12.5', '12.50'],
    [
      'decimalField of computed places',
      decimalField({ maxDigits: 5, decimalPlaces: 2 }),
      '2.5000',
      '2.50',
    ],
    [
      'decimalField of a float',
      decimalField({ maxDigits: 5, decimalPlaces: 2 }),
      0.1 + 0.2,
      '0.30',
    ],
    ['decimalField of an integer', decimalField({ maxDigits: 5, decimalPlaces: 0 }), 12n, '12'],
    ['dateTimeField of a Date', dateTimeField(), new Date(5), '1970-01-01T00:00:00.005000Z'],
    ['dateTimeField of a text', dateTimeField(), '2026-01-02 03:04:05', '2026-01-02T03:04:05Z'],
    ['bigIntegerField of a BigInt', bigIntegerField(), 2n ** 60n, '1152921504606846976'],
    ['bigIntegerField of a text', bigIntegerField(), '7', 7],
    ['integerField', integerField(), '7', 7],
    ['booleanField', booleanField(), 1, true],
    ['choiceField', choiceField([1, 2]), '2', 2],
    ['charField', charField({ maxLength: 3 }), 'abc', 'abc'],
    ['emailField', emailField(), 'a@example.com', 'a@example.com'],
  ])('%s writes its own form', (_, field, value, sent) => {
    expect(serializer(field)(value)).toEqual(sent)
    expect(serializer(field.nullable())(null)).toBe(null)
  })

  it.each([
    [z.string(), 5, 'expected a string, found a number.'],
    [z.string(), null, 'expected a string, found null.'],
    [z.string(), undefined, 'expected a string, found nothing.'],
    [z.string(), new Date(0), 'expected a string, found a Date.'],
    [z.string().max(2), 'abc', 'Ensure this field has no more than 2 characters.'],
    [z.string().refine((text) => text !== 'x', 'Not x'), 'x', 'Not x.'],
    [z.email(), 'secret', 'Enter a valid email address.'],
    [z.boolean(), 2, 'expected a boolean, found a number.'],
    [z.boolean(), 'true', 'expected a boolean, found a string of 4 characters.'],
    [z.number(), Number.NaN, 'expected a finite number, found a number.'],
    [z.number(), '9007199254740993', 'expected a finite number, found a string of 16 characters.'],
    [z.number(), '', 'expected a finite number, found a string of 0 characters.'],
    [z.int(), 1.5, 'expected an integer of at most 2^53 - 1, found a number.'],
    [z.int().min(3), 1, 'Ensure this value is greater than or equal to 3.'],
    [z.number().int(), 1.5, 'expected an integer of at most 2^53 - 1, found a number.'],
    [z.bigint(), 1.5, 'expected an integer, found a number.'],
    [z.enum(['a']), 'b', 'expected one of its choices, found a string of 1 characters.'],
    [z.null(), 0, 'expected null, found a number.'],
    [z.undefined(), 0, 'expected nothing, found a number.'],
    [z.never(), 0, 'expected nothing, by z.never(), found a number.'],
    [z.custom(() => false), 0, 'Invalid input.'],
    [
      decimalField({ maxDigits: 5, decimalPlaces: 2 }),
      '1.234',
      'Ensure that there are no more than 2 decimal places.',
    ],
    [choiceField(['a']), 'b', 'expected one of its choices, found a string of 1 characters.'],
    [
      z.string().refine(async () => true),
      'x',
      'a check or transform is asynchronous: do that work in serialize.',
    ],
  ])(
    '%# a value that does not fit is refused with a reason that does not show it',
    (schema, value, reason) => {
      expect(refusal(schema, value)).toBe(reason)
    },
  )
})

describe('moments of a database', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.iso.datetime(), '2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05.123Z'],
    [z.iso.datetime(), '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    [z.iso.datetime(), '2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    [z.iso.datetime(), '2026-01-02 03:04:05.123456+00', '2026-01-02T03:04:05.123456Z'],
    [z.iso.datetime(), '2026-01-02T03:04:05.123000Z', '2026-01-02T03:04:05.123Z'],
    [z.iso.datetime(), '2026-01-02T03:04:05.1234567Z', '2026-01-02T03:04:05.123456Z'],
    [z.iso.datetime({ offset: true }), '2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
    [z.iso.datetime(), new Date('2026-01-31T00:00:00Z'), '2026-01-31T00:00:00.000Z'],
    [z.iso.datetime({ precision: 0 }), '2026-01-02T03:04:05.9Z', '2026-01-02T03:04:05Z'],
    [z.iso.datetime({ precision: 6 }), new Date(5), '1970-01-01T00:00:00.005000Z'],
    [z.iso.datetime({ precision: -1 }), new Date(5), '1970-01-01T00:00Z'],
    [z.iso.datetime({ local: true }), '2026-01-02 03:04:05', '2026-01-02T03:04:05.000'],
    [z.iso.datetime({ local: true }), '2026-01-02 03:04:05Z', '2026-01-02T03:04:05.000Z'],
    [z.string().datetime(), '2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    [z.date(), '2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    [z.date(), new Date(5), '1970-01-01T00:00:00.005Z'],
    [z.date(), '2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123456Z'],
    [z.iso.date(), '2026-01-02', '2026-01-02'],
    [z.iso.date(), '2026-01-02T00:00:00.000Z', '2026-01-02'],
    [z.iso.date(), new Date('2026-01-02T00:00:00Z'), '2026-01-02'],
    [z.iso.date(), new Date(2026, 0, 2), '2026-01-02'],
    [z.iso.time(), '03:04', '03:04:00'],
    [z.iso.time(), '03:04:05.5', '03:04:05.500000'],
    [z.iso.time({ precision: 3 }), '03:04:05', '03:04:05.000'],
    [z.iso.time({ precision: -1 }), '03:04:05', '03:04'],
  ])('%# %o of %o is one text', (schema, value, sent) => {
    expect(serializer(schema)(value)).toBe(sent)
  })

  it.each([
    [z.iso.datetime(), 'yesterday', 'a date and time'],
    [z.iso.datetime(), '2026-02-30T00:00:00.000Z', 'a date and time'],
    [z.iso.datetime(), new Date(Number.NaN), 'a date and time'],
    [z.iso.datetime(), new Date('+012026-01-01T00:00:00Z'), 'a date and time'],
    [z.iso.datetime(), 0, 'a date and time'],
    [z.date(), 'never', 'a date and time'],
    [z.date(), new Date('+012026-01-01T00:00:00Z'), 'a date and time'],
    [z.iso.date(), '2026-02-30', 'a date'],
    [z.iso.date(), new Date('2026-01-02T03:04:05Z'), 'a date'],
    [z.iso.date(), '2026-01-02 00:00:00.5', 'a date'],
    [z.iso.time(), '24:00', 'a time of day'],
  ])('%# a text or Date that is no such moment is refused', (schema, value, expected) => {
    expect(refusal(schema, value)).toContain(`expected ${expected}, found `)
  })

  it('a limit of a date is asked', () => {
    const schema = z.date().min(new Date(0))

    expect(refusal(schema, '1969-12-31T00:00:00Z')).toBe(
      'Ensure this value is greater than or equal to 1970-01-01T00:00:00.000Z.',
    )
  })
})
