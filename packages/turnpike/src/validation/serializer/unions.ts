import type * as core from 'zod/v4/core'
import { isObject } from '../values.ts'
import { isOf } from '../zod/is-of.ts'
import type { Compiler, Converter, Kind } from './converter.ts'
import { misfit } from './mismatch.ts'

/**
 * The first option that fits. Options that accept the value as it is come first: 1 is a number in a
 * union of a boolean and a number.
 */
export const unionKind: Kind<core.$ZodUnion> = (schema, compiler) => {
  const { options } = schema._zod.def
  const exact = options.map((option) => compiler.converter(option, { isExact: true }))
  const others = compiler.mode.isExact ? [] : options.map((option) => compiler.converter(option))
  const either = firstFit([...exact, ...others])
  return isOf(schema, '$ZodDiscriminatedUnion') ? byDiscriminator(schema, compiler, either) : either
}

const firstFit =
  (converters: readonly Converter[]): Converter =>
  (value, mismatch) => {
    for (const convert of converters) {
      const made = convert(value, mismatch)
      if (made !== misfit) return made
    }
    return mismatch.expected('one of the options of a union', value)
  }

/** The option that the discriminator names. */
function byDiscriminator(
  { _zod: { def } }: core.$ZodDiscriminatedUnion,
  compiler: Compiler,
  either: Converter,
): Converter {
  const byValue = new Map<unknown, Converter>()
  for (const option of def.options) {
    const convert = compiler.converter(option)
    for (const value of option._zod.propValues?.[def.discriminator] ?? []) {
      byValue.set(value, convert)
    }
  }
  return (value, mismatch) => {
    if (!isObject(value)) return mismatch.expected('an object', value)
    const convert = byValue.get(value[def.discriminator]) ?? either
    return convert(value, mismatch)
  }
}
