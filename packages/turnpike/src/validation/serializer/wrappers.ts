import type * as core from 'zod/v4/core'
import type { Compiler, Converter, Kind } from './converter.ts'
import { misfit } from './mismatch.ts'

type Wrapper = core.$ZodType & { _zod: { def: { innerType: core.$ZodType } } }

const innerOf = (schema: Wrapper, compiler: Compiler): Converter =>
  compiler.converter(schema._zod.def.innerType)

/** `readonly()` makes no difference to what is sent. */
export const sameKind: Kind<Wrapper> = (schema, compiler) => innerOf(schema, compiler)

/** An absent value stays absent. */
export const optionalKind: Kind<core.$ZodOptional> = (schema, compiler) => {
  const convert = innerOf(schema, compiler)
  return (value, mismatch) => (value === undefined ? undefined : convert(value, mismatch))
}

export const nonOptionalKind: Kind<core.$ZodNonOptional> = (schema, compiler) => {
  const convert = innerOf(schema, compiler)
  return (value, mismatch) => {
    const made = convert(value, mismatch)
    return made === undefined ? mismatch.expected('a value', value) : made
  }
}

export const nullableKind: Kind<core.$ZodNullable> = (schema, compiler) => {
  const convert = innerOf(schema, compiler)
  return (value, mismatch) => (value === null ? null : convert(value, mismatch))
}

/** A default has the type of the output: a transform before it has nothing to do with it. */
export const defaultKind: Kind<core.$ZodDefault> = (schema, compiler) => {
  compiler.markImpure()
  const { def } = schema._zod
  const convert = innerOf(schema, compiler)
  const convertDefault: Converter = endsInPipe(def.innerType) ? (value) => value : convert
  return (value, mismatch) =>
    value === undefined ? convertDefault(def.defaultValue, mismatch) : convert(value, mismatch)
}

function endsInPipe({ _zod: { def } }: core.$ZodType): boolean {
  const { innerType } = def as Partial<Wrapper['_zod']['def']>
  return innerType === undefined ? def.type === 'pipe' : endsInPipe(innerType)
}

/** `prefault()`: a default that is read like any value. */
export const prefaultKind: Kind<core.$ZodPrefault> = (schema, compiler) => {
  compiler.markImpure()
  const { def } = schema._zod
  const convert = innerOf(schema, compiler)
  return (value, mismatch) => convert(value === undefined ? def.defaultValue : value, mismatch)
}

/** `catch()` replaces a value that does not fit. */
export const catchKind: Kind<core.$ZodCatch> = (schema, compiler) => {
  compiler.markImpure()
  const convert = innerOf(schema, compiler)
  return (value, mismatch) => {
    const made = convert(value, mismatch)
    if (made !== misfit) return made
    const issues: [] = []
    return schema._zod.def.catchValue({ value, issues, error: { issues }, input: value } as never)
  }
}

/** Compiled on first use: the inner schema may not exist yet when the view is made. */
export const lazyKind: Kind<core.$ZodLazy> = (schema, compiler) => {
  compiler.markImpure()
  let convert: Converter | undefined
  return (value, mismatch) => {
    convert ??= compiler.converter(schema._zod.innerType)
    return convert(value, mismatch)
  }
}
