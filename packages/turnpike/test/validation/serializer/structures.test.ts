import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { charField } from '../../../src/index.ts'
import { compileSerializer, serializer } from '../../../src/validation/serializer/serializer.ts'

const send = (schema: z.ZodType, value: unknown) => serializer(schema)(value)
const person = z.object({ name: z.string(), at: z.iso.datetime() })

describe('objects', () => {
  it('fields that the schema does not name are not sent, at any depth', () => {
    const value = { name: 'a', at: new Date(0), secret: 1 }

    expect(send(z.object({ owner: person }), { owner: value, secret: 1 })).toEqual({
      owner: { name: 'a', at: '1970-01-01T00:00:00.000Z' },
    })
    expect(send(z.strictObject({ name: z.string() }), value)).toEqual({ name: 'a' })
  })

  it('fields have the order of the schema', () => {
    expect(JSON.stringify(send(z.object({ b: z.int(), a: z.int() }), { a: 1, b: 2 }))).toBe(
      '{"b":2,"a":1}',
    )
  })

  it('other fields are sent when the schema says so', () => {
    expect(send(z.looseObject({ a: z.boolean() }), { a: 1, b: 2 })).toEqual({ a: true, b: 2 })
    expect(send(z.object({ a: z.int() }).catchall(z.boolean()), { a: 1, b: 1 })).toEqual({
      a: 1,
      b: true,
    })
  })

  it('an item is left as it is', () => {
    const item = Object.freeze({ a: 1, b: 2 })

    expect(send(z.looseObject({ a: z.int() }), item)).toEqual(item)
    expect(send(z.object({ a: z.boolean(), b: z.int() }), item)).toEqual({ a: true, b: 2 })
  })

  it('a hidden toJSON of an item that is sent as it is is not called', () => {
    const item = Object.defineProperty({ name: 'a' }, 'toJSON', { value: () => 'secret' })
    const schema = z.object({ name: z.string() })

    expect(JSON.stringify(send(schema, item))).toBe('{"name":"a"}')
    expect(JSON.stringify(send(z.array(schema), [item]))).toBe('[{"name":"a"}]')
  })

  it('getters of a class are read, and its toJSON is not called', () => {
    class Account {
      first = 'Ada'
      last = 'Lovelace'
      get name() {
        return `${this.first} ${this.last}`
      }
      toJSON() {
        return 'secret'
      }
    }
    const name = z.object({ name: z.string() })
    const own = z.object({ first: z.string(), last: z.string() })

    expect(JSON.stringify(send(name, new Account()))).toBe('{"name":"Ada Lovelace"}')
    expect(JSON.stringify(send(own, new Account()))).toBe('{"first":"Ada","last":"Lovelace"}')
  })

  it('fields with names of Object.prototype are the own ones of the item', () => {
    const schema = z.object({ constructor: z.string().optional(), toString: z.string().optional() })

    expect(send(schema, {})).toEqual(Object.create(null))
    expect({ ...(send(schema, { constructor: 'x' }) as object) }).toEqual({ constructor: 'x' })
    expect(() => send(z.object({ valueOf: z.string() }), {})).toThrow('valueOf: expected a string')
  })

  it('a key __proto__ is neither sent nor made the prototype', () => {
    const evil = JSON.parse('{"__proto__":{"admin":true},"a":1}')

    for (const schema of [z.looseObject({}), z.record(z.string(), z.any())]) {
      const sent = send(schema, evil) as object
      expect(Object.keys(sent)).toEqual(['a'])
      expect('admin' in sent).toBe(false)
    }
  })

  it.each([null, undefined, 'x', 5, []])('%o is not an object', (value) => {
    expect(() => send(person, value)).toThrow('the value: expected an object, found ')
  })

  it('a mismatch is named by its path', () => {
    const schema = z.object({ people: z.array(z.object({ 'full name': person })) })
    const value = { people: [{ 'full name': { name: null, at: new Date(0) } }] }

    expect(() => send(schema, value)).toThrow(
      'The serializer cannot send people[0].full name.name: expected a string, found null.',
    )
  })
})

describe('absent values and null', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['optional', z.string().optional(), undefined, undefined],
    ['nullable', z.string().nullable(), null, null],
    ['nullish', z.string().nullish(), null, null],
    ['readonly', z.array(z.boolean()).readonly(), [1], [true]],
    ['nonoptional', z.nonoptional(z.string().optional()), 'x', 'x'],
    ['default', z.date().default(new Date(0)), undefined, '1970-01-01T00:00:00.000Z'],
    ['default behind a transform', z.string().transform(Number).default(7), undefined, 7],
    ['prefault', z.string().transform(Number).prefault('7'), undefined, 7],
    ['catch', z.int().catch(7), 'x', 7],
  ])('%s', (_, schema, value, sent) => {
    expect(send(schema, value)).toEqual(sent)
  })

  it('null is refused where only absence is allowed, and the other way round', () => {
    expect(() => send(z.string().optional(), null)).toThrow('expected a string, found null')
    expect(() => send(z.string().nullable(), undefined)).toThrow('expected a string, found nothing')
    expect(() => send(z.nonoptional(z.string().optional()), undefined)).toThrow('expected a value')
  })

  it('an absent field is not in the answer', () => {
    const schema = z.object({ a: z.string().optional(), b: z.int() })

    expect(Object.keys(send(schema, { a: undefined, b: 1 }) as object)).toEqual(['b'])
  })
})

describe('lists, records and tuples', () => {
  it('every item is sent in its form', () => {
    expect(send(z.array(z.boolean()), [1, false])).toEqual([true, false])
    expect(send(z.tuple([z.boolean(), z.date()]), [1, new Date(0)])).toEqual([
      true,
      '1970-01-01T00:00:00.000Z',
    ])
    expect(send(z.tuple([z.int()]).rest(z.boolean()), [1, 0])).toEqual([1, false])
    expect(send(z.tuple([z.int(), z.int().optional()]), [1])).toEqual([1])
    expect(send(z.record(z.string(), z.boolean()), { a: 1 })).toEqual({ a: true })
  })

  it('a record of given keys has these', () => {
    const schema = z.record(z.enum(['a', 'b']), z.int())

    expect(send(schema, { a: 1, b: 2, c: 3 })).toEqual({ a: 1, b: 2 })
    expect(() => send(schema, { a: 1 })).toThrow('b: expected an integer')
    expect(send(z.partialRecord(z.enum(['a', 'b']), z.int()), { a: 1, c: 3 })).toEqual({ a: 1 })
  })

  it('keys must fit their schema', () => {
    const schema = z.record(z.string().regex(/^x/), z.int())

    expect(send(schema, { x1: 1 })).toEqual({ x1: 1 })
    expect(() => send(schema, { y1: 1 })).toThrow('a key does not fit')
    expect(send(z.record(z.number(), z.int()), { 5: 1 })).toEqual({ 5: 1 })
  })

  it.each<[z.ZodType, unknown, string]>([
    [z.array(z.int()), { length: 1 }, 'expected a list, found an object'],
    [z.array(z.int()), [1, null], '[1]: expected an integer'],
    [z.tuple([z.int()]), [1, 2], 'expected a list of 1, found a list of 2'],
    [z.tuple([z.int(), z.int()]), [1], '[1]: expected an integer'],
    [z.record(z.string(), z.int()), [1], 'expected an object, found a list of 1'],
    [z.record(z.string(), z.int()), { a: 'x' }, 'a: expected an integer'],
  ])('%# a value of another shape is refused', (schema, value, reason) => {
    expect(() => send(schema, value)).toThrow(reason)
  })
})

describe('unions and intersections', () => {
  it('the option that a value fits as it is comes first', () => {
    expect(send(z.union([z.boolean(), z.number()]), 1)).toBe(1)
    expect(send(z.union([z.number(), z.string()]), '12')).toBe('12')
    expect(send(z.union([z.boolean(), z.null()]), 1)).toBe(true)
    expect(send(z.union([z.date(), z.string()]), '2026-01-02')).toBe('2026-01-02')
    expect(() => send(z.union([z.boolean(), z.null()]), 'x')).toThrow('one of the options')
  })

  it('a discriminated union sends the fields of its option', () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('day'), day: z.iso.date() }),
      z.object({ kind: z.literal('flag'), flag: z.boolean() }),
    ])

    expect(send(schema, { kind: 'flag', flag: 1, day: 'x' })).toEqual({ kind: 'flag', flag: true })
    expect(() => send(schema, { kind: 'flag', flag: 'x' })).toThrow('flag: expected a boolean')
    expect(() => send(schema, { kind: 'other' })).toThrow('one of the options')
    expect(() => send(schema, null)).toThrow('expected an object, found null')
  })

  it('an intersection sends the fields of both sides', () => {
    const schema = z.intersection(
      z.object({ at: z.object({ x: z.int() }), list: z.array(z.object({ a: z.int() })) }),
      z.object({ at: z.object({ y: z.int() }), list: z.array(z.object({ b: z.int() })) }),
    )
    const value = { at: { x: 1, y: 2, z: 3 }, list: [{ a: 1, b: 2, c: 3 }], other: 1 }

    expect(send(schema, value)).toEqual({ at: { x: 1, y: 2 }, list: [{ a: 1, b: 2 }] })
  })
})

describe('schemas that contain themselves', () => {
  const tree = z.object({
    name: z.string(),
    get children() {
      return z.array(tree)
    },
  })
  const value = { name: 'a', secret: 1, children: [{ name: 'b', secret: 1, children: [] }] }
  const sent = { name: 'a', children: [{ name: 'b', children: [] }] }

  it('a schema that contains itself by a getter is compiled once', () => {
    expect(send(tree, value)).toEqual(sent)
  })

  it('z.lazy() is looked at when a value comes', () => {
    const getter = vi.fn(() => tree)
    const serialize = serializer(z.lazy(getter))

    expect(getter).not.toHaveBeenCalled()
    expect(serialize(value)).toEqual(sent)
  })

  it('z.json() sends any JSON', () => {
    expect(send(z.json(), { a: [1, 'x', null, true] })).toEqual({ a: [1, 'x', null, true] })
  })
})

describe('functions in a schema', () => {
  const codec = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })

  it('a transform makes what is sent of the value in the type of the schema', () => {
    const schema = z.object({ at: z.date(), done: z.boolean() })

    expect(
      send(
        schema.transform(({ at, done }) => [at.getTime(), done]),
        { at: '1970-01-01', done: 1 },
      ),
    ).toEqual([0, true])
    expect(send(z.string().transform(Number).pipe(z.int().max(5)), '5')).toBe(5)
    expect(send(z.preprocess(String, z.string()), 5)).toBe('5')
    expect(() => send(z.string().transform(Number).pipe(z.int().max(5)), '6')).toThrow('Ensure')
  })

  it('a codec encodes, because items hold what it decodes to', () => {
    expect(send(codec, new Date(0))).toBe('1970-01-01T00:00:00.000Z')
    expect(send(codec, '1970-01-01 00:00:00')).toBe('1970-01-01T00:00:00.000Z')
    expect(send(z.stringbool(), 1)).toBe('true')
    expect(
      send(
        codec.transform((date) => date.getTime()),
        new Date(5),
      ),
    ).toBe(5)
  })

  it('a transform may refuse, and must not be asynchronous', () => {
    const refusing = z.string().transform((_, context) => {
      context.addIssue('Nothing here')
      return z.NEVER
    })

    expect(() => send(refusing, 'x')).toThrow('Nothing here')
    expect(() =>
      send(
        z.string().transform(async () => 1),
        'x',
      ),
    ).toThrow('asynchronous')
  })

  it('an exception of a transform goes through', () => {
    const error = new Error('mine')
    const schema = z.string().transform(() => {
      throw error
    })

    expect(() => send(schema, 'x')).toThrow(error)
  })

  it.each<[string, z.ZodType, boolean]>([
    ['an object of strings', z.object({ a: z.string(), b: z.iso.datetime().nullable() }), true],
    ['limits', z.string().max(5), true],
    ['a transform', z.object({ a: z.string().transform(String) }), false],
    ['a codec', z.array(codec), false],
    ['a default, which may be a function', z.string().default('x'), false],
    ['a text that is changed', z.string().overwrite((text) => text + Date.now()), false],
    ['charField, whose trimming is ours', charField(), true],
    ['a field that is changed', charField().overwrite((text) => text + Date.now()), false],
    ['a lazy schema, which is not looked at', z.lazy(() => z.string()), false],
  ])('a serializer with %s is known to be pure or not', (_, schema, isPure) => {
    expect(compileSerializer(schema, 'It').isPure).toBe(isPure)
  })
})

describe('a runtime that forbids to generate code', () => {
  it('a serializer works where eval is forbidden, as on Workers', () => {
    const program = `
      import { z } from 'zod'
      import { serializer } from './src/validation/serializer/serializer.ts'
      const schema = z.object({ done: z.boolean(), tags: z.array(z.string().transform((t) => t + '!')) })
      console.log(JSON.stringify(serializer(schema)({ done: 1, tags: ['a'], secret: 1 })))
    `
    const options = [
      '--disallow-code-generation-from-strings',
      '--input-type=module',
      '-e',
      program,
    ]

    const cwd = resolve(import.meta.dirname, '../../..')
    expect(execFileSync(process.execPath, options, { cwd, encoding: 'utf8' }).trim()).toBe(
      '{"done":true,"tags":["a!"]}',
    )
  })
})

describe('what JSON cannot hold', () => {
  it.each([z.map(z.string(), z.string()), z.set(z.string()), z.symbol(), z.nan(), z.file()])(
    '%# is refused when the serializer is made',
    (schema) => {
      expect(() => serializer(z.object({ a: schema }))).toThrow('The serializer cannot send z.')
    },
  )
})
