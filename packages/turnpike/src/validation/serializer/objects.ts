import type * as core from 'zod/v4/core'
import { isObject } from '../values.ts'
import type { Compiler, Converter, Kind } from './converter.ts'
import { type Mismatch, misfit } from './mismatch.ts'

/** The fields that the schema names, and others only if it allows them (`loose`, `catchall`). */
export const objectKind: Kind<core.$ZodObject> = (schema, compiler) => {
  const { shape, catchall } = schema._zod.def
  const names = Object.keys(shape).filter((name) => name !== '__proto__')
  const converters = names.map((name) => compiler.converter(shape[name] as core.$ZodType))
  const named = names.some((name) => name in Object.prototype)
    ? ownFields(names, converters)
    : fields(names, converters)
  if (catchall === undefined || catchall._zod.def.type === 'never') return named
  return withOthers(named, new Set(names), compiler.converter(catchall))
}

/**
 * An object that is already in the right form is sent itself, because copying takes longer than
 * comparing. Reading it with `for…in` is faster than by the names of the schema.
 */
function fields(names: readonly string[], converters: readonly Converter[]): Converter {
  const copy = copier(names, converters)
  return (value, mismatch) => {
    if (!isObject(value)) return mismatch.expected('an object', value)
    if (!hasExactly(value, names)) return copy(value, {}, 0, mismatch)
    let index = 0
    for (const name in value) {
      const found = value[name]
      const made = (converters[index] as Converter)(found, mismatch)
      if (made === misfit) return mismatch.inside(name)
      if (made !== found || made === undefined) {
        const sent = pick(value, names, index)
        if (made !== undefined) sent[name] = made
        return copy(value, sent, index + 1, mismatch)
      }
      index++
    }
    return value
  }
}

/** Adds the fields from `start` on to what is sent. */
const copier =
  (names: readonly string[], converters: readonly Converter[]) =>
  (value: Json, sent: Json, start: number, mismatch: Mismatch): unknown => {
    for (let index = start; index < names.length; index++) {
      const name = names[index] as string
      const made = (converters[index] as Converter)(value[name], mismatch)
      if (made === misfit) return mismatch.inside(name)
      if (made !== undefined) sent[name] = made
    }
    return sent
  }

type Json = Record<string, unknown>

/** Whether it is a plain object of these fields in this order. */
function hasExactly(value: Json, names: readonly string[]): boolean {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  // It would say what is sent, and `for` does not see one that is not enumerable.
  if (value.toJSON !== undefined) return false
  let count = 0
  for (const name in value) {
    if (name !== names[count]) return false
    count++
  }
  return count === names.length
}

function pick(value: Json, names: readonly string[], count: number): Json {
  const picked: Json = {}
  for (let index = 0; index < count; index++) {
    const name = names[index] as string
    if (value[name] !== undefined) picked[name] = value[name]
  }
  return picked
}

/** Every object inherits fields such as `constructor`: they count only if they are its own. */
const ownFields = (names: readonly string[], converters: readonly Converter[]): Converter => {
  const convert = fields(names, converters)
  return (value, mismatch) => {
    if (!isObject(value)) return convert(value, mismatch)
    const own = names.filter((name) => !(name in Object.prototype) || Object.hasOwn(value, name))
    return convert(Object.assign(Object.create(null), pick(value, own, own.length)), mismatch)
  }
}

const withOthers =
  (named: Converter, names: ReadonlySet<string>, other: Converter): Converter =>
  (value, mismatch) => {
    const sent = named(value, mismatch)
    if (sent === misfit) return misfit
    const others = Object.keys(value as object).filter((name) => !names.has(name))
    return addEntries({ ...(sent as Json) }, value as Json, others, other, mismatch)
  }

/** Drops a key `__proto__`, as zod does: assigning it would set the prototype. */
function addEntries(
  sent: Json,
  value: Json,
  keys: readonly string[],
  convert: Converter,
  mismatch: Mismatch,
): unknown {
  for (const key of keys) {
    if (key === '__proto__') continue
    const made = convert(value[key], mismatch)
    if (made === misfit) return mismatch.inside(key)
    if (made !== undefined) sent[key] = made
  }
  return sent
}

/** All entries, or only those of the enum that lists the keys. */
export const recordKind: Kind<core.$ZodRecord> = (schema, compiler) => {
  const { keyType, valueType, mode, partial } = schema._zod.def as RecordDefinition
  const convert = compiler.converter(valueType)
  const values = keyType._zod.values
  if (values && !partial && mode !== 'loose') {
    const names = [...values].map(String).filter((name) => name !== '__proto__')
    return ownFields(
      names,
      names.map(() => convert),
    )
  }
  const isKey = keyTest(keyType, compiler)
  return (value, mismatch) => {
    if (!isObject(value)) return mismatch.expected('an object', value)
    const keys = Object.keys(value).filter((key) => isKey(key) || mode === 'loose')
    const isWhole = values || keys.length === Object.keys(value).length
    if (!isWhole) return mismatch.because('a key does not fit')
    return addEntries({}, value, keys, convert, mismatch)
  }
}

interface RecordDefinition extends core.$ZodRecordDef {
  readonly mode?: 'strict' | 'loose'
  readonly partial?: boolean
}

function keyTest(keyType: core.$ZodType, compiler: Compiler): (key: string) => boolean {
  const { type, checks } = keyType._zod.def
  const takesAny = type === 'string' && !checks?.length && !keyType._zod.traits.has('$ZodCheck')
  if (takesAny) return () => true
  compiler.markImpure()
  const fits = (key: string | number) => {
    const result = keyType._zod.run({ value: key, issues: [] }, { async: false })
    return !(result instanceof Promise) && result.issues.length === 0
  }
  return (key) => fits(key) || (/^-?\d+(?:\.\d+)?$/.test(key) && fits(Number(key)))
}

/** The fields of both sides. */
export const intersectionKind: Kind<core.$ZodIntersection> = (schema, compiler) => {
  const left = compiler.converter(schema._zod.def.left)
  const right = compiler.converter(schema._zod.def.right)
  return (value, mismatch) => {
    const one = left(value, mismatch)
    if (one === misfit) return misfit
    const other = right(value, mismatch)
    return other === misfit ? misfit : merged(one, other)
  }
}

/** Both sides come from one value, so everything but objects and lists is the same in both. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.map((item, index) => merged(item, other[index]))
  }
  if (!isObject(one) || !isObject(other)) return one
  const both = Object.keys(other).filter((key) => Object.hasOwn(one, key))
  const merges = both.map((key) => [key, merged(one[key], other[key])] as const)
  return { ...one, ...other, ...Object.fromEntries(merges) }
}
