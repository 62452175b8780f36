import { processorTime } from '@turnpike/test-support/processor-time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Schema } from '../../src/http/schema.ts'
import {
  booleanField,
  charField,
  choiceField,
  dateTimeField,
  decimalField,
  emailField,
  integerField,
  listField,
} from '../../src/validation/index.ts'
import { validate } from '../../src/validation/validate.ts'
import { accept, refuse } from './checking.ts'

const everything = z.object({
  char: charField({ minLength: 2, maxLength: 5 }).optional(),
  integer: integerField({ minValue: 0 }).nullable(),
  decimal: decimalField({ maxDigits: 6, decimalPlaces: 2 }),
  boolean: booleanField(),
  email: emailField(),
  moment: dateTimeField(),
  choice: choiceField(['a', 1]),
  list: listField(listField(integerField())),
  nested: z.object({ meta: z.json(), record: z.record(z.string(), z.number()) }).optional(),
  shape: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), n: z.int() })]),
  either: z.union([z.string(), z.strictObject({ id: z.number() })]),
})
const schemas: Schema[] = [
  everything,
  z.array(everything),
  z.json(),
  z.record(z.string(), everything),
]

/** JSON, with the keys that the schema knows among its keys, and with texts of any code units. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '1', '\ud800', '\0', '__proto__'),
)
const key = fc.oneof(
  text,
  fc.constantFrom(
    ...Object.keys(everything.shape),
    'kind',
    'id',
    '__proto__',
    'constructor',
    'then',
  ),
)
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    text,
    fc.array(tie('json'), { maxLength: 5 }),
    fc
      .array(fc.tuple(key, tie('json')), { maxLength: 12 })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
}))

describe('whatever is sent', () => {
  it('any input is accepted or refused, and the refusal can be rendered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...schemas),
        json,
        fc.record({ isForm: fc.boolean(), listErrorsAsDict: fc.boolean() }),
        async (schema, data, options) => {
          const outcome = await validate(schema, data, {
            ...options,
            nonFieldErrorsKey: 'non_field_errors',
            partial: false,
          })
          if (!outcome.valid) {
            expect(JSON.stringify(outcome.error.detail)).toMatch(/\[".+"\]/s)
            expect(JSON.stringify(outcome.error.codes)).toMatch(/\["[a-z_]+"/)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('no input reaches a prototype', async () => {
    const data = JSON.parse(
      '{"__proto__": {"polluted": 1}, "any": {"__proto__": {"a": "\\u0000"}}}',
    )
    const told = (await refuse(z.object({ any: z.any() }), data)) as { any: object }

    expect(JSON.stringify(told)).toBe(
      '{"any":{"__proto__":{"a":["Null characters are not allowed."]}}}',
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('input may have members that look like methods', async () => {
    const data = JSON.parse(
      '{"then": "x", "toString": 1, "valueOf": null, "toJSON": {}, "constructor": []}',
    )
    const named = z.object(
      Object.fromEntries(['then', 'toJSON'].map((name) => [name, charField()])),
    )

    expect(await accept(z.object({ any: z.any() }), { any: data })).toEqual({ any: data })
    expect(await refuse(z.object({ any: charField() }), { any: data })).toEqual({
      any: ['Not a valid string.'],
    })
    expect(await refuse(named, data)).toEqual({ toJSON: ['Not a valid string.'] })
  })
})

describe('deep nesting', () => {
  const nest = (depth: number) => {
    let data: unknown = 1
    for (let level = 0; level < depth; level++) data = level % 2 ? [data] : { a: data }
    return data
  }

  it('deep nesting is refused beyond 200 levels, however the schema is made', async () => {
    expect(await accept(z.json(), nest(200))).toEqual(nest(200))
    for (const schema of [z.json(), z.any(), z.object({})]) {
      expect(await refuse(schema, nest(100_000))).toEqual({
        non_field_errors: ['The data is nested too deeply.'],
      })
    }
  })
})

describe('many problems', () => {
  const row = z.object(
    Object.fromEntries(Array.from('abcdefghijklmnopqrst', (name) => [name, z.string()])),
  )
  const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

  it('the problems of a list are reported up to a limit, without looking at the rest', async () => {
    for (const options of [{ listErrorsAsDict: true }, { listErrorsAsDict: false }]) {
      let told: unknown
      const time = await processorTime(async () => {
        told = await refuse(z.object({ rows: z.array(row) }), { rows: many(300_000, {}) }, options)
      })

      expect(
        Object.keys((told as { rows: { [index: string]: object } }).rows[24] ?? {}),
      ).toHaveLength(20)
      expect(JSON.stringify(told).length).toBeLessThan(1_000_000)
      expect(time).toBeLessThan(2000)
    }
  })

  it('the problems of nested lists, records, keys and texts are reported up to a limit', async () => {
    const lists = many(500, many(500, ''))
    const record = Object.fromEntries(many(50_000, {}).map((value, index) => [`k${index}`, value]))
    const nulls = Object.fromEntries(many(50_000, '\0').map((value, index) => [`k${index}`, value]))

    for (const [schema, data] of [
      [z.array(z.array(z.string().min(1))), lists],
      [z.record(z.string(), row), record],
      [z.record(z.string().max(1), z.object({})), record],
      [z.strictObject({}), record],
      [z.object({}).catchall(z.string()), record],
      [z.any(), nulls],
      [z.array(z.string().refine(async () => false)), many(50_000, '')],
    ] as const) {
      expect(JSON.stringify(await refuse(schema, data)).length).toBeLessThan(100_000)
    }
  })

  it('many problems are reported at their own index', async () => {
    const data = many(1000, 1).with(777, 'x' as never)

    expect(await refuse(z.array(integerField()), data)).toEqual({
      '777': ['A valid integer is required.'],
    })
  })

  it('the limit of problems does not keep long good lists and records from being accepted', async () => {
    const list = Array.from({ length: 250 }, (_, index) => index)
    const record = Object.fromEntries(list.map((index) => [`k${index}`, index]))

    expect(await accept(z.array(integerField()).max(250), list)).toEqual(list)
    expect(await accept(z.record(z.string(), z.number()), record)).toEqual(record)
    expect(await accept(z.array(z.number().refine(async () => true)), list)).toEqual(list)
  })

  it('problems are not looked for in a list that is more than 1,000 items too long', async () => {
    let seen = 0
    const counted = z.array(z.any().refine(() => ++seen > 0)).max(150)

    expect(await refuse(counted, many(1151, 1))).toEqual({
      non_field_errors: ['Ensure this field has no more than 150 elements.'],
    })
    expect(seen).toBe(0)

    await refuse(counted, many(1150, 1))
    expect(seen).toBe(1150)
  })
})
