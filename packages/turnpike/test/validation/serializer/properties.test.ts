import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serializer } from '../../../src/validation/serializer/serializer.ts'

/** A schema, values that it takes, and the same values as a database may give them. */
interface Sample {
  readonly schema: z.ZodType
  readonly value: fc.Arbitrary<{ readonly exact: unknown; readonly stored: unknown }>
}

const asItIs = (schema: z.ZodType, values: fc.Arbitrary<unknown>): Sample => ({
  schema,
  value: values.map((exact) => ({ exact, stored: exact })),
})

const inForms = <Value>(
  schema: z.ZodType,
  values: fc.Arbitrary<Value>,
  forms: readonly ((value: Value) => unknown)[],
): Sample => ({
  schema,
  value: fc
    .tuple(
      values,
      fc.constantFrom((value: Value): unknown => value, ...forms),
    )
    .map(([exact, form]) => ({ exact, stored: form(exact) })),
})

const moments = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
})
const scalars: readonly Sample[] = [
  asItIs(z.string(), fc.string()),
  asItIs(z.string().max(5), fc.string({ maxLength: 2 })),
  asItIs(z.enum(['a', 'b']), fc.constantFrom('a', 'b')),
  asItIs(z.literal([1, 'x', null]), fc.constantFrom(1, 'x', null)),
  asItIs(z.null(), fc.constant(null)),
  asItIs(z.unknown(), fc.jsonValue()),
  asItIs(z.uuid(), fc.uuid()),
  inForms(z.boolean(), fc.boolean(), [Number, (value) => BigInt(value)]),
  inForms(z.int(), fc.integer(), [BigInt, String]),
  inForms(z.number(), fc.double({ noDefaultInfinity: true, noNaN: true }), []),
  inForms(
    z.iso.datetime(),
    moments.map((date) => date.toISOString()),
    [
      (text) => new Date(text),
      (text) => text.replace('T', ' '),
      (text) => text.replace('Z', '+00'),
    ],
  ),
  inForms(
    z.iso.date(),
    moments.map((date) => date.toISOString().slice(0, 10)),
    [(text) => new Date(text), (text) => `${text} 00:00:00`],
  ),
  inForms(z.date(), moments, [(date) => date.toISOString()]),
  inForms(
    z.string().transform((text) => text.length),
    fc.string(),
    [],
  ),
]

const names = fc.constantFrom('id', 'name', 'constructor', 'toString', '__proto__', 'a b', '1')

/** Schemas of objects, lists and the like around the scalars. */
const samples = fc.letrec<{ sample: Sample }>((tie) => {
  const inner = tie('sample')
  const list = inner.map(
    ({ schema, value }): Sample => ({
      schema: z.array(schema),
      value: fc.array(value, { maxLength: 3 }).map(together),
    }),
  )
  const record = inner.map(
    ({ schema, value }): Sample => ({
      schema: z.record(z.string(), schema),
      value: fc
        .dictionary(fc.string(), value, { maxKeys: 3 })
        .map((entries) => withEntries(Object.entries(entries))),
    }),
  )
  const nullable = inner.map(
    ({ schema, value }): Sample => ({
      schema: schema.nullable(),
      value: fc.oneof(value, fc.constant({ exact: null, stored: null })),
    }),
  )
  const object = fc.dictionary(names, inner, { maxKeys: 4 }).map((fields): Sample => {
    const entries = Object.entries(fields)
    return {
      schema: z.object(Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))),
      value: fc
        .tuple(...entries.map(([, { value }]) => value))
        .chain((values) =>
          fc
            .jsonValue()
            .map((surplus) =>
              withEntries([
                ...values.map((value, index) => [entries[index]?.[0] ?? '', value] as const),
                ['surplus', { exact: surplus, stored: surplus }],
              ]),
            ),
        ),
    }
  })
  return {
    sample: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...scalars),
      list,
      record,
      nullable,
      object,
    ),
  }
})

type Pair = { readonly exact: unknown; readonly stored: unknown }

const together = (pairs: readonly Pair[]): Pair => ({
  exact: pairs.map(({ exact }) => exact),
  stored: pairs.map(({ stored }) => stored),
})

const withEntries = (pairs: readonly (readonly [string, Pair])[]): Pair => ({
  exact: Object.fromEntries(pairs.map(([name, { exact }]) => [name, exact])),
  stored: Object.fromEntries(pairs.map(([name, { stored }]) => [name, stored])),
})

const cases = samples.sample.chain(({ schema, value }) =>
  value.map((pair) => ({ schema, ...pair })),
)

describe('any schema', () => {
  it('the compiled function sends what JSON makes of what zod makes of the value', () => {
    fc.assert(
      fc.property(cases, ({ schema, exact }) => {
        const parsed = schema.safeParse(exact)
        fc.pre(parsed.success)
        expect(JSON.stringify(serializer(schema)(exact))).toBe(JSON.stringify(parsed.data))
      }),
      { numRuns: 2000 },
    )
  })

  it('the compiled function sends the same of every form in which a database may keep the value', () => {
    fc.assert(
      fc.property(cases, ({ schema, exact, stored }) => {
        fc.pre(schema.safeParse(exact).success)
        const serialize = serializer(schema)
        expect(JSON.stringify(serialize(stored))).toBe(JSON.stringify(serialize(exact)))
      }),
      { numRuns: 2000 },
    )
  })
})
