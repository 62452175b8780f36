import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { charField, integerField } from '../../src/validation/index.ts'
import { validate } from '../../src/validation/validate.ts'
import { accept, refusal, refuse } from './checking.ts'

const period = z.object({ start: integerField(), end: integerField({ maxValue: 10 }) })
const isAscending = ({ start, end }: { start: number; end: number }) => start < end
const message = 'The end must come after the start.'
const ascending = period.refine(isAscending, { message, params: { code: 'order' } })

describe('an object', () => {
  it('gives the data of its fields, typed, and drops what it does not know', async () => {
    const data = await accept(period, { start: '1', end: 2, extra: true })

    expectTypeOf(data).toEqualTypeOf<{ start: number; end: number }>()
    expect(data).toEqual({ start: 1, end: 2 })
  })

  it('all failing fields of an object are reported together, each with a list', async () => {
    const error = await refusal(period, { start: 'x' })

    expect(error.status).toBe(400)
    expect(error.detail).toEqual({
      start: ['A valid integer is required.'],
      end: ['This field is required.'],
    })
    expect(error.codes).toEqual({ start: ['invalid'], end: ['required'] })
  })

  it.each([
    [[1, 2], 'array'],
    ['x', 'string'],
    [5, 'number'],
    [true, 'boolean'],
  ])('%j is not an object', async (data, type) => {
    const error = await refusal(period, data)

    expect(error.detail).toEqual({
      non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`],
    })
    expect(error.codes).toEqual({ non_field_errors: ['invalid'] })
  })

  it('null is not an object', async () => {
    for (const schema of [period, z.array(period)]) {
      const error = await refusal(schema, null)
      expect(error.detail).toEqual({ non_field_errors: ['No data provided'] })
      expect(error.codes).toEqual({ non_field_errors: ['null'] })
    }
  })

  it('errors of the whole object are reported under the key of the settings', async () => {
    const nonFieldErrorsKey = 'errors'

    expect(await refuse(ascending, { start: 5, end: 2 }, { nonFieldErrorsKey })).toEqual({
      errors: [message],
    })
    expect(Object.keys((await refuse(ascending, 'x', { nonFieldErrorsKey })) as object)).toEqual([
      'errors',
    ])
  })
})

describe('a check of the object as a whole', () => {
  it('a check of the object reports its text, with the code of its params or `invalid`', async () => {
    const error = await refusal(ascending, { start: 5, end: 2 })
    expect(error.detail).toEqual({ non_field_errors: [message] })
    expect(error.codes).toEqual({ non_field_errors: ['order'] })

    const plain = period.refine(isAscending, 'Not so.')
    expect((await refusal(plain, { start: 5, end: 2 })).codes).toEqual({
      non_field_errors: ['invalid'],
    })
  })

  it('runs only when all fields are good, be they of the wrong kind or only too big', async () => {
    expect(await refuse(ascending, { start: 5, end: 'x' })).toEqual({
      end: ['A valid integer is required.'],
    })
    expect(await refuse(ascending, { start: 50, end: 20 })).toEqual({
      end: ['Ensure this value is less than or equal to 10.'],
    })
  })

  it('a check of the object never receives values that their own checks refuse', async () => {
    const page = z
      .object({ number: z.string().regex(/^[0-9]+$/) })
      .refine(({ number }) => BigInt(number) > 0n)

    expect(await refuse(page, { number: 'abc' })).toEqual({ number: ['Enter a valid value.'] })
  })

  it('a check of the object may blame a field', async () => {
    const blaming = period.refine(isAscending, { message, path: ['end'] })

    expect(await refuse(blaming, { start: 2, end: 2 })).toEqual({ end: [message] })
  })

  it('a check of an inner object is reported inside it', async () => {
    const trip = z.object({ leg: ascending })

    expect(await refuse(trip, { leg: { start: 3, end: 1 } })).toEqual({
      leg: { non_field_errors: [message] },
    })
  })

  it('a check of the object may be asynchronous', async () => {
    const taken = z
      .object({ name: charField() })
      .refine(async ({ name }) => name !== 'ada', 'Taken.')

    expect(await accept(taken, { name: 'bob' })).toEqual({ name: 'bob' })
    expect(await refuse(taken, { name: 'ada' })).toEqual({ non_field_errors: ['Taken.'] })
  })

  it('lets an exception of its own through: that is a bug and no wrong data', async () => {
    const broken = period.refine(() => {
      throw new TypeError('bug')
    })

    await expect(accept(broken, { start: 1, end: 2 })).rejects.toThrow('bug')
  })
})

describe('an object inside an object', () => {
  const person = z.object({
    name: charField(),
    address: z.object({ street: charField(), zip: integerField() }),
  })

  it.each([
    [
      'missing and wrong fields',
      { name: 'x', address: { zip: 'x' } },
      { address: { street: ['This field is required.'], zip: ['A valid integer is required.'] } },
    ],
    ['missing', { name: 'x' }, { address: ['This field is required.'] }],
    ['null', { name: 'x', address: null }, { address: ['This field may not be null.'] }],
    [
      'no object',
      { name: 'x', address: 'here' },
      {
        address: {
          non_field_errors: ['Invalid data. Expected a dictionary, but got string.'],
        },
      },
    ],
  ])('nests its errors: %s', async (_name, data, told) => {
    expect(await refuse(person, data)).toEqual(told)
  })

  it('an inner object may be optional and null', async () => {
    const loose = z.object({ name: charField(), address: period.nullable().optional() })

    expect(await accept(loose, { name: 'x' })).toEqual({ name: 'x' })
    expect(await accept(loose, { name: 'x', address: null })).toEqual({ name: 'x', address: null })
    expect(await refuse(loose, { name: 'x', address: {} })).toEqual({
      address: { start: ['This field is required.'], end: ['This field is required.'] },
    })
  })
})

describe('a list of objects', () => {
  const rows = z.array(period)
  const wrong = [{ start: 1, end: 2 }, { start: 'x' }, { start: 3, end: 4 }]
  const told = { start: ['A valid integer is required.'], end: ['This field is required.'] }

  it('bad items of a list of objects are reported in an object keyed by index', async () => {
    expect(await accept(rows, [{ start: '1', end: 2 }])).toEqual([{ start: 1, end: 2 }])
    expect(await refuse(rows, wrong)).toEqual({ '1': told })
    expect(await refuse(z.object({ rows }), { rows: wrong })).toEqual({ rows: { '1': told } })
  })

  it('bad items are reported in a list with {} for good ones, when LIST_SERIALIZER_ERRORS_AS_DICT is false', async () => {
    const options = { listErrorsAsDict: false }

    expect(await refuse(rows, wrong, options)).toEqual([{}, told, {}])
    expect(await refuse(z.object({ rows }), { rows: wrong }, options)).toEqual({
      rows: [{}, told, {}],
    })
    expect(await refuse(rows, [{ start: 1, end: 2 }, 7], options)).toEqual([
      {},
      { non_field_errors: ['Invalid data. Expected a dictionary, but got number.'] },
    ])
  })

  it('a list of objects is recognised by its schema, also when none of its items is an object', async () => {
    const options = { listErrorsAsDict: false }
    const noObject = ['Invalid data. Expected a dictionary, but got number.']

    expect(await refuse(rows, [1], options)).toEqual([{ non_field_errors: noObject }])
    expect(await refuse(rows, [null], options)).toEqual([['This field may not be null.']])
    expect(await refuse(z.array(z.object({ a: rows })), [{ a: [5] }], options)).toEqual([
      { a: [{ non_field_errors: noObject }] },
    ])
    const either = z.union([z.string(), rows.optional()])
    expect(await refuse(z.object({ either }), { either: [1] }, options)).toEqual({
      either: [{ non_field_errors: noObject }],
    })
    expect(await refuse(z.array(z.any().pipe(z.string())), [{}], options)).toEqual({
      '0': ['Not a valid string.'],
    })
  })

  it('a value that is not a list is reported as a whole', async () => {
    expect(await refuse(rows, { start: 1 })).toEqual({
      non_field_errors: ['Expected a list of items but got type "object".'],
    })
    expect(await refuse(z.object({ rows }), { rows: 'x' })).toEqual({
      rows: { non_field_errors: ['Expected a list of items but got type "string".'] },
    })
    expect(await refuse(z.object({ rows: rows.min(1) }), { rows: [] })).toEqual({
      rows: { non_field_errors: ['This list may not be empty.'] },
    })
  })

  it('an absent or null list is reported as a field', async () => {
    expect(await refuse(z.object({ rows }), {})).toEqual({ rows: ['This field is required.'] })
    expect(await refuse(z.object({ rows }), { rows: null })).toEqual({
      rows: ['This field may not be null.'],
    })
  })

  it('reports its length and not its bad items', async () => {
    const two = z.object({ rows: z.array(period).min(2).max(2) })
    expect(await refuse(two, { rows: [{}, {}, {}] })).toEqual({
      rows: { non_field_errors: ['Ensure this field has no more than 2 elements.'] },
    })
    expect(await refuse(two, { rows: [{}] })).toEqual({
      rows: { non_field_errors: ['Ensure this field has at least 2 elements.'] },
    })
    expect(await refuse(two, { rows: [{}, {}] })).toHaveProperty('rows.1.end')
  })

  it('reports its length in the text of the author', async () => {
    const own = z.object({
      few: z.array(period).max(1, 'One is enough.'),
      many: z.array(period, 'Not these.').min(3),
    })
    expect(await refuse(own, { few: [{}, {}], many: [{}] })).toEqual({
      few: { non_field_errors: ['One is enough.'] },
      many: { non_field_errors: ['Not these.'] },
    })
  })

  it('a list of objects is checked as a whole only when all items are good', async () => {
    const unique = rows.refine(
      (all) => new Set(all.map(({ start }) => start)).size === all.length,
      {
        message: 'Two periods start together.',
      },
    )

    expect(
      await refuse(unique, [
        { start: 1, end: 2 },
        { start: 1, end: 20 },
      ]),
    ).toEqual({
      '1': { end: ['Ensure this value is less than or equal to 10.'] },
    })
    expect(
      await refuse(unique, [
        { start: 1, end: 2 },
        { start: 1, end: 3 },
      ]),
    ).toEqual({
      non_field_errors: ['Two periods start together.'],
    })
  })
})

describe('a schema that contains itself', () => {
  const category = z.object({
    name: charField(),
    get children() {
      return z.array(category).optional()
    },
  })

  it('reads and refuses at every level', async () => {
    const data = { name: 'a', children: [{ name: ' b ', children: [{ name: 'c' }] }] }

    expect(await accept(category, data)).toEqual({
      name: 'a',
      children: [{ name: 'b', children: [{ name: 'c' }] }],
    })
    expect(
      await refuse(category, { name: 'a', children: [{ name: 'b', children: [{}] }] }),
    ).toEqual({
      children: { '0': { children: { '0': { name: ['This field is required.'] } } } },
    })
  })
})

describe('defaults', () => {
  it('defaults are made again for each validation', async () => {
    let made = 0
    const schema = z.object({ number: z.number().default(() => ++made) })

    const first = await accept(schema, {})
    const second = await accept(schema, {})
    expect(second.number).toBe(first.number + 1)
  })
})

describe('the types', () => {
  it('the types of validation follow the schema, from inference to the outcome', async () => {
    const options = {
      nonFieldErrorsKey: 'non_field_errors',
      listErrorsAsDict: true,
      isForm: false,
      partial: false,
    }
    const outcome = await validate(
      z.object({ note: charField().nullable().optional() }),
      {},
      options,
    )

    if (outcome.valid) {
      expectTypeOf(outcome.data).toEqualTypeOf<{ note?: string | null | undefined }>()
    }
    expect(outcome.valid).toBe(true)
  })
})

describe('a field with a name that every object inherits', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'then'] as const
  const texts = z.object(Object.fromEntries(names.map((name) => [name, charField().optional()])))
  const numbers = z.object(Object.fromEntries(names.map((name) => [name, integerField()])))
  const isForm = true

  it('a field named like an inherited one may be left out when it is optional', async () => {
    for (const options of [{}, { partial: true }, { isForm }]) {
      expect(await accept(texts, { other: 1 }, options)).toEqual({})
    }
    expect(await accept(z.strictObject(texts.shape), {})).toEqual({})
  })

  it('a field named like an inherited one is required when it is not optional', async () => {
    const required = Object.fromEntries(names.map((name) => [name, ['This field is required.']]))
    expect(await refuse(numbers, {})).toEqual(required)
    expect(await refuse(numbers, {}, { isForm })).toEqual(required)
    expect(await refuse(z.array(numbers), [{}])).toEqual({ '0': required })
    expect(await refuse(z.object({ constructor: numbers }), { constructor: {} })).toEqual({
      constructor: required,
    })
    expect(await refuse(z.record(z.enum(names), z.int()), {})).toEqual(required)
  })

  it('a field named like an inherited one is read when it is sent', async () => {
    const sent = Object.fromEntries(names.map((name) => [name, 1]))
    expect(await accept(numbers, sent)).toEqual(sent)
    expect(await accept(numbers, sent, { partial: true })).toEqual(sent)
    expect(Object.getPrototypeOf(await accept(numbers, sent))).toBe(Object.prototype)
  })

  it('a field is never called __proto__, which no object can have safely', async () => {
    const sent = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}')
    const output = await accept(z.looseObject({ constructor: z.any().optional() }), sent)
    expect(output).toEqual({ a: 1 })
    expect(Object.getPrototypeOf(output)).toBe(Object.prototype)
  })
})
